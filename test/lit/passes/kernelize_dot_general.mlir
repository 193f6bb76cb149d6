// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize=strategies=generic --split-input-file %s | FileCheck %s
// RUN: accy-opt --accy-kernelize=strategy=dot_general --split-input-file %s | FileCheck %s

// RUN: accy-opt --accy-kernelize --split-input-file %s | FileCheck --check-prefix=BEST %s
// RUN: not accy-opt --accy-kernelize=strategy=dot_general_tile --split-input-file %s 2>&1 | FileCheck --check-prefix=FORCED %s

// The best on a host loop computes tiles: one loop carries all elements of one. Elsewhere it does not fit.

// BEST: strategy = "dot_general"
// BEST: strategy = "dot_general_tile"
// BEST: %[[CORNER:.*]] = arith.remui %{{.*}}, %c16
// BEST: arith.cmpi eq, %[[CORNER]], %c0
// BEST: scf.for {{.*}} -> (i32, i32, i32, i32, i32, i32, i32, i32)
// BEST-COUNT-8: memref.store
// BEST-NOT: memref.store
// FORCED: 'choir.kernel' op is not what strategy 'dot_general_tile' can build

// On a grid: x is the column, y the row and z the batch. There is no element count.

// CHECK-LABEL: choir.program @grid
// CHECK: strategy = "dot_general"
// CHECK: gpu.func @kernel(%arg0: memref<60xf32>, %arg1: memref<90xf32>, %arg2: memref<72xf32>) kernel {
// CHECK: gpu.block_id  x
// CHECK: gpu.block_id  y
// CHECK: gpu.block_id  z
// CHECK-DAG: arith.cmpi ult, %[[X:.*]], %c6
// CHECK-DAG: arith.cmpi ult, %[[Y:.*]], %c4
// CHECK-DAG: arith.cmpi ult, %[[Z:.*]], %c3
// CHECK: scf.if
// CHECK-NOT: arith.divui
// CHECK: scf.for {{.*}} = %c0 to %c5
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: arith.negf
// CHECK: memref.store %{{.*}}, %arg2
choir.program @grid attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan"}} {
  choir.kernel @kernel id = 0 kind = dot_general attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<3x4x5xf32>, %y: tensor<3x5x6xf32>):
    %d = accy.dot_general %x, %y lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<3x4x5xf32>, tensor<3x5x6xf32> -> tensor<3x4x6xf32>
    %r = accy.neg %d : tensor<3x4x6xf32>
    choir.yield %r : tensor<3x4x6xf32>
  }
  choir.return
}

// -----

// On a host loop, one work item an element.

// CHECK-LABEL: choir.program @host
// CHECK: gpu.func @kernel(%arg0: memref<6xi8>, %arg1: memref<12xi8>, %arg2: memref<8xi32>) kernel {
// CHECK-NOT: gpu.block_id  y
// CHECK: arith.cmpi ult, %{{.*}}, %c8
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.muli %{{.*}} : i32
choir.program @host attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = dot_general attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<2x3xi8>, %y: tensor<3x4xi8>):
    %r = accy.dot_general %x, %y lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] accumulate = i32 : tensor<2x3xi8>, tensor<3x4xi8> -> tensor<2x4xi32>
    choir.yield %r : tensor<2x4xi32>
  }
  choir.return
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize %s | FileCheck %s
// RUN: accy-opt --accy-kernelize %s | accy-opt --accy-kernelize | FileCheck %s

// The body becomes a function of inputs, output and element count, one thread an element.

// CHECK: module attributes {gpu.container_module}
// CHECK: choir.kernel @accy_choir_elementwise_add_mul_0
// CHECK-SAME: strategy = "elementwise"
// CHECK-NOT: accy.add
// CHECK: gpu.module @kernels
// CHECK: gpu.func @accy_choir_elementwise_add_mul_0(%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>, %[[COUNT:.*]]: memref<1xi32>) kernel
// CHECK-SAME: choir.geometry = {grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 8, 1, 1>}
// CHECK: %[[I:.*]] = arith.addi
// CHECK: %[[N:.*]] = memref.load %[[COUNT]]
// CHECK: %[[LIMIT:.*]] = arith.index_castui %[[N]]
// CHECK: %[[GUARD:.*]] = arith.cmpi ult, %[[I]], %[[LIMIT]]
// CHECK: scf.if %[[GUARD]]
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK: %[[Y:.*]] = memref.load %[[B]][%[[I]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: %[[Z:.*]] = memref.load %[[C]][%[[I]]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[Z]]
// CHECK: memref.store %[[PRODUCT]], %[[OUT]][%[[I]]]
// CHECK: gpu.return
// CHECK: choir.return
choir.program @main attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  %0 = choir.slot 0 input : memref<8xf32>
  %1 = choir.slot 1 input : memref<8xf32>
  %2 = choir.slot 2 input : memref<8xf32>
  %3 = choir.slot 3 output : memref<8xf32>
  choir.kernel @accy_choir_elementwise_add_mul_0 id = 0 kind = elementwise attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>):
    %s = accy.add %x, %y : tensor<8xf32>
    %p = accy.mul %s, %z : tensor<8xf32>
    choir.yield %p : tensor<8xf32>
  }
  choir.launch @accy_choir_elementwise_add_mul_0 %0, %1, %2, %3 id = 0 : memref<8xf32>
  choir.return %3 : memref<8xf32>
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: accy-opt --accy-kernelize --split-input-file %s | FileCheck %s

// A transpose reads at the swapped indices of the linear one.

// CHECK-LABEL: choir.program @transpose
// CHECK: strategy = "shape"
// CHECK: gpu.func @kernel(%[[IN:.*]]: memref<128xf32>, %[[OUT:.*]]: memref<128xf32>, %{{.*}}: memref<1xi32>) kernel
// CHECK-SAME: grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 128, 1, 1>
// CHECK: scf.if
// CHECK-DAG: %[[COLUMN:.*]] = arith.remui %[[I:.*]], %c8
// CHECK-DAG: %[[ROW:.*]] = arith.divui %[[I]], %c8
// CHECK: %[[SCALED:.*]] = arith.muli %[[COLUMN]], %c16
// CHECK: %[[FROM:.*]] = arith.addi %[[SCALED]], %[[ROW]]
// CHECK: %[[X:.*]] = memref.load %[[IN]][%[[FROM]]]
// CHECK: memref.store %[[X]], %[[OUT]][%[[I]]]
choir.program @transpose attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = shape attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<8x16xf32>):
    %r = accy.transpose %x permutation = [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
    choir.yield %r : tensor<16x8xf32>
  }
  choir.return
}

// -----

// A reshape keeps the linear index, and a slice of leading rows only shifts it.

// CHECK-LABEL: choir.program @linear
// CHECK: gpu.func
// CHECK: scf.if
// CHECK-NEXT: %[[FROM:.*]] = arith.addi %[[I:.*]], %c10
// CHECK-NEXT: %[[X:.*]] = memref.load %arg0[%[[FROM]]]
// CHECK-NEXT: memref.store %[[X]], %arg1[%[[I]]]
choir.program @linear attributes {target = {backend = "vulkan", format = "vulkan_spirv", profile = "vulkan"}} {
  choir.kernel @kernel id = 0 kind = shape attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<6x5xf32>):
    %s = accy.slice %x start = [2, 0] limit = [6, 5] strides = [1, 1] : tensor<6x5xf32> -> tensor<4x5xf32>
    %r = accy.reshape %s : tensor<4x5xf32> -> tensor<2x10xf32>
    choir.yield %r : tensor<2x10xf32>
  }
  choir.return
}

// -----

// Nothing is read outside of its operand: each is read in its branch.

// CHECK-LABEL: choir.program @concatenate
// CHECK: gpu.func
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c5
// CHECK: scf.if %[[FIRST]] -> (f32)
// CHECK-NEXT: memref.load %arg0
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.load %arg1
// CHECK-NEXT: scf.yield
choir.program @concatenate attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = shape attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<5xf32>, %y: tensor<3xf32>, %z: tensor<0xf32>):
    %r = accy.concatenate %x, %y, %z dim = 0 : tensor<5xf32>, tensor<3xf32>, tensor<0xf32> -> tensor<8xf32>
    choir.yield %r : tensor<8xf32>
  }
  choir.return
}

// -----

// CHECK-LABEL: choir.program @pad
// CHECK: gpu.func
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %c-1
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[AT]], %c4
// CHECK: scf.if %[[INSIDE]] -> (f32)
// CHECK-NEXT: memref.load %arg0[%[[AT]]]
// CHECK: else
// CHECK-NEXT: memref.load %arg1[%c0]
choir.program @pad attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = shape attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<4xf32>, %v: tensor<f32>):
    %r = accy.pad %x, %v low = [1] high = [2] interior = [0] : tensor<4xf32>, tensor<f32> -> tensor<7xf32>
    choir.yield %r : tensor<7xf32>
  }
  choir.return
}

// -----

// An empty tensor has a buffer of one element, which nothing touches.

// CHECK-LABEL: choir.program @empty
// CHECK: gpu.func @kernel(%{{.*}}: memref<1xf32>, %{{.*}}: memref<1xf32>, %{{.*}}: memref<1xi32>) kernel
// CHECK-SAME: grid = array<i64: 1, 1, 1>, threadgroup = array<i64: 1, 1, 1>
// CHECK-NEXT: gpu.return
choir.program @empty attributes {target = {backend = "cpu", format = "cpu_object", profile = "cpu"}} {
  choir.kernel @kernel id = 0 kind = shape attributes {legalization = {status = "legal"}} {
  ^bb0(%x: tensor<0x4xf32>):
    %r = accy.transpose %x permutation = [1, 0] : tensor<0x4xf32> -> tensor<4x0xf32>
    choir.yield %r : tensor<4x0xf32>
  }
  choir.return
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DEFINE: %{prepare} = accy-opt --accy-schedule --accy-bufferize --accy-assign-memory-spaces --accy-assign-layouts --accy-outline-kernels
// RUN: %{prepare} %s --accy-legalize=target=vulkan --accy-kernelize | FileCheck %s
// RUN: %{prepare} %s --accy-legalize=target=vulkan:desktop --accy-kernelize=strategies=generic | FileCheck %s --check-prefix=UNLIMITED

// Loops of one thread end after 65535 steps in all on some devices: the innermost loop takes several elements a step.

// CHECK-LABEL: gpu.func @accy_choir_reduction_sum_rank1_axis0_f32_0
// CHECK: scf.for %{{.*}} = %c0 to %c65534 step
// CHECK-NOT: scf.for
// UNLIMITED-LABEL: gpu.func @accy_choir_reduction_sum_rank1_axis0_f32_0
// UNLIMITED: scf.for %{{.*}} = %c0 to %c65534 step
func.func @just_below(%a: tensor<65534xf32>) -> tensor<f32> {
  %r = accy.reduce sum %a dims = [0] : tensor<65534xf32> -> tensor<f32>
  return %r : tensor<f32>
}

// Three elements a step, in order, and two after the loop.
// CHECK-LABEL: gpu.func @accy_choir_reduction_sum_rank1_axis0_f32_0
// CHECK: %[[S:.*]] = scf.for %[[I:.*]] = %c0 to %c50000 step %c1 iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32)
// CHECK-NEXT: %[[F:.*]] = arith.muli %[[I]], %c3
// CHECK-NEXT: %[[X:.*]] = memref.load %arg0[%[[F]]]
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[ACC]], %[[X]]
// CHECK-NEXT: %[[F1:.*]] = arith.addi %[[F]], %c1
// CHECK-NEXT: %[[X1:.*]] = memref.load %arg0[%[[F1]]]
// CHECK-NEXT: %[[A1:.*]] = arith.addf %[[A]], %[[X1]]
// CHECK-NEXT: %[[F2:.*]] = arith.addi %[[F]], %c2
// CHECK-NEXT: %[[X2:.*]] = memref.load %arg0[%[[F2]]]
// CHECK-NEXT: %[[A2:.*]] = arith.addf %[[A1]], %[[X2]]
// CHECK-NEXT: scf.yield %[[A2]]
// CHECK: memref.load %arg0[%c150000]
// CHECK: memref.load %arg0[%c150001]
// UNLIMITED: scf.for %{{.*}} = %c0 to %c150002 step
func.func @above(%a: tensor<150002xf32>) -> tensor<f32> {
  %r = accy.reduce sum %a dims = [0] : tensor<150002xf32> -> tensor<f32>
  return %r : tensor<f32>
}

// 300 turns of the outer loop, of each 1 step, 150 of the inner one, and 1 to leave it.
// CHECK-LABEL: gpu.func @accy_choir_reduction_max_rank2_axis1_f32_0
// CHECK: scf.for %{{.*}} = %c0 to %c300 step
// CHECK: scf.for %{{.*}} = %c0 to %c150 step
// UNLIMITED: scf.for %{{.*}} = %c0 to %c300 step
// UNLIMITED: scf.for %{{.*}} = %c0 to %c300 step
func.func @nested(%a: tensor<300x2x300xf32>) -> tensor<2xf32> {
  %r = accy.reduce max %a dims = [0, 2] : tensor<300x2x300xf32> -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: gpu.func @accy_choir_dot_general_f32_3x5x70000_0
// CHECK: scf.for %{{.*}} = %c0 to %c35000 step
// UNLIMITED: scf.for %{{.*}} = %c0 to %c70000 step
func.func @dot(%a: tensor<3x70000xf32>, %b: tensor<70000x5xf32>) -> tensor<3x5xf32> {
  %r = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<3x70000xf32>, tensor<70000x5xf32> -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

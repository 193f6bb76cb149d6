// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants are made once, unused operations go, and new operations keep locations.

// RUN: accy-opt %s -canonicalize | FileCheck %s
// RUN: accy-opt %s -canonicalize -mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// CHECK-LABEL: func.func @once()
// CHECK-NEXT: %[[C:.*]] = accy.constant dense<3> : tensor<i32>
// CHECK-NEXT: accy.return %[[C]], %[[C]]
func.func @once() -> (tensor<i32>, tensor<i32>) {
  %0 = accy.constant dense<1> : tensor<i32>
  %1 = accy.constant dense<2> : tensor<i32>
  %2 = accy.add %0, %1 : tensor<i32>
  %3 = accy.constant dense<3> : tensor<i32>
  accy.return %2, %3 : tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @unused(
// CHECK-NEXT: accy.return %arg0
func.func @unused(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = accy.iota dim = 0 : tensor<2xf32>
  %1 = accy.kernel_call "scale" %a version = 1 : tensor<2xf32> -> tensor<2xf32>
  %2 = accy.constant dense<1.0> : tensor<f32>
  accy.return %a : tensor<2xf32>
}

// LOC-LABEL: func.func @located(
// LOC: accy.reshape %{{.*}} : tensor<4xf32> -> tensor<1x4xf32> loc([[SECOND:#.*]])
func.func @located(%a: tensor<4xf32>) -> tensor<1x4xf32> {
  %0 = accy.reshape %a : tensor<4xf32> -> tensor<2x2xf32> loc("model.py":1:1)
  %1 = accy.reshape %0 : tensor<2x2xf32> -> tensor<1x4xf32> loc("model.py":2:1)
  accy.return %1 : tensor<1x4xf32>
}
// LOC: [[SECOND]] = loc("model.py":2:1)

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions that reduce nothing, or single elements.

// RUN: accy-opt %s -canonicalize | FileCheck %s
// RUN: accy-opt %s -cse | FileCheck %s --check-prefix=CSE

// CHECK-LABEL: func.func @reduce(
// CHECK-NEXT: %[[R:.*]] = accy.reshape %arg0 : tensor<1x3x1xf32> -> tensor<3xf32>
// CHECK-NEXT: accy.return %arg0, %[[R]]
func.func @reduce(%a: tensor<1x3x1xf32>) -> (tensor<1x3x1xf32>, tensor<3xf32>) {
  %0 = accy.reduce sum %a dims = [] : tensor<1x3x1xf32> -> tensor<1x3x1xf32>
  %1 = accy.reduce max %a dims = [2, 0] : tensor<1x3x1xf32> -> tensor<3xf32>
  accy.return %0, %1 : tensor<1x3x1xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @reduce_something(
// CHECK: accy.reduce sum %arg0 dims = [0]
// CHECK: accy.reduce sum %arg0 dims = [1, 0]
func.func @reduce_something(%a: tensor<0x1xf32>) -> (tensor<1xf32>, tensor<f32>) {
  %0 = accy.reduce sum %a dims = [0] : tensor<0x1xf32> -> tensor<1xf32>
  %1 = accy.reduce sum %a dims = [1, 0] : tensor<0x1xf32> -> tensor<f32>
  accy.return %0, %1 : tensor<1xf32>, tensor<f32>
}

// Attributes tell operations apart.
// CSE-LABEL: func.func @merge(
// CSE-NEXT: %[[S:.*]] = accy.reduce sum %arg0 dims = [0]
// CSE-NEXT: %[[M:.*]] = accy.reduce max %arg0 dims = [0]
// CSE-NEXT: %[[D:.*]] = accy.dot_general
// CSE-NEXT: accy.return %[[S]], %[[S]], %[[M]], %[[D]], %[[D]]
func.func @merge(%a: tensor<3xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = accy.reduce sum %a dims = [0] : tensor<3xf32> -> tensor<f32>
  %1 = accy.reduce sum %a dims = [0] : tensor<3xf32> -> tensor<f32>
  %2 = accy.reduce max %a dims = [0] : tensor<3xf32> -> tensor<f32>
  %3 = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<3xf32> -> tensor<f32>
  %4 = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<3xf32> -> tensor<f32>
  accy.return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

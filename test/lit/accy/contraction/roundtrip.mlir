// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduce and dot_general print and parse again as they were.

// RUN: accy-opt %s | FileCheck %s
// RUN: accy-opt %s | accy-opt | FileCheck %s
// RUN: accy-opt %s -mlir-print-op-generic | accy-opt | FileCheck %s

// CHECK-LABEL: func.func @reduce
func.func @reduce(%a: tensor<2x3x4xf32>, %b: tensor<3xi1>, %i: tensor<3xui8>) -> tensor<3xf32> {
  // CHECK: accy.reduce sum %{{.*}} dims = [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  %0 = accy.reduce sum %a dims = [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  // CHECK: accy.reduce max %{{.*}} dims = [2, 1, 0] : tensor<2x3x4xf32> -> tensor<f32>
  %1 = accy.reduce max %a dims = [2, 1, 0] : tensor<2x3x4xf32> -> tensor<f32>
  // CHECK: accy.reduce min %{{.*}} dims = [] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %2 = accy.reduce min %a dims = [] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  // CHECK: accy.reduce prod %{{.*}} dims = [0] : tensor<3xui8> -> tensor<ui8>
  %3 = accy.reduce prod %i dims = [0] : tensor<3xui8> -> tensor<ui8>
  // CHECK: accy.reduce and %{{.*}} dims = [0] : tensor<3xi1> -> tensor<i1>
  %4 = accy.reduce and %b dims = [0] : tensor<3xi1> -> tensor<i1>
  // CHECK: accy.reduce or %{{.*}} dims = [0] : tensor<3xui8> -> tensor<ui8>
  %5 = accy.reduce or %i dims = [0] : tensor<3xui8> -> tensor<ui8>
  accy.return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @dot_general
func.func @dot_general(%a: tensor<2x3x4xf16>, %b: tensor<4x5x2xf16>, %v: tensor<4xi32>) -> tensor<2x3x5xf16> {
  // CHECK: accy.dot_general %{{.*}}, %{{.*}} lhs_batch = [0] rhs_batch = [2] lhs_contract = [2] rhs_contract = [0] : tensor<2x3x4xf16>, tensor<4x5x2xf16> -> tensor<2x3x5xf16>
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [2] lhs_contract = [2] rhs_contract = [0] : tensor<2x3x4xf16>, tensor<4x5x2xf16> -> tensor<2x3x5xf16>
  // CHECK: accumulate = f32 : tensor<2x3x4xf16>, tensor<4x5x2xf16> -> tensor<2x3x5xf32>
  %1 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [2] lhs_contract = [2] rhs_contract = [0] accumulate = f32 : tensor<2x3x4xf16>, tensor<4x5x2xf16> -> tensor<2x3x5xf32>
  // CHECK: accumulate = f32 : tensor<2x3x4xf16>, tensor<4x5x2xf16> -> tensor<2x3x5xf16>
  %2 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [2] lhs_contract = [2] rhs_contract = [0] accumulate = f32 : tensor<2x3x4xf16>, tensor<4x5x2xf16> -> tensor<2x3x5xf16>
  // CHECK: lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<4xi32> -> tensor<i32>
  %3 = accy.dot_general %v, %v lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<4xi32> -> tensor<i32>
  // CHECK: lhs_batch = [] rhs_batch = [] lhs_contract = [] rhs_contract = [] : tensor<4xi32> -> tensor<4x4xi32>
  %4 = accy.dot_general %v, %v lhs_batch = [] rhs_batch = [] lhs_contract = [] rhs_contract = [] : tensor<4xi32> -> tensor<4x4xi32>
  accy.return %0 : tensor<2x3x5xf16>
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions.

// RUN: accy-opt %s --stablehlo-to-accy | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK-NEXT: accy.dot_general %arg0, %arg1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x8xf32>, tensor<8x5xf32> -> tensor<4x5xf32>
func.func @matmul(%arg0: tensor<4x8xf32>, %arg1: tensor<8x5xf32>) -> tensor<4x5xf32> {
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<4x8xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @batches
// CHECK-NEXT: accy.dot_general %arg0, %arg1 lhs_batch = [0, 2] rhs_batch = [1, 0] lhs_contract = [3] rhs_contract = [2] : tensor<2x4x3x8xf32>, tensor<3x2x8xf32> -> tensor<2x3x4xf32>
func.func @batches(%arg0: tensor<2x4x3x8xf32>, %arg1: tensor<3x2x8xf32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [1, 0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x4x3x8xf32>, tensor<3x2x8xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// No dimension is paired up.
// CHECK-LABEL: func.func @outer
// CHECK-NEXT: accy.dot_general %arg0, %arg0 lhs_batch = [] rhs_batch = [] lhs_contract = [] rhs_contract = [] : tensor<3xf32> -> tensor<3x3xf32>
func.func @outer(%arg0: tensor<3xf32>) -> tensor<3x3xf32> {
  %0 = "stablehlo.dot_general"(%arg0, %arg0) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// A result of wider elements says what to sum in.
// CHECK-LABEL: func.func @accumulate
// CHECK-NEXT: accy.dot_general %arg0, %arg1 {{.*}} accumulate = f32 : tensor<4x8xbf16>, tensor<8x5xbf16> -> tensor<4x5xf32>
// CHECK-NEXT: accy.dot_general %arg2, %arg2 {{.*}} accumulate = i32 : tensor<4xi8> -> tensor<i32>
func.func @accumulate(%arg0: tensor<4x8xbf16>, %arg1: tensor<8x5xbf16>, %arg2: tensor<4xi8>) -> (tensor<4x5xf32>, tensor<i32>) {
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x8xbf16>, tensor<8x5xbf16>) -> tensor<4x5xf32>
  %1 = "stablehlo.dot"(%arg2, %arg2) : (tensor<4xi8>, tensor<4xi8>) -> tensor<i32>
  return %0, %1 : tensor<4x5xf32>, tensor<i32>
}

// To narrower elements the sums are rounded.
// CHECK-LABEL: func.func @narrower
// CHECK-NEXT: %0 = accy.dot_general %arg0, %arg0 {{.*}} rhs_contract = [0] : tensor<4xf32> -> tensor<f32>
// CHECK-NEXT: %1 = accy.convert %0 : tensor<f32> -> tensor<bf16>
// CHECK-NEXT: return %1
func.func @narrower(%arg0: tensor<4xf32>) -> tensor<bf16> {
  %0 = "stablehlo.dot"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func.func @dot
// CHECK-NEXT: accy.dot_general %arg0, %arg1 lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<8xf32>, tensor<8x5xf32> -> tensor<5xf32>
// CHECK-NEXT: accy.dot_general %arg2, %arg1 lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x8xf32>, tensor<8x5xf32> -> tensor<4x5xf32>
func.func @dot(%arg0: tensor<8xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<4x8xf32>) -> (tensor<5xf32>, tensor<4x5xf32>) {
  %0 = "stablehlo.dot"(%arg0, %arg1) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<8xf32>, tensor<8x5xf32>) -> tensor<5xf32>
  %1 = "stablehlo.dot"(%arg2, %arg1) : (tensor<4x8xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<5xf32>, tensor<4x5xf32>
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions.

// RUN: accy-opt %s --stablehlo-to-accy --symbol-dce --split-input-file | FileCheck %s

// The last spatial dimension is unfolded first, then the other: features are in the kernel's order.
// CHECK-LABEL: func.func @two_dimensions
// CHECK: %[[ZERO:.+]] = accy.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[P:.+]] = accy.pad %arg0, %[[ZERO]] low = [0, 1, 0, 0] high = [0, 1, 1, 0] interior = [0, 0, 0, 0] : tensor<2x4x5x3xf32>, tensor<f32> -> tensor<2x6x6x3xf32>
// CHECK-NEXT: %[[A:.+]] = accy.slice %[[P]] start = [0, 0, 0, 0] limit = [2, 6, 5, 3] strides = [1, 1, 1, 1] : tensor<2x6x6x3xf32> -> tensor<2x6x5x3xf32>
// CHECK-NEXT: %[[B:.+]] = accy.slice %[[P]] start = [0, 0, 1, 0] limit = [2, 6, 6, 3] strides = [1, 1, 1, 1] : tensor<2x6x6x3xf32> -> tensor<2x6x5x3xf32>
// CHECK-NEXT: %[[ROWS:.+]] = accy.concatenate %[[A]], %[[B]] dim = 3 : tensor<2x6x5x3xf32> -> tensor<2x6x5x6xf32>
// CHECK-NEXT: %[[A:.+]] = accy.slice %[[ROWS]] start = [0, 0, 0, 0] limit = [2, 3, 5, 6] strides = [1, 2, 1, 1] : tensor<2x6x5x6xf32> -> tensor<2x2x5x6xf32>
// CHECK-NEXT: %[[B:.+]] = accy.slice %[[ROWS]] start = [0, 1, 0, 0] limit = [2, 4, 5, 6] strides = [1, 2, 1, 1]
// CHECK-NEXT: %[[C:.+]] = accy.slice %[[ROWS]] start = [0, 2, 0, 0] limit = [2, 5, 5, 6] strides = [1, 2, 1, 1]
// CHECK-NEXT: %[[PATCHES:.+]] = accy.concatenate %[[A]], %[[B]], %[[C]] dim = 3 : tensor<2x2x5x6xf32> -> tensor<2x2x5x18xf32>
// CHECK-NEXT: %[[K:.+]] = accy.reshape %arg1 : tensor<3x2x3x4xf32> -> tensor<18x4xf32>
// CHECK-NEXT: %[[R:.+]] = accy.dot_general %[[PATCHES]], %[[K]] lhs_batch = [] rhs_batch = [] lhs_contract = [3] rhs_contract = [0] : tensor<2x2x5x18xf32>, tensor<18x4xf32> -> tensor<2x2x5x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @two_dimensions(%arg0: tensor<2x4x5x3xf32>, %arg1: tensor<3x2x3x4xf32>) -> tensor<2x2x5x4xf32> {
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>], window_strides = array<i64: 2, 1>}> : (tensor<2x4x5x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x2x5x4xf32>
  return %0 : tensor<2x2x5x4xf32>
}

// -----

// A kernel of one element needs no patches.
// CHECK-LABEL: func.func @pointwise
// CHECK: %[[K:.+]] = accy.reshape %arg1
// CHECK-NEXT: %[[R:.+]] = accy.dot_general %arg0, %[[K]]
// CHECK-NEXT: return %[[R]]
func.func @pointwise(%arg0: tensor<2x4x5x3xf32>, %arg1: tensor<1x1x3x4xf32>) -> tensor<2x4x5x4xf32> {
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}> : (tensor<2x4x5x3xf32>, tensor<1x1x3x4xf32>) -> tensor<2x4x5x4xf32>
  return %0 : tensor<2x4x5x4xf32>
}

// -----

// Other orders of dimensions; a reversed kernel; both dilations; wider results.
// CHECK-LABEL: func.func @orders
// CHECK: %[[X:.+]] = accy.transpose %arg0 permutation = [0, 2, 1] : tensor<2x3x4xi8> -> tensor<2x4x3xi8>
// CHECK-NEXT: %[[ZERO:.+]] = accy.constant dense<0> : tensor<i8>
// CHECK-NEXT: %[[P:.+]] = accy.pad %[[X]], %[[ZERO]] low = [0, -1, 0] high = [0, 0, 0] interior = [0, 1, 0] : tensor<2x4x3xi8>, tensor<i8> -> tensor<2x6x3xi8>
// CHECK-NEXT: accy.slice %[[P]] start = [0, 0, 0] limit = [2, 3, 3] strides = [1, 1, 1]
// CHECK-NEXT: accy.slice %[[P]] start = [0, 3, 0] limit = [2, 6, 3] strides = [1, 1, 1]
// CHECK-NEXT: accy.concatenate {{.+}} dim = 2 : tensor<2x3x3xi8> -> tensor<2x3x6xi8>
// CHECK-NEXT: %[[T:.+]] = accy.transpose %arg1 permutation = [2, 1, 0] : tensor<5x3x2xi8> -> tensor<2x3x5xi8>
// CHECK-NEXT: %[[R:.+]] = accy.reverse %[[T]] dims = [0]
// CHECK-NEXT: %[[K:.+]] = accy.reshape %[[R]] : tensor<2x3x5xi8> -> tensor<6x5xi8>
// CHECK-NEXT: %[[D:.+]] = accy.dot_general {{.+}}, %[[K]] lhs_batch = [] rhs_batch = [] lhs_contract = [2] rhs_contract = [0] accumulate = i32 : tensor<2x3x6xi8>, tensor<6x5xi8> -> tensor<2x3x5xi32>
// CHECK-NEXT: %[[O:.+]] = accy.transpose %[[D]] permutation = [2, 0, 1] : tensor<2x3x5xi32> -> tensor<5x2x3xi32>
// CHECK-NEXT: return %[[O]]
func.func @orders(%arg0: tensor<2x3x4xi8>, %arg1: tensor<5x3x2xi8>) -> tensor<5x2x3xi32> {
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[f, b, 0]>, lhs_dilation = array<i64: 2>, padding = dense<[[-1, 0]]> : tensor<1x2xi64>, rhs_dilation = array<i64: 3>, window_reversal = dense<true> : tensor<1xi1>}> : (tensor<2x3x4xi8>, tensor<5x3x2xi8>) -> tensor<5x2x3xi32>
  return %0 : tensor<5x2x3xi32>
}

// -----

// Groups are a batch dimension of the product.
// CHECK-LABEL: func.func @groups
// CHECK: %[[PATCHES:.+]] = accy.concatenate {{.+}} dim = 2 : tensor<2x4x6xf32> -> tensor<2x4x12xf32>
// CHECK-NEXT: %[[A:.+]] = accy.reshape %[[PATCHES]] : tensor<2x4x12xf32> -> tensor<8x2x3x2xf32>
// CHECK-NEXT: %[[B:.+]] = accy.reshape %arg1 : tensor<2x2x9xf32> -> tensor<2x2x3x3xf32>
// CHECK-NEXT: %[[D:.+]] = accy.dot_general %[[A]], %[[B]] lhs_batch = [2] rhs_batch = [2] lhs_contract = [1, 3] rhs_contract = [0, 1] : tensor<8x2x3x2xf32>, tensor<2x2x3x3xf32> -> tensor<3x8x3xf32>
// CHECK-NEXT: %[[T:.+]] = accy.transpose %[[D]] permutation = [1, 0, 2] : tensor<3x8x3xf32> -> tensor<8x3x3xf32>
// CHECK-NEXT: %[[R:.+]] = accy.reshape %[[T]] : tensor<8x3x3xf32> -> tensor<2x4x9xf32>
// CHECK-NEXT: return %[[R]]
func.func @groups(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x2x9xf32>) -> tensor<2x4x9xf32> {
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64}> : (tensor<2x5x6xf32>, tensor<2x2x9xf32>) -> tensor<2x4x9xf32>
  return %0 : tensor<2x4x9xf32>
}

// -----

// No spatial dimensions.
// CHECK-LABEL: func.func @no_dimensions
// CHECK: %[[K:.+]] = accy.transpose %arg1 permutation = [1, 0]
// CHECK-NEXT: %[[R:.+]] = accy.dot_general %arg0, %[[K]] lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0]
// CHECK-NEXT: return %[[R]]
func.func @no_dimensions(%arg0: tensor<2x3xf32>, %arg1: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, f]x[o, i]->[b, f]>}> : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

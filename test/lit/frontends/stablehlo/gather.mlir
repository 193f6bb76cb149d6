// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.gather along one dimension becomes accy.gather; other forms are refused.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: %0 = accy.reshape %arg1 : tensor<12x1xi32> -> tensor<12xi32>
// CHECK-NEXT: %1 = accy.gather %arg0, %0 dim = 0 : tensor<50x16xf32>, tensor<12xi32> -> tensor<12x16xf32>
// CHECK-NEXT: return %1
func.func @rows(%arg0: tensor<50x16xf32>, %arg1: tensor<12x1xi32>) -> tensor<12x16xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<50x16xf32>, tensor<12x1xi32>) -> tensor<12x16xf32>
  return %0 : tensor<12x16xf32>
}

// Scalar indices, and slices before the indices.
// CHECK-LABEL: func.func @columns(
// CHECK-NEXT: %0 = accy.gather %arg0, %arg1 dim = 1 : tensor<5x7x3xf32>, tensor<2x4xui8> -> tensor<5x2x4x3xf32>
// CHECK-NEXT: %1 = accy.transpose %0 permutation = [0, 3, 1, 2] : tensor<5x2x4x3xf32> -> tensor<5x3x2x4xf32>
func.func @columns(%arg0: tensor<5x7x3xf32>, %arg1: tensor<2x4xui8>) -> tensor<5x3x2x4xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 5, 1, 3>}> : (tensor<5x7x3xf32>, tensor<2x4xui8>) -> tensor<5x3x2x4xf32>
  return %0 : tensor<5x3x2x4xf32>
}

// CHECK-LABEL: func.func @one(
// CHECK-NEXT: accy.gather %arg0, %arg1 dim = 0 : tensor<7xi8>, tensor<i64> -> tensor<i8>
func.func @one(%arg0: tensor<7xi8>, %arg1: tensor<i64>) -> tensor<i8> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<7xi8>, tensor<i64>) -> tensor<i8>
  return %0 : tensor<i8>
}

// -----

func.func @several(%arg0: tensor<5x7xf32>, %arg1: tensor<4x2xi32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has indices along several dimensions; supported is one index along one dimension, of which slices have one element and the result has none: gather along one dimension at a time [UnsupportedOperation]}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @part(%arg0: tensor<5x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x6xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has slices of a part of a dimension; supported is}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<5x7xf32>, tensor<4x1xi32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @kept(%arg0: tensor<5x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x1x7xf32> {
  // expected-error @+1 {{'stablehlo.gather' op does not collapse the dimension that is indexed alone; supported is}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<4x1xi32>) -> tensor<4x1x7xf32>
  return %0 : tensor<4x1x7xf32>
}

// -----

func.func @batching(%arg0: tensor<4x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has batching dimensions; supported is}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x7xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @beyond(%arg0: tensor<5x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has a start_index_map of 2, which is no dimension of its operand}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<4x1xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

func.func @sizes(%arg0: tensor<5x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has 1 slice_sizes for an operand of 2 dimensions}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5x7xf32>, tensor<4x1xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

func.func @vector(%arg0: tensor<5x7xf32>, %arg1: tensor<4x2xi32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has the index_vector_dim 1, which must be the indices' rank or a dimension of extent 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<4x2xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

func.func @offsets(%arg0: tensor<5x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has offset_dims that do not fit the dimensions of its operands and result}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<4x1xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

func.func @malformed(%arg0: tensor<5x7xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x7xf32> {
  // expected-error @+1 {{'stablehlo.gather' op has a malformed attribute 'dimension_numbers': expected #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, found #stablehlo.gather<offset_dims = [1], index_vector_dim = [1, x]>}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], index_vector_dim = [1, x]>, slice_sizes = array<i64: 1, 7>}> : (tensor<5x7xf32>, tensor<4x1xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

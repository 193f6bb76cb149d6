// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions that are not converted.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics

func.func @no_dimension_numbers(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op requires the attribute 'dimension_numbers' as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @twice(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<[b, 0, 0]x[0, i, o]->[b, 0, f]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, 0]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @gap(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @letter(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<[b, 0, f]x[0, i, f]->[b, 0, f]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, f]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @ranks(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, f]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @unknown(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<[b, ?, f]x[0, i, o]->[b, 0, f]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, ?, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @cut(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<[b, 0, f]x[0, i, o]>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @raw(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers': expected a form as #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, found #stablehlo.conv<raw input_batch_dimension = 0>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @no_text(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'dimension_numbers'}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = 1 : i64}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @input_rank(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has dimension numbers for 4 dimensions, but an input of 3}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @kernel_rank(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has dimension numbers for 3 dimensions, but a kernel of 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @result_rank(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has dimension numbers for 3 dimensions, but a result of 1}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @batch_groups(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has batch_group_count 2; only 1 is supported [UnsupportedOperation]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 2 : i64}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @groups(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has 6 input features, a kernel for 6 with 9 results, and feature_group_count 2; the kernel must be for input features / groups, and both features divisible by groups}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @no_groups(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has 6 input features, a kernel for 6 with 9 results, and feature_group_count 0}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @features(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x5x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has 6 input features, a kernel for 5 with 9 results, and feature_group_count 1}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x5x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @kernel(%arg0: tensor<2x5x6xf32>, %arg1: tensor<1025x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a kernel of extent 1025 along spatial dimension 0; at most 1024 are supported [UnsupportedOperation]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<1025x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @empty_kernel(%arg0: tensor<2x5x6xf32>, %arg1: tensor<0x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a window of 0 elements along dimension 1; sizes are 1 to 2147483647}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<0x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @strides(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has 0 as entry 0 of 'window_strides'; entries are 1 to 2147483647}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_strides = array<i64: 0>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @reversal(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'window_reversal': expected a flag for each of 1 spatial dimensions as array<i1: false, true>, found array<i1: true, false>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_reversal = array<i1: true, false>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @reversal_of_i64(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a malformed attribute 'window_reversal'}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, window_reversal = array<i64: 1>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @padding(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has a padding of -3 and -3 along dimension 1, of extent 5, that leaves an extent below 0 or above 2^63-1}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, padding = dense<[[-3, -3]]> : tensor<1x2xi64>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @precision(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has precision LOWEST; supported are DEFAULT, HIGH and HIGHEST [UnsupportedOperation]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, precision_config = [#stablehlo<precision LOWEST>]}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @elements(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf16>) {
  // expected-error @+1 {{'stablehlo.convolution' op combines element types that are not supported: both operands must have the same}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf16>) -> tensor<2x4x9xf32>
  return
}

// -----

func.func @result(%arg0: tensor<2x5x6xf32>, %arg1: tensor<2x6x9xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op has result type tensor<2x5x9xf32> where its operands give tensor<2x4x9xf32>}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<2x5x6xf32>, tensor<2x6x9xf32>) -> tensor<2x5x9xf32>
  return
}

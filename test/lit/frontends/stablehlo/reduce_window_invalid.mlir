// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of windows that are not converted.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics

func.func @body(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has a body that is not one operation on its two arguments; supported are add, multiply, maximum, minimum, and, or [UnsupportedOperation]}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.subtract"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @widens(%arg0: tensor<3xf16>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has operand, start value, body and result of different element types; convert the operand first [UnsupportedOperation]}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf16>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @no_size(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op requires the attribute 'window_dimensions', a list of integers as array<i64: 0, 1>}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @sizes(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has 2 entries in 'window_dimensions', but an operand of 1 dimensions}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @size(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has a window of 0 elements along dimension 0; sizes are 1 to 2147483647}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @strides(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has 2 entries in 'window_strides', but windows over 1 dimensions}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @stride(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has 0 as entry 0 of 'window_strides'; entries are 1 to 2147483647}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @base_dilation(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has -1 as entry 0 of 'base_dilations'; entries are 1 to 2147483647}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: -1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @dilation(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has 2147483648 as entry 0 of 'window_dilations'; entries are 1 to 2147483647}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, window_dilations = array<i64: 2147483648>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @padding(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has a malformed attribute 'padding': expected two integers a window dimension as dense<0> : tensor<1x2xi64>, found dense<1> : tensor<1x3xi64>}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @padding_of_i32(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has a malformed attribute 'padding'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi32>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @crops(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has a padding of -2 and -2 along dimension 0, of extent 3, that leaves an extent below 0 or above 2^63-1}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, padding = dense<[[-2, -2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @overflows(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has a padding of 9223372036854775807 and 1 along dimension 0, of extent 3, that leaves an extent below 0 or above 2^63-1}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, padding = dense<[[9223372036854775807, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @result(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has result type tensor<3xf32> where its operands give tensor<2xf32>}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @two_operands(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op has 4 operands and 2 results; only one operand, one start value and one result are supported [UnsupportedOperation]}}
  %0:2 = "stablehlo.reduce_window"(%arg0, %arg0, %arg1, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    "stablehlo.return"(%a, %b) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

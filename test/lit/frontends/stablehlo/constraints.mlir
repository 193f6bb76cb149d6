// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations whose types or attributes do not fit together break a constraint of the accy operation that they become;
// the error stands where the StableHLO operation does.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.add' op}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.add' op}}
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.and' op}}
  %0 = "stablehlo.and"(%arg0, %arg0) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.sub' op}}
  %0 = "stablehlo.subtract"(%arg3, %arg3) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.shr' op}}
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg0) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.compare' op}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.select' op}}
  %0 = "stablehlo.select"(%arg3, %arg0, %arg0) : (tensor<4xi1>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.clamp' op}}
  %0 = "stablehlo.clamp"(%arg1, %arg0, %arg2) : (tensor<3x4xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.iota' op}}
  %0 = "stablehlo.iota"() <{iota_dimension = 2 : i64}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.broadcast' op}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.reshape' op}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<4x3xf32>) -> tensor<11xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.transpose' op}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1>}> : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.slice' op}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 4, 3>, strides = array<i64: 1, 1>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.slice' op}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 3>, strides = array<i64: 0, 1>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.pad' op}}
  %0 = "stablehlo.pad"(%arg0, %arg2) <{edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: -1, 0>}> : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.concatenate' op}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<7x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.reverse' op}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 2>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.dot_general' op}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [7], rhs_contracting_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.dot_general' op}}
  %0 = "stablehlo.dot"(%arg0, %arg0) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.reduce' op}}
  %0 = "stablehlo.reduce"(%arg0, %arg2) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.reduce' op}}
  %0 = "stablehlo.reduce"(%arg0, %arg2) <{dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<4xi1>) {
  // expected-error @+1 {{'accy.reduce' op}}
  %0 = "stablehlo.reduce"(%arg0, %arg2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

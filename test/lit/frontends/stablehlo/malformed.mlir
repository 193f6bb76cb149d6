// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Malformed operations end in diagnostics.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.add' op takes exactly 2 operands, but has 1}}
  %0 = "stablehlo.add"(%arg0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.abs' op takes exactly 1 results, but has 2}}
  %0:2 = "stablehlo.abs"(%arg0) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.abs' op takes exactly 0 regions, but has 1}}
  %0 = "stablehlo.abs"(%arg0) ({
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.concatenate' op takes at least one operand}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op has 1 operands but 2 results}}
  %0:2 = "stablehlo.optimization_barrier"(%arg0) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op has result type tensor<3x4xf32> where its operands give tensor<4x3xf32>}}
  %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.constant' op requires the attribute 'value', elements written as dense<…>}}
  %0 = "stablehlo.constant"() : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.constant' op requires the attribute 'value', elements written as dense<…>}}
  %0 = "stablehlo.constant"() <{value = 1 : i32}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.constant' op requires the attribute 'value', elements written as dense<…>}}
  %0 = "stablehlo.constant"() <{value = dense_resource<__elided__> : tensor<4x3xf32>}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.constant' op has a value of another type than its result}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<4x3xi32>}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.iota' op requires the attribute 'iota_dimension', an integer as 0 : i64}}
  %0 = "stablehlo.iota"() : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.iota' op has a malformed attribute 'iota_dimension': expected an integer as 0 : i64, found "x"}}
  %0 = "stablehlo.iota"() <{iota_dimension = "x"}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.iota' op has a malformed attribute 'iota_dimension': expected an integer as 0 : i64, found 1 : i128}}
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i128}> : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.transpose' op requires the attribute 'permutation', a list of integers as array<i64: 0, 1>}}
  %0 = "stablehlo.transpose"(%arg0) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.transpose' op has a malformed attribute 'permutation': expected a list of integers as array<i64: 0, 1>, found array<i32: 1, 0>}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i32: 1, 0>}> : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.transpose' op has a malformed attribute 'permutation': expected a list of integers}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.broadcast' op has a result whose shape is not broadcast_sizes followed by the operand's shape}}
  %0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 2>}> : (tensor<4x3xf32>) -> tensor<3x4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.slice' op requires the attribute 'strides', a list of integers}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 3>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op requires the attribute 'comparison_direction', one of EQ, NE, LT, LE, GT, GE}}
  %0 = "stablehlo.compare"(%arg0, %arg0) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op has a malformed attribute 'comparison_direction': expected #stablehlo<comparison_direction NAME>, found #stablehlo.comparison_direction}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op has a malformed attribute 'comparison_direction': expected #stablehlo<comparison_direction NAME>, found #stablehlo<comparison_direction GE GE>}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction GE GE>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op has a malformed attribute 'comparison_direction': expected #stablehlo<comparison_direction NAME>, found #stablehlo<precision GE>}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<precision GE>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op has a malformed attribute 'comparison_direction': expected #stablehlo<comparison_direction NAME>, found "GE"}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = "GE"}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op has a malformed attribute 'comparison_direction': expected #stablehlo<comparison_direction NAME>, found }}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op requires the attribute 'comparison_direction', one of EQ, NE, LT, LE, GT, GE, but has SPACESHIP}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction SPACESHIP>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.compare' op has comparison type SIGNED where its operands' elements compare as FLOAT}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op requires the attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = >}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1 1], rhs_contracting_dimensions = [0, 0]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1,]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [-1]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [99999999999999999999]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1] rhs_contracting_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], lhs_contracting_dimensions = [1]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<contracting = [1]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo<dot lhs_contracting_dimensions = [1]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers'}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = [1, 0]}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'dot_dimension_numbers': expected #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, found }}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'precision_config': expected an array of precisions}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = 1 : i64}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has a malformed attribute 'precision_config': expected #stablehlo<precision NAME>, found #stablehlo.precision}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision>]}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot_general' op has precision PACKED_NIBBLE; supported are DEFAULT, HIGH and HIGHEST [UnsupportedOperation]}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision PACKED_NIBBLE>]}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.dot' op takes operands of one or two dimensions, but has 2 and 0}}
  %0 = "stablehlo.dot"(%arg0, %arg2) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.custom_call' op requires the attribute 'call_target_name', a string}}
  %0 = "stablehlo.custom_call"(%arg0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.custom_call' op to mhlo.erf takes one operand and has one result}}
  %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "mhlo.erf"}> : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.composite' op requires the attribute 'decomposition', a function as @name}}
  %0 = "stablehlo.composite"(%arg0) <{name = "x"}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'func.call' op 'nowhere' does not reference a valid function}}
  %0 = "stablehlo.composite"(%arg0) <{name = "x", decomposition = @nowhere}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.reduce' op takes as many start values as operands and results, but has 1 operands and 1 results}}
  %0 = "stablehlo.reduce"(%arg0) <{dimensions = array<i64: 0>}> ({
  }) : (tensor<4x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.reduce' op requires the attribute 'dimensions', a list of integers as array<i64: 0, 1>}}
  %0 = "stablehlo.reduce"(%arg0, %arg2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

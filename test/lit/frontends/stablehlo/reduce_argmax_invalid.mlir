// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions to a value and its index that are not converted.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics

func.func @last_of_equals(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once; supported are one operand, and values with their indices by the body that JAX writes for argmax and argmin [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @or_equal(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @swapped(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%w, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @swapped_indices(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%j, %i) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @not_nan(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @not_equal(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @other_condition(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%further, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @swapped_results(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<i32>, %i: tensor<i32>, %w: tensor<i32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%t, %s) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
  return
}

// -----

func.func @argument(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index among indices that are not stablehlo.iota along the dimension that is reduced, of an integer type that holds them all; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %arg1, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @other_dimension(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index among indices that are not stablehlo.iota along the dimension that is reduced, of an integer type that holds them all; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @wraps(%arg0: tensor<2x129xf32>, %arg1: tensor<2x129xi8>, %arg2: tensor<f32>, %arg3: tensor<i8>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x129xi8>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i8>}> : () -> tensor<i8>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index among indices that are not stablehlo.iota along the dimension that is reduced, of an integer type that holds them all; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i8>, %w: tensor<f32>, %j: tensor<i8>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i8>, tensor<i8>) -> tensor<i8>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i8>) -> ()
  }) : (tensor<2x129xf32>, tensor<2x129xi8>, tensor<f32>, tensor<i8>) -> (tensor<2xf32>, tensor<2xi8>)
  return
}

// -----

func.func @float_index(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xf32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index among indices that are not stablehlo.iota along the dimension that is reduced, of an integer type that holds them all; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<f32>, %w: tensor<f32>, %j: tensor<f32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @empty(%arg0: tensor<2x0xf32>, %arg1: tensor<2x0xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x0xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index among indices that are not stablehlo.iota along the dimension that is reduced, of an integer type that holds them all; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x0xf32>, tensor<2x0xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @two_dimensions(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index along other dimensions than one of 2; reshape the operand first [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return
}

// -----

func.func @no_such_dimension(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index along other dimensions than one of 2}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 2>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @start(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index with start values that are not constants, the lowest value of its type and index 0; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @start_of_min(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index with start values that are not constants, the highest value}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @start_index(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index with start values that are not constants, the lowest value of its type and index 0; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @start_argument(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index with start values that are not constants, the lowest value of its type and index 0; only these are supported [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %arg2, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @boolean(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xi32>, %arg2: tensor<i1>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op finds an index among values, which must be numbers, and must have start values and a body of its operands' element types [UnsupportedOperation]}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<i1>, %i: tensor<i32>, %w: tensor<i1>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<i1>, tensor<i32>) -> ()
  }) : (tensor<2x3xi1>, tensor<2x3xi32>, tensor<i1>, tensor<i32>) -> (tensor<2xi1>, tensor<2xi32>)
  return
}

// -----

func.func @result_type(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{'stablehlo.reduce' op has result type tensor<3xf32> where its operands give tensor<2xf32>}}
  %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %further = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = "stablehlo.compare"(%v, %v) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = "stablehlo.or"(%further, %nan) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %equal = "stablehlo.compare"(%v, %w) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lower = "stablehlo.compare"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "stablehlo.and"(%equal, %lower) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %first = "stablehlo.or"(%better, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %s = "stablehlo.select"(%better, %v, %w) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.select"(%first, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %t) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot be converted is named where it is; the first such error lists what can.

// RUN: accy-opt %s --stablehlo-to-accy --split-input-file --verify-diagnostics

// All of them are reported, also those inside others.
func.func @all(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.sort' is not supported by stablehlo-to-accy; supported are abs, add, and, broadcast, broadcast_in_dim, ceil, chlo.erf, chlo.square, chlo.tan, clamp, compare, composite, concatenate, constant, convert, convolution, cosine, custom_call, divide, dot, dot_general, exponential, exponential_minus_one, floor, gather, iota, is_finite, log, log_plus_one, logistic, maximum, minimum, multiply, negate, not, optimization_barrier, or, pad, power, reduce, reduce_window, remainder, reshape, return, reverse, round_nearest_afz, round_nearest_even, rsqrt, select, shift_left, shift_right_arithmetic, shift_right_logical, sign, sine, slice, sqrt, subtract, tan, tanh, transpose, xor [UnsupportedOperation]}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.add"(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.case' is not supported by stablehlo-to-accy [UnsupportedOperation]}}
  %2 = "stablehlo.case"(%arg1) ({
    // expected-error @+1 {{'chlo.lgamma' is not supported by stablehlo-to-accy [UnsupportedOperation]}}
    %3 = "chlo.lgamma"(%1) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%3) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @another(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{'stablehlo.popcnt' is not supported by stablehlo-to-accy [UnsupportedOperation]}}
  %0 = "stablehlo.popcnt"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @dynamic(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{'stablehlo.abs' op has operand 0 of type tensor<?xf32>: only static shapes are supported; export the program with fixed sizes [UnsupportedOperation]}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @unranked(%arg0: tensor<*xf32>) {
  // expected-error @+1 {{'stablehlo.abs' op has operand 0 of type tensor<*xf32>: only ranked tensors are supported [UnsupportedOperation]}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @bounded(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.abs' op has result 0 of type tensor<4xf32, "bounded">: tensors with an encoding are not supported [UnsupportedOperation]}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xf32>) -> tensor<4xf32, "bounded">
  return
}

// -----

func.func @complex(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.abs' op has operand 0 of type tensor<4xcomplex<f32>>: element types are f16, bf16, f32, f64, i1, i8 to i64 and ui8 to ui64 [UnsupportedOperation]}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

// -----

func.func @quantized(%arg0: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error @+1 {{element types are f16}}
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @element_types(%arg0: tensor<4xi4>, %arg1: tensor<4xf8E4M3FN>, %arg2: tensor<4xindex>) {
  // expected-error @+1 {{element types are f16}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xi4>) -> tensor<4xi4>
  // expected-error @+1 {{element types are f16}}
  %1 = "stablehlo.abs"(%arg1) : (tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  // expected-error @+1 {{element types are f16}}
  %2 = "stablehlo.abs"(%arg2) : (tensor<4xindex>) -> tensor<4xindex>
  return
}

// -----

func.func @token(%arg0: !stablehlo.token, %arg1: tuple<tensor<f32>>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op has operand 0 of type !stablehlo.token: only ranked tensors are supported [UnsupportedOperation]}}
  %0 = "stablehlo.optimization_barrier"(%arg0) : (!stablehlo.token) -> !stablehlo.token
  // expected-error @+1 {{'stablehlo.optimization_barrier' op has operand 0 of type tuple<tensor<f32>>: only ranked tensors are supported [UnsupportedOperation]}}
  %1 = "stablehlo.optimization_barrier"(%arg1) : (tuple<tensor<f32>>) -> tuple<tensor<f32>>
  // expected-error @+1 {{'stablehlo.after_all' is not supported by stablehlo-to-accy}}
  %2 = "stablehlo.after_all"() : () -> !stablehlo.token
  return
}

// -----

func.func @total_order(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  // expected-error @+1 {{'stablehlo.compare' op compares in total order, which orders NaN and -0.0 too; only comparison types FLOAT, SIGNED and UNSIGNED are supported [UnsupportedOperation]}}
  %0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @custom_call(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op calls 'my_kernel'; supported are mhlo.erf and mhlo.tan [UnsupportedOperation]}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "my_kernel"}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @algorithm(%arg0: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{'stablehlo.dot_general' op prescribes an algorithm, which is not supported; leave the attribute 'algorithm' out [UnsupportedOperation]}}
  %0 = "stablehlo.dot_general"(%arg0, %arg0) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @two_operands(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) -> tensor<f32> {
  // expected-error @+1 {{'stablehlo.reduce' op reduces 2 operands at once; supported are one operand, and values with their indices by the body that JAX writes for argmax and argmin [UnsupportedOperation]}}
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %1 = "stablehlo.add"(%a, %c) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.add"(%b, %d) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1, %2) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return %0#0 : tensor<f32>
}

// -----

func.func @bodies(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op has a body that is not one operation on its two arguments; supported are add, multiply, maximum, minimum, and, or [UnsupportedOperation]}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.subtract"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{'stablehlo.reduce' op has a body that is not one operation on its two arguments}}
  %2 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{'stablehlo.reduce' op has a body that is not one operation on its two arguments}}
  %3 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{'stablehlo.reduce' op has a body that is not one operation on its two arguments}}
  %4 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @promotes(%arg0: tensor<4xf16>, %arg1: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'stablehlo.reduce' op has operand, start value, body and result of different element types; convert the operand first [UnsupportedOperation]}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf16>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @element_kinds(%arg0: tensor<4xf16>, %arg1: tensor<4xf32>, %arg2: tensor<4xui8>) {
  // expected-error @+1 {{'stablehlo.dot' op combines element types that are not supported: both operands must have the same, and the result the same or a wider or narrower one of its kind; convert them first [UnsupportedOperation]}}
  %0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<4xf16>, tensor<4xf32>) -> tensor<f32>
  // expected-error @+1 {{'stablehlo.dot' op combines element types that are not supported}}
  %1 = "stablehlo.dot"(%arg2, %arg2) : (tensor<4xui8>, tensor<4xui8>) -> tensor<i32>
  // expected-error @+1 {{'stablehlo.dot' op combines element types that are not supported}}
  %2 = "stablehlo.dot"(%arg0, %arg0) : (tensor<4xf16>, tensor<4xf16>) -> tensor<bf16>
  return
}

// -----

func.func @finite_integers(%arg0: tensor<4xi32>) -> tensor<4xi1> {
  // expected-error @+1 {{'stablehlo.is_finite' op has elements that are no floats; give it floats [UnsupportedOperation]}}
  %0 = "stablehlo.is_finite"(%arg0) : (tensor<4xi32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

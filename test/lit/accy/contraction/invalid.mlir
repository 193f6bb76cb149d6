// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduce and dot_general are diagnosed by the numbers of docs/spec.md when they do not fit.

// RUN: accy-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reduce' op (C1) 'dims' must be at least 0 and below 2, but has 2}}
  %0 = accy.reduce sum %a dims = [2] : tensor<2x3xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reduce' op (C1) 'dims' must not repeat a dimension, but repeats 0}}
  %0 = accy.reduce sum %a dims = [0, 0] : tensor<2x3xf32> -> tensor<3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<3xi1>) {
  // expected-error @+1 {{'accy.reduce' op (C2) 'kind' must fit the elements: sum takes floats or integers}}
  %0 = accy.reduce sum %a dims = [0] : tensor<3xi1> -> tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<3xi1>) {
  // expected-error @+1 {{'accy.reduce' op (C2) 'kind' must fit the elements: prod takes floats or integers}}
  %0 = accy.reduce prod %a dims = [0] : tensor<3xi1> -> tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<3xf32>) {
  // expected-error @+1 {{'accy.reduce' op (C2) 'kind' must fit the elements: and takes integers or i1}}
  %0 = accy.reduce and %a dims = [0] : tensor<3xf32> -> tensor<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<3xf32>) {
  // expected-error @+1 {{'accy.reduce' op (C2) 'kind' must fit the elements: or takes integers or i1}}
  %0 = accy.reduce or %a dims = [0] : tensor<3xf32> -> tensor<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reduce' op (C3) result must be 'tensor<3xf32>', but is 'tensor<2xf32>'}}
  %0 = accy.reduce max %a dims = [0] : tensor<2x3xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'mean' is no value of 'kind'; expected one of sum max min prod and or}}
  %0 = accy.reduce mean %a dims = [0] : tensor<2x3xf32> -> tensor<3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf16>) {
  // expected-error @+1 {{'accy.dot_general' op (C1) operands must have the same elements, but has 'tensor<2x3x4xf32>' and 'tensor<2x4x5xf16>'}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf16> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C2) 'lhs_batch' and 'rhs_batch' must be equally many, but are 1 and 0}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [] lhs_contract = [2] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C2) 'lhs_contract' and 'rhs_contract' must be equally many, but are 1 and 2}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1, 2] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C3) 'lhs_batch' must be at least 0 and below 3, but has 3}}
  %0 = accy.dot_general %a, %b lhs_batch = [3] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C3) 'lhs_contract' must not repeat a dimension, but repeats 2}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2, 2] rhs_contract = [1, 2] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C3) 'lhs_batch' and 'lhs_contract' must not share a dimension, but share 0}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [0] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C4) 'rhs_contract' must be at least 0 and below 3, but has -1}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [-1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C4) 'rhs_batch' and 'rhs_contract' must not share a dimension, but share 1}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [1] lhs_contract = [2] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C5) batch dimensions must have the same extents, but pair 0 has 3 and 2}}
  %0 = accy.dot_general %a, %b lhs_batch = [1] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C6) contracting dimensions must have the same extents, but pair 0 has 4 and 5}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [2] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C7) 'accumulate' must be an element type of the operands' kind that is at least as wide}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] accumulate = f16 : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C7) 'accumulate' must be an element type of the operands' kind that is at least as wide}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] accumulate = i64 : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C7) 'accumulate' must be an element type of the operands' kind that is at least as wide}}
  %0 = "accy.dot_general"(%a, %b) {lhs_batch = array<i64: 0>, rhs_batch = array<i64: 0>, lhs_contract = array<i64: 2>, rhs_contract = array<i64: 1>, accumulate = "f32"} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<1x1x1x1x1xf32>, %b: tensor<1x1x1x1x1xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C8) the result must have at most 8 dimensions}}
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [] rhs_contract = [] : tensor<1x1x1x1x1xf32>, tensor<1x1x1x1x1xf32> -> tensor<1xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C9) the result must have batch, free left and free right dimensions and the elements of the operands or of 'accumulate', but has 'tensor<2x3x5xf32>' and 'tensor<2x5x3xf32>'}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x5x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'accy.dot_general' op (C9) the result must have batch, free left and free right dimensions and the elements of the operands or of 'accumulate', but has 'tensor<2x3x5xf64>' and 'tensor<2x3x5xf16>'}}
  %0 = accy.dot_general %a, %b lhs_batch = [0] rhs_batch = [0] lhs_contract = [2] rhs_contract = [1] accumulate = f64 : tensor<2x3x4xf32>, tensor<2x4x5xf32> -> tensor<2x3x5xf16>
  accy.return
}

// -----

func.func @f(%a: tensor<2xi1>, %b: tensor<2xi1>) {
  // expected-error @+1 {{'accy.dot_general' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<2xi1>'}}
  %0 = accy.dot_general %a, %b lhs_batch = [] rhs_batch = [] lhs_contract = [0] rhs_contract = [0] : tensor<2xi1>, tensor<2xi1> -> tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  %0 = accy.dot_general %a, %a lhs_batch = [] rhs_batch = [] lhs_contract = [1] rhs_contract = [0] : tensor<4x4xf32>
  // expected-error @+1 {{expected the result's type: write `-> TYPE` here}}
  accy.return
}

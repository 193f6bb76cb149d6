// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations are diagnosed by the numbers of docs/spec.md when they do not fit.

// RUN: accy-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.neg' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.neg"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.abs' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.abs"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.sign' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.sign"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.exp' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.exp"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.expm1' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.expm1"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.log' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.log"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.log1p' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.log1p"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.sqrt' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.sqrt"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.rsqrt' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.rsqrt"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.sin' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.sin"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.cos' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.cos"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.tan' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.tan"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.tanh' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.tanh"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.logistic' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.logistic"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.erf' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.erf"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.floor' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.floor"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.ceil' op (C1) result must be 'tensor<4xf32>', but is 'tensor<5xf32>'}}
  %0 = "accy.ceil"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.round' op (C1) result must be 'tensor<4xf32>', but is 'tensor<4xf16>'}}
  %0 = "accy.round"(%a) {ties = "even"} : (tensor<4xf32>) -> tensor<4xf16>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi1>) {
  // expected-error @+1 {{'accy.not' op (C1) result must be 'tensor<4xi1>', but is 'tensor<i1>'}}
  %0 = "accy.not"(%a) : (tensor<4xi1>) -> tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.neg' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.neg %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<ui8>) {
  // expected-error @+1 {{'accy.abs' op (G5) operand 0 must have elements that are floats or signed integers, but is 'tensor<ui8>'}}
  %0 = accy.abs %a : tensor<ui8>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.sign' op (G5) operand 0 must have elements that are floats or signed integers, but is 'tensor<i1>'}}
  %0 = accy.sign %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{'accy.not' op (G5) operand 0 must have elements that are integers or i1, but is 'tensor<f32>'}}
  %0 = accy.not %a : tensor<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.exp' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.exp %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.expm1' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.expm1 %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.log' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.log %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.log1p' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.log1p %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.sqrt' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.sqrt %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.rsqrt' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.rsqrt %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.sin' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.sin %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.cos' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.cos %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.tan' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.tan %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.tanh' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.tanh %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.logistic' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.logistic %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.erf' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.erf %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.floor' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.floor %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error @+1 {{'accy.ceil' op (G5) operand 0 must have elements that are floats, but is 'tensor<i32>'}}
  %0 = accy.ceil %a : tensor<i32>
  accy.return
}

// -----

func.func @f(%a: tensor<i8>) {
  // expected-error @+1 {{'accy.round' op (G5) operand 0 must have elements that are floats, but is 'tensor<i8>'}}
  %0 = accy.round %a ties = away : tensor<i8>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.add' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.add %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.sub' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.sub %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.mul' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.mul %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.div' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.div %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.rem' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.rem %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.pow' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.pow %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<f64>) {
  // expected-error @+1 {{'accy.and' op (G5) operand 0 must have elements that are integers or i1, but is 'tensor<f64>'}}
  %0 = accy.and %a, %a : tensor<f64>
  accy.return
}

// -----

func.func @f(%a: tensor<f16>) {
  // expected-error @+1 {{'accy.or' op (G5) operand 0 must have elements that are integers or i1, but is 'tensor<f16>'}}
  %0 = accy.or %a, %a : tensor<f16>
  accy.return
}

// -----

func.func @f(%a: tensor<bf16>) {
  // expected-error @+1 {{'accy.xor' op (G5) operand 0 must have elements that are integers or i1, but is 'tensor<bf16>'}}
  %0 = accy.xor %a, %a : tensor<bf16>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.shl' op (G5) operand 0 must have elements that are integers, but is 'tensor<i1>'}}
  %0 = accy.shl %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{'accy.shr' op (G5) operand 0 must have elements that are integers, but is 'tensor<f32>'}}
  %0 = accy.shr %a, %a : tensor<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.add' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.add %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.add' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.add"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.sub' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.sub %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.sub' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.sub"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.mul' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.mul %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.mul' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.mul"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.div' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.div %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.div' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.div"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.rem' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.rem %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.rem' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.rem"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.pow' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.pow %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.pow' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.pow"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.max' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.max %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.max' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.max"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.min' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.min %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.min' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.min"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.and' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.and %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.and' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.and"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.or' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.or %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.or' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.or"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.xor' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.xor %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.xor' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.xor"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.shl' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.shl %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.shl' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.shl"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'accy.shr' op (C1) operands and result must have the same type, but has 'tensor<4xi32>' and 'tensor<4xi64>'}}
  %0 = accy.shr %a, %b : tensor<4xi32>, tensor<4xi64>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.shr' op (C1) result must be 'tensor<4xi32>', but is 'tensor<4xui32>'}}
  %0 = "accy.shr"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xui32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.convert' op (C1) operand and result must have the same shape, but has 'tensor<4xf32>' and 'tensor<2x2xf16>'}}
  %0 = accy.convert %a : tensor<4xf32> -> tensor<2x2xf16>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{'accy.compare' op (C1) operands must have the same type, but has 'tensor<4xf32>' and 'tensor<f32>'}}
  %0 = accy.compare lt %a, %b : tensor<4xf32>, tensor<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.compare' op (C2) result must be 'tensor<4xi1>', but is 'tensor<4xi8>'}}
  %0 = "accy.compare"(%a, %a) {direction = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  accy.return
}

// -----

func.func @f(%p: tensor<4xi8>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.select' op (C1) the first operand must have elements of i1, but has 'tensor<4xi8>' and 'tensor<4xf32>'}}
  %0 = accy.select %p, %a, %a : tensor<4xi8>, tensor<4xf32>, tensor<4xf32>
  accy.return
}

// -----

func.func @f(%p: tensor<4xi1>, %b: tensor<4xf16>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.select' op (C2) the second and third operand must have the same type, but has 'tensor<4xf32>' and 'tensor<4xf16>'}}
  %0 = accy.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>, tensor<4xf16>
  accy.return
}

// -----

func.func @f(%p: tensor<1xi1>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.select' op (C3) the first operand must be a scalar or have the others' shape, but has 'tensor<1xi1>' and 'tensor<4xf32>'}}
  %0 = accy.select %p, %a, %a : tensor<1xi1>, tensor<4xf32>, tensor<4xf32>
  accy.return
}

// -----

func.func @f(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.select' op (C4) result must be 'tensor<4xf32>', but is 'tensor<f32>'}}
  %0 = "accy.select"(%p, %a, %a) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  accy.return
}

// -----

func.func @f(%s: tensor<f16>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.clamp' op (C1) operands must have the same elements, but has 'tensor<f16>' and 'tensor<4xf32>'}}
  %0 = accy.clamp %a, %a, %s : tensor<4xf32>, tensor<4xf32>, tensor<f16>
  accy.return
}

// -----

func.func @f(%s: tensor<1xf32>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.clamp' op (C2) the first and third operand must be scalars or have the second's shape, but has 'tensor<1xf32>' and 'tensor<4xf32>'}}
  %0 = accy.clamp %s, %a, %a : tensor<1xf32>, tensor<4xf32>, tensor<4xf32>
  accy.return
}

// -----

func.func @f(%s: tensor<f32>, %a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.clamp' op (C3) result must be 'tensor<4xf32>', but is 'tensor<f32>'}}
  %0 = "accy.clamp"(%s, %a, %s) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<i1>) {
  // expected-error @+1 {{'accy.clamp' op (G5) operand 0 must have elements that are floats or integers, but is 'tensor<i1>'}}
  %0 = accy.clamp %a, %a, %a : tensor<i1>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'near' is no value of 'ties'; expected one of away even}}
  %0 = accy.round %a ties = near : tensor<4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.round' op does not know the ties 'near'}}
  %0 = "accy.round"(%a) {ties = "near"} : (tensor<4xf32>) -> tensor<4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.round' op requires the attribute 'ties'}}
  %0 = "accy.round"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.compare' op takes a keyword as attribute 'direction'}}
  %0 = "accy.compare"(%a, %a) {direction = 3 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  accy.return
}

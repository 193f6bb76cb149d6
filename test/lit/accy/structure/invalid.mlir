// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The general constraints, constant, iota, kernel_call and return are diagnosed by the numbers of docs/spec.md when they do not fit.

// RUN: accy-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<*xi32>) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'tensor<*xi32>'}}
  %0 = "accy.not"(%a) : (tensor<*xi32>) -> tensor<*xi32>
  accy.return
}

// -----

func.func @f(%a: tensor<?xi32>) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'tensor<?xi32>'}}
  %0 = "accy.not"(%a) : (tensor<?xi32>) -> tensor<?xi32>
  accy.return
}

// -----

func.func @f(%a: memref<4xi32>) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'memref<4xi32>'}}
  %0 = "accy.not"(%a) : (memref<4xi32>) -> memref<4xi32>
  accy.return
}

// -----

func.func @f(%a: vector<4xi32>) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'vector<4xi32>'}}
  %0 = "accy.not"(%a) : (vector<4xi32>) -> vector<4xi32>
  accy.return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'i32'}}
  %0 = "accy.not"(%a) : (i32) -> i32
  accy.return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'index'}}
  %0 = "accy.not"(%a) : (index) -> index
  accy.return
}

// -----

func.func @f(%a: tuple<i32, i32>) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'tuple<i32, i32>'}}
  %0 = "accy.not"(%a) : (tuple<i32, i32>) -> tuple<i32, i32>
  accy.return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'complex<f32>'}}
  %0 = "accy.not"(%a) : (complex<f32>) -> complex<f32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32, "x">) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'tensor<4xi32, "x">'}}
  %0 = "accy.not"(%a) : (tensor<4xi32, "x">) -> tensor<4xi32, "x">
  accy.return
}

// -----

func.func @f(%a: !llvm.ptr) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is '!llvm.ptr'}}
  %0 = "accy.not"(%a) : (!llvm.ptr) -> !llvm.ptr
  accy.return
}

// -----

func.func @f(%a: none) {
  // expected-error @+1 {{'accy.not' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'none'}}
  %0 = "accy.not"(%a) : (none) -> none
  accy.return
}

// -----

func.func @f(%a: tensor<1x1x1x1x1x1x1x1x1xi32>) {
  // expected-error @+1 {{'accy.not' op (G2) operand 0 must have at most 8 dimensions, but is 'tensor<1x1x1x1x1x1x1x1x1xi32>'}}
  %0 = "accy.not"(%a) : (tensor<1x1x1x1x1x1x1x1x1xi32>) -> tensor<1x1x1x1x1x1x1x1x1xi32>
  accy.return
}

// -----

func.func @f(%a: tensor<2xsi32>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xsi32>'}}
  %0 = "accy.not"(%a) : (tensor<2xsi32>) -> tensor<2xsi32>
  accy.return
}

// -----

func.func @f(%a: tensor<2xi4>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xi4>'}}
  %0 = "accy.not"(%a) : (tensor<2xi4>) -> tensor<2xi4>
  accy.return
}

// -----

func.func @f(%a: tensor<2xi128>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xi128>'}}
  %0 = "accy.not"(%a) : (tensor<2xi128>) -> tensor<2xi128>
  accy.return
}

// -----

func.func @f(%a: tensor<2xui1>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xui1>'}}
  %0 = "accy.not"(%a) : (tensor<2xui1>) -> tensor<2xui1>
  accy.return
}

// -----

func.func @f(%a: tensor<2xindex>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xindex>'}}
  %0 = "accy.not"(%a) : (tensor<2xindex>) -> tensor<2xindex>
  accy.return
}

// -----

func.func @f(%a: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xcomplex<f32>>'}}
  %0 = "accy.not"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  accy.return
}

// -----

func.func @f(%a: tensor<2xf8E5M2>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xf8E5M2>'}}
  %0 = "accy.not"(%a) : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  accy.return
}

// -----

func.func @f(%a: tensor<2xf80>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xf80>'}}
  %0 = "accy.not"(%a) : (tensor<2xf80>) -> tensor<2xf80>
  accy.return
}

// -----

func.func @f(%a: tensor<2xtf32>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xtf32>'}}
  %0 = "accy.not"(%a) : (tensor<2xtf32>) -> tensor<2xtf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2xvector<2xf32>>) {
  // expected-error @+1 {{'accy.not' op (G3) operand 0 must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64, but is 'tensor<2xvector<2xf32>>'}}
  %0 = "accy.not"(%a) : (tensor<2xvector<2xf32>>) -> tensor<2xvector<2xf32>>
  accy.return
}

// -----

func.func @f(%a: tensor<4611686018427387904xi16>) {
  // expected-error @+1 {{'accy.not' op (G4) operand 0 must have at most 2^63-1 bytes, but is 'tensor<4611686018427387904xi16>'}}
  %0 = "accy.not"(%a) : (tensor<4611686018427387904xi16>) -> tensor<4611686018427387904xi16>
  accy.return
}

// -----

func.func @f(%a: tensor<0x9223372036854775807x9223372036854775807xi8>) {
  // expected-error @+1 {{'accy.not' op (G4) operand 0 must have at most 2^63-1 bytes, but is 'tensor<0x9223372036854775807x9223372036854775807xi8>'}}
  %0 = "accy.not"(%a) : (tensor<0x9223372036854775807x9223372036854775807xi8>) -> tensor<0x9223372036854775807x9223372036854775807xi8>
  accy.return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error @+1 {{'accy.not' op (G1) result must be a ranked tensor of static shape and no encoding, but is 'memref<4xi32>'}}
  %0 = "accy.not"(%a) : (tensor<4xi32>) -> memref<4xi32>
  accy.return
}

// -----

// The parser says the same before it knows the result type.
func.func @f(%a: tensor<2xf32>, %b: memref<2xf32>) {
  // expected-error @+1 {{'accy.add' op (G1) operand 1 must be a ranked tensor of static shape and no encoding, but is 'memref<2xf32>'}}
  %0 = accy.add %a, %b : tensor<2xf32>, memref<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{'accy.add' op takes 2 operands, but has 1}}
  %0 = accy.add %a : tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{'accy.add' op takes exactly 2 operands, but has 3}}
  %0 = "accy.add"(%a, %a, %a) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{'accy.exp' op takes exactly 1 results, but has 0}}
  "accy.exp"(%a) : (tensor<2xf32>) -> ()
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.concatenate' op takes at least 1 operands, but has 0}}
  %0 = "accy.concatenate"() {dim = 0 : i64} : () -> tensor<2xf32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.constant' op (C1) 'value' must hold its elements as dense<…>}}
  %0 = accy.constant sparse<[[0]], [1.0]> : tensor<2xf32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.constant' op (C2) 'value' and result must have the same type, but has 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %0 = "accy.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.constant' op (G1) result must be a ranked tensor of static shape and no encoding, but is 'vector<2xf32>'}}
  %0 = accy.constant dense<1.0> : vector<2xf32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.constant' op takes an elements attribute as attribute 'value'}}
  %0 = "accy.constant"() {value = 1.0 : f32} : () -> tensor<f32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected an elements attribute as 'value'}}
  %0 = accy.constant 1.0 : f32
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.constant' op requires the typed attribute 'value'}}
  %0 = "accy.constant"() : () -> tensor<f32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.iota' op (C1) 'dim' must be at least 0 and below 1, but has 1}}
  %0 = accy.iota dim = 1 : tensor<4xi32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.iota' op (C1) 'dim' must have at most one entry for each of 0 dimensions, but has 1}}
  %0 = accy.iota dim = 0 : tensor<i32>
  accy.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accy.iota' op (G5) result must have elements that are floats or integers, but is 'tensor<4xi1>'}}
  %0 = accy.iota dim = 0 : tensor<4xi1>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C1) 'target' must not be empty}}
  %0 = accy.kernel_call "" %a version = 1 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C2) 'version' must be 1 to 2^32-1, but is 0}}
  %0 = accy.kernel_call "k" %a version = 0 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C2) 'version' must be 1 to 2^32-1, but is 4294967296}}
  %0 = accy.kernel_call "k" %a version = 4294967296 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = 1 : i64 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [1 : i64] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [{kind = "f16", bits = 1 : i64}] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [{kind = "u32"}] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [{kind = "u32", bits = 4294967296 : i64}] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [{kind = "i32", bits = -1 : i64}] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [{kind = "i64", bits = 1 : i32}] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C3) 'scalars' must be an array of}}
  %0 = accy.kernel_call "k" %a version = 1 scalars = [{kind = "i64", bits = 1 : i64, name = "n"}] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C4) 'effects' must have "read", "write" or "readwrite" for each of 1 operands}}
  %0 = accy.kernel_call "k" %a version = 1 effects = unit : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C4) 'effects' must have "read", "write" or "readwrite" for each of 1 operands}}
  %0 = accy.kernel_call "k" %a version = 1 effects = [] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C4) 'effects' must have "read", "write" or "readwrite" for each of 1 operands}}
  %0 = accy.kernel_call "k" %a version = 1 effects = ["read", "read"] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C4) 'effects' must have "read", "write" or "readwrite" for each of 1 operands}}
  %0 = accy.kernel_call "k" %a version = 1 effects = ["modify"] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C4) 'effects' must have "read", "write" or "readwrite" for each of 1 operands}}
  %0 = accy.kernel_call "k" %a version = 1 effects = [1 : i64] : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C5) 'alias' must be an operand's number, 0 to 0, but is 1}}
  %0 = accy.kernel_call "k" %a version = 1 alias = 1 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C5) 'alias' must be an operand's number, 0 to 0, but is -1}}
  %0 = accy.kernel_call "k" %a version = 1 alias = -1 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'accy.kernel_call' op (C6) result and aliased operand must have the same type, but has 'tensor<2xf32>' and 'tensor<4xf32>'}}
  %0 = accy.kernel_call "k" %a version = 1 alias = 0 : tensor<4xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  scf.execute_region {
    // expected-error @+1 {{'accy.return' op (C1) must end the body of a 'func.func'}}
    accy.return
  }
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'accy.return' op (C2) must return the function's 1 results, but returns 0}}
  accy.return
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf64> {
  // expected-error @+1 {{'accy.return' op (C3) operands must have the types of the function's results, but has 'tensor<4xf32>' and 'tensor<4xf64>'}}
  accy.return %a : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'accy.return' op must be the last operation in the parent block}}
  accy.return %a : tensor<4xf32>
  accy.return %a : tensor<4xf32>
}

// -----

func.func @f(%a: memref<4xf32>) -> memref<4xf32> {
  // expected-error @+1 {{'accy.return' op (G1) operand 0 must be a ranked tensor of static shape and no encoding, but is 'memref<4xf32>'}}
  accy.return %a : memref<4xf32>
}

// -----

// An attribute that the syntax spells out may not come again.
func.func @f(%a: tensor<4xf32>) {
  %0 = accy.reverse %a dims = [0] {dims = "x"} : tensor<4xf32> // expected-error {{attribute 'dims' occurs more than once}}
  accy.return
}

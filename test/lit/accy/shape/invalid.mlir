// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that move or repeat elements are diagnosed by the numbers of docs/spec.md when they do not fit.

// RUN: accy-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.broadcast' op (C1) operand and result must have the same elements, but has 'tensor<2x3xf32>' and 'tensor<2x3xf16>'}}
  %0 = accy.broadcast %a dims = [0, 1] : tensor<2x3xf32> -> tensor<2x3xf16>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.broadcast' op (C2) 'dims' must have one entry for each of the operand's 2 dimensions, but has 1}}
  %0 = accy.broadcast %a dims = [0] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.broadcast' op (C3) 'dims' must be at least 0 and below 2, but has 2}}
  %0 = accy.broadcast %a dims = [0, 2] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.broadcast' op (C3) 'dims' must not repeat a dimension, but repeats 0}}
  %0 = accy.broadcast %a dims = [0, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.broadcast' op (C3) 'dims' must have at most one entry for each of 1 dimensions, but has 2}}
  %0 = accy.broadcast %a dims = [0, 1] : tensor<2x3xf32> -> tensor<2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.broadcast' op (C4) operand dimension 1 must have extent 1 or that of result dimension 0, but 3 is not 4}}
  %0 = accy.broadcast %a dims = [1, 0] : tensor<2x3xf32> -> tensor<4x2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reshape' op (C1) operand and result must have the same elements, but has 'tensor<2x3xf32>' and 'tensor<6xi32>'}}
  %0 = accy.reshape %a : tensor<2x3xf32> -> tensor<6xi32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reshape' op (C2) operand and result must have as many elements, but 6 are not 5}}
  %0 = accy.reshape %a : tensor<2x3xf32> -> tensor<5xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.transpose' op (C1) 'permutation' must have one entry for each of the operand's 2 dimensions, but has 3}}
  %0 = accy.transpose %a permutation = [1, 0, 2] : tensor<2x3xf32> -> tensor<3x2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.transpose' op (C1) 'permutation' must not repeat a dimension, but repeats 1}}
  %0 = accy.transpose %a permutation = [1, 1] : tensor<2x3xf32> -> tensor<3x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.transpose' op (C1) 'permutation' must be at least 0 and below 2, but has -9223372036854775808}}
  %0 = accy.transpose %a permutation = [1, -9223372036854775808] : tensor<2x3xf32> -> tensor<3x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.transpose' op (C2) result must be 'tensor<3x2xf32>', but is 'tensor<2x3xf32>'}}
  %0 = accy.transpose %a permutation = [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C1) 'start' must have one entry for each of the operand's 2 dimensions, but has 1}}
  %0 = accy.slice %a start = [0] limit = [2, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C1) 'limit' must have one entry for each of the operand's 2 dimensions, but has 0}}
  %0 = accy.slice %a start = [0, 0] limit = [] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C1) 'strides' must have one entry for each of the operand's 2 dimensions, but has 9}}
  %0 = accy.slice %a start = [0, 0] limit = [2, 3] strides = [1, 1, 1, 1, 1, 1, 1, 1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C2) 0 <= start <= limit <= 3 must hold in dimension 1, but start is -1 and limit 3}}
  %0 = accy.slice %a start = [0, -1] limit = [2, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C2) 0 <= start <= limit <= 2 must hold in dimension 0, but start is 2 and limit 1}}
  %0 = accy.slice %a start = [2, 0] limit = [1, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C2) 0 <= start <= limit <= 3 must hold in dimension 1, but start is 0 and limit 9223372036854775807}}
  %0 = accy.slice %a start = [0, 0] limit = [2, 9223372036854775807] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C3) 'strides' must be at least 1, but is 0 in dimension 1}}
  %0 = accy.slice %a start = [0, 0] limit = [2, 3] strides = [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.slice' op (C4) result must be 'tensor<2x2xf32>', but is 'tensor<2x1xf32>'}}
  %0 = accy.slice %a start = [0, 0] limit = [2, 3] strides = [1, 2] : tensor<2x3xf32> -> tensor<2x1xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f16>) {
  // expected-error @+1 {{'accy.pad' op (C1) the second operand must be a scalar of the first's elements, but has 'tensor<2x3xf32>' and 'tensor<f16>'}}
  %0 = accy.pad %a, %s low = [0, 0] high = [0, 0] interior = [0, 0] : tensor<2x3xf32>, tensor<f16> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<1xf32>) {
  // expected-error @+1 {{'accy.pad' op (C1) the second operand must be a scalar of the first's elements, but has 'tensor<2x3xf32>' and 'tensor<1xf32>'}}
  %0 = accy.pad %a, %s low = [0, 0] high = [0, 0] interior = [0, 0] : tensor<2x3xf32>, tensor<1xf32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C2) 'low' must have one entry for each of the operand's 2 dimensions, but has 1}}
  %0 = accy.pad %a, %s low = [0] high = [0, 0] interior = [0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C2) 'high' must have one entry for each of the operand's 2 dimensions, but has 1}}
  %0 = accy.pad %a, %s low = [0, 0] high = [0] interior = [0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C2) 'interior' must have one entry for each of the operand's 2 dimensions, but has 3}}
  %0 = accy.pad %a, %s low = [0, 0] high = [0, 0] interior = [0, 0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C3) 'interior' must be at least 0, but is -1 in dimension 1}}
  %0 = accy.pad %a, %s low = [0, 0] high = [0, 0] interior = [0, -1] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C4) the result's extents must be 0 to 2^63-1, but dimension 0 is padded from 2 by low -3, high 0 and interior 0}}
  %0 = accy.pad %a, %s low = [-3, 0] high = [0, 0] interior = [0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C4) the result's extents must be 0 to 2^63-1, but dimension 1 is padded from 3 by low 0, high 0 and interior 9223372036854775807}}
  %0 = accy.pad %a, %s low = [0, 0] high = [0, 0] interior = [0, 9223372036854775807] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'accy.pad' op (C5) result must be 'tensor<3x3xf32>', but is 'tensor<2x3xf32>'}}
  %0 = accy.pad %a, %s low = [1, 0] high = [0, 0] interior = [0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @+1 {{'accy.concatenate' op (C1) 'dim' must be at least 0 and below 2, but has 2}}
  %0 = accy.concatenate %a, %b dim = 2 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<2x7xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{'accy.concatenate' op (C1) 'dim' must have at most one entry for each of 0 dimensions, but has 1}}
  %0 = accy.concatenate %a dim = 0 : tensor<f32> -> tensor<1xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @+1 {{'accy.concatenate' op (C2) operands must have the same elements and extents but in dimension 'dim', but has 'tensor<2x3xf32>' and 'tensor<2x4xf32>'}}
  %0 = accy.concatenate %a, %b dim = 0 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<4x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<0x9223372036854775807xi8>) {
  // expected-error @+1 {{'accy.concatenate' op (C3) the result's extent must be at most 2^63-1}}
  %0 = accy.concatenate %a, %a dim = 1 : tensor<0x9223372036854775807xi8> -> tensor<0x1xi8>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @+1 {{'accy.concatenate' op (C4) result must be 'tensor<2x7xf32>', but is 'tensor<2x8xf32>'}}
  %0 = accy.concatenate %a, %b dim = 1 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<2x8xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reverse' op (C1) 'dims' must be at least 0 and below 2, but has -1}}
  %0 = accy.reverse %a dims = [-1] : tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reverse' op (C1) 'dims' must not repeat a dimension, but repeats 1}}
  %0 = accy.reverse %a dims = [1, 1] : tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reverse' op (C2) result must be 'tensor<2x3xf32>', but is 'tensor<3x2xf32>'}}
  %0 = "accy.reverse"(%a) {dims = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.reverse' op takes an array of i64 integers as attribute 'dims'}}
  %0 = "accy.reverse"(%a) {dims = [0]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'accy.concatenate' op takes an i64 integer as attribute 'dim'}}
  %0 = "accy.concatenate"(%a) {dim = 0 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<7xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{integer is out of range: write one of -2^63 to 2^63-1}}
  %0 = accy.pad %a, %s low = [9223372036854775808] high = [0] interior = [0] : tensor<7xf32>, tensor<f32> -> tensor<7xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<7xf32>) {
  // expected-error @+1 {{integer is out of range: write one of -2^63 to 2^63-1}}
  %0 = accy.slice %a start = [-9223372036854775809] limit = [1] strides = [1] : tensor<7xf32> -> tensor<1xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'accy.gather' op (C1) 'dim' must be at least 0 and below 2, but has 2}}
  %0 = accy.gather %a, %i dim = 2 : tensor<2x3xf32>, tensor<4xi32> -> tensor<2x4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<f32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'accy.gather' op (C1) 'dim' must have at most one entry for each of 0 dimensions, but has 1}}
  %0 = accy.gather %a, %i dim = 0 : tensor<f32>, tensor<4xi32> -> tensor<4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xf32>) {
  // expected-error @+1 {{'accy.gather' op (C2) the second operand must have integers, which are indices}}
  %0 = accy.gather %a, %i dim = 1 : tensor<2x3xf32>, tensor<4xf32> -> tensor<2x4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xi1>) {
  // expected-error @+1 {{'accy.gather' op (C2) the second operand must have integers, which are indices}}
  %0 = accy.gather %a, %i dim = 1 : tensor<2x3xf32>, tensor<4xi1> -> tensor<2x4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<1x1x1x1x3xf32>, %i: tensor<1x1x1x1x4xi32>) {
  // expected-error @+1 {{'accy.gather' op (C3) the result must have at most 8 dimensions, but has 9}}
  %0 = accy.gather %a, %i dim = 4 : tensor<1x1x1x1x3xf32>, tensor<1x1x1x1x4xi32> -> tensor<1xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x0xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'accy.gather' op (C4) the first operand must have an element to take along dimension 1}}
  %0 = accy.gather %a, %i dim = 1 : tensor<2x0xf32>, tensor<4xi32> -> tensor<2x4xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'accy.gather' op (C5) result must be 'tensor<2x4xf32>', but is 'tensor<4x2xf32>'}}
  %0 = accy.gather %a, %i dim = 1 : tensor<2x3xf32>, tensor<4xi32> -> tensor<4x2xf32>
  accy.return
}

// -----

func.func @f(%a: tensor<4611686018427387904xi8>, %i: tensor<4611686018427387904xi8>, %b: tensor<2x4xi8>) {
  // expected-error @+1 {{'accy.gather' op (G4)}}
  %0 = accy.gather %b, %i dim = 0 : tensor<2x4xi8>, tensor<4611686018427387904xi8> -> tensor<4611686018427387904x4xi8>
  accy.return
}

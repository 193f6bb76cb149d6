// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations.

// RUN: accy-opt %s --stablehlo-to-accy | FileCheck %s

// Operations of the other name that take no attributes.

// CHECK-LABEL: func.func @one_operand(%arg0: tensor<3xf32>)
// CHECK-NEXT: %0 = accy.neg %arg0 : tensor<3xf32>
// CHECK-NEXT: %1 = accy.abs %0 : tensor<3xf32>
// CHECK-NEXT: %2 = accy.sign %1 : tensor<3xf32>
// CHECK-NEXT: %3 = accy.exp %2 : tensor<3xf32>
// CHECK-NEXT: %4 = accy.expm1 %3 : tensor<3xf32>
// CHECK-NEXT: %5 = accy.log %4 : tensor<3xf32>
// CHECK-NEXT: %6 = accy.log1p %5 : tensor<3xf32>
// CHECK-NEXT: %7 = accy.sqrt %6 : tensor<3xf32>
// CHECK-NEXT: %8 = accy.rsqrt %7 : tensor<3xf32>
// CHECK-NEXT: %9 = accy.sin %8 : tensor<3xf32>
// CHECK-NEXT: %10 = accy.cos %9 : tensor<3xf32>
// CHECK-NEXT: %11 = accy.tan %10 : tensor<3xf32>
// CHECK-NEXT: %12 = accy.tanh %11 : tensor<3xf32>
// CHECK-NEXT: %13 = accy.logistic %12 : tensor<3xf32>
// CHECK-NEXT: %14 = accy.floor %13 : tensor<3xf32>
// CHECK-NEXT: %15 = accy.ceil %14 : tensor<3xf32>
// CHECK-NEXT: %16 = accy.erf %15 : tensor<3xf32>
// CHECK-NEXT: %17 = accy.tan %16 : tensor<3xf32>
// CHECK-NEXT: %18 = accy.round %17 ties = away : tensor<3xf32>
// CHECK-NEXT: %19 = accy.round %18 ties = even : tensor<3xf32>
// CHECK-NEXT: return %19
func.func @one_operand(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.negate"(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = "stablehlo.abs"(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = "stablehlo.sign"(%1) : (tensor<3xf32>) -> tensor<3xf32>
  %3 = "stablehlo.exponential"(%2) : (tensor<3xf32>) -> tensor<3xf32>
  %4 = "stablehlo.exponential_minus_one"(%3) : (tensor<3xf32>) -> tensor<3xf32>
  %5 = "stablehlo.log"(%4) : (tensor<3xf32>) -> tensor<3xf32>
  %6 = "stablehlo.log_plus_one"(%5) : (tensor<3xf32>) -> tensor<3xf32>
  %7 = "stablehlo.sqrt"(%6) : (tensor<3xf32>) -> tensor<3xf32>
  %8 = "stablehlo.rsqrt"(%7) : (tensor<3xf32>) -> tensor<3xf32>
  %9 = "stablehlo.sine"(%8) : (tensor<3xf32>) -> tensor<3xf32>
  %10 = "stablehlo.cosine"(%9) : (tensor<3xf32>) -> tensor<3xf32>
  %11 = "stablehlo.tan"(%10) : (tensor<3xf32>) -> tensor<3xf32>
  %12 = "stablehlo.tanh"(%11) : (tensor<3xf32>) -> tensor<3xf32>
  %13 = "stablehlo.logistic"(%12) : (tensor<3xf32>) -> tensor<3xf32>
  %14 = "stablehlo.floor"(%13) : (tensor<3xf32>) -> tensor<3xf32>
  %15 = "stablehlo.ceil"(%14) : (tensor<3xf32>) -> tensor<3xf32>
  %16 = "chlo.erf"(%15) : (tensor<3xf32>) -> tensor<3xf32>
  %17 = "chlo.tan"(%16) : (tensor<3xf32>) -> tensor<3xf32>
  %18 = "stablehlo.round_nearest_afz"(%17) : (tensor<3xf32>) -> tensor<3xf32>
  %19 = "stablehlo.round_nearest_even"(%18) : (tensor<3xf32>) -> tensor<3xf32>
  return %19 : tensor<3xf32>
}

// CHECK-LABEL: func.func @two_operands(%arg0: tensor<2x0xi32>)
// CHECK-NEXT: %0 = accy.add %arg0, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %1 = accy.sub %0, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %2 = accy.mul %1, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %3 = accy.div %2, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %4 = accy.rem %3, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %5 = accy.pow %4, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %6 = accy.max %5, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %7 = accy.min %6, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %8 = accy.and %7, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %9 = accy.or %8, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %10 = accy.xor %9, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %11 = accy.shl %10, %arg0 : tensor<2x0xi32>
// CHECK-NEXT: %12 = accy.not %11 : tensor<2x0xi32>
// CHECK-NEXT: return %12
func.func @two_operands(%arg0: tensor<2x0xi32>) -> tensor<2x0xi32> {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %1 = "stablehlo.subtract"(%0, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %2 = "stablehlo.multiply"(%1, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %3 = "stablehlo.divide"(%2, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %4 = "stablehlo.remainder"(%3, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %5 = "stablehlo.power"(%4, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %6 = "stablehlo.maximum"(%5, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %7 = "stablehlo.minimum"(%6, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %8 = "stablehlo.and"(%7, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %9 = "stablehlo.or"(%8, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %10 = "stablehlo.xor"(%9, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %11 = "stablehlo.shift_left"(%10, %arg0) : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<2x0xi32>
  %12 = "stablehlo.not"(%11) : (tensor<2x0xi32>) -> tensor<2x0xi32>
  return %12 : tensor<2x0xi32>
}

// On i1 addition is `or` and multiplication is `and`.
// CHECK-LABEL: func.func @boolean
// CHECK-NEXT: %0 = accy.or %arg0, %arg1 : tensor<4xi1>
// CHECK-NEXT: %1 = accy.and %0, %arg1 : tensor<4xi1>
// CHECK-NEXT: %2 = accy.xor %1, %arg1 : tensor<4xi1>
// CHECK-NEXT: %3 = accy.max %2, %arg1 : tensor<4xi1>
func.func @boolean(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> tensor<4xi1> {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %1 = "stablehlo.multiply"(%0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %2 = "stablehlo.xor"(%1, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %3 = "stablehlo.maximum"(%2, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %3 : tensor<4xi1>
}

// A conversion to the same type is none.
// CHECK-LABEL: func.func @convert
// CHECK-NEXT: %0 = accy.convert %arg0 : tensor<4xf32> -> tensor<4xbf16>
// CHECK-NEXT: return %0
func.func @convert(%arg0: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = "stablehlo.convert"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.convert"(%0) : (tensor<4xf32>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// accy.shr keeps the sign of signless elements and has none to keep on unsigned ones.
// CHECK-LABEL: func.func @shift_signless
// CHECK-NEXT: %0 = accy.shr %arg0, %arg1 : tensor<4xi16>
// CHECK-NEXT: %1 = accy.convert %0 : tensor<4xi16> -> tensor<4xui16>
// CHECK-NEXT: %2 = accy.convert %arg1 : tensor<4xi16> -> tensor<4xui16>
// CHECK-NEXT: %3 = accy.shr %1, %2 : tensor<4xui16>
// CHECK-NEXT: %4 = accy.convert %3 : tensor<4xui16> -> tensor<4xi16>
// CHECK-NEXT: return %4
func.func @shift_signless(%arg0: tensor<4xi16>, %arg1: tensor<4xi16>) -> tensor<4xi16> {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  %1 = "stablehlo.shift_right_logical"(%0, %arg1) : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  return %1 : tensor<4xi16>
}

// CHECK-LABEL: func.func @shift_unsigned
// CHECK-NEXT: %0 = accy.shr %arg0, %arg1 : tensor<4xui16>
// CHECK-NEXT: %1 = accy.convert %0 : tensor<4xui16> -> tensor<4xi16>
// CHECK-NEXT: %2 = accy.convert %arg1 : tensor<4xui16> -> tensor<4xi16>
// CHECK-NEXT: %3 = accy.shr %1, %2 : tensor<4xi16>
// CHECK-NEXT: %4 = accy.convert %3 : tensor<4xi16> -> tensor<4xui16>
func.func @shift_unsigned(%arg0: tensor<4xui16>, %arg1: tensor<4xui16>) -> tensor<4xui16> {
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<4xui16>, tensor<4xui16>) -> tensor<4xui16>
  %1 = "stablehlo.shift_right_arithmetic"(%0, %arg1) : (tensor<4xui16>, tensor<4xui16>) -> tensor<4xui16>
  return %1 : tensor<4xui16>
}

// CHECK-LABEL: func.func @compare
// CHECK-NEXT: %0 = accy.compare eq %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: %1 = accy.compare ne %arg1, %arg1 : tensor<4xi32>
// CHECK-NEXT: %2 = accy.compare lt %arg2, %arg2 : tensor<4xui8>
// CHECK-NEXT: %3 = accy.compare le %0, %1 : tensor<4xi1>
// CHECK-NEXT: %4 = accy.compare gt %2, %3 : tensor<4xi1>
// CHECK-NEXT: %5 = accy.compare ge %arg0, %arg0 : tensor<4xf32>
func.func @compare(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4xui8>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %2 = "stablehlo.compare"(%arg2, %arg2) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %3 = "stablehlo.compare"(%0, %1) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %4 = "stablehlo.compare"(%2, %3) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %5 = "stablehlo.compare"(%arg0, %arg0) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %4, %5 : tensor<4xi1>, tensor<4xi1>
}

// Scalars spread to the shape of the rest.
// CHECK-LABEL: func.func @select
// CHECK-NEXT: %0 = accy.select %arg0, %arg2, %arg3 : tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %1 = accy.broadcast %arg1 dims = [] : tensor<i1> -> tensor<2x3xi1>
// CHECK-NEXT: %2 = accy.select %1, %0, %arg3 : tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>
func.func @select(%arg0: tensor<2x3xi1>, %arg1: tensor<i1>, %arg2: tensor<2x3xf32>, %arg3: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.select"(%arg0, %arg2, %arg3) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "stablehlo.select"(%arg1, %0, %arg3) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @clamp
// CHECK-NEXT: %0 = accy.broadcast %arg0 dims = [] : tensor<f32> -> tensor<5xf32>
// CHECK-NEXT: %1 = accy.broadcast %arg2 dims = [] : tensor<f32> -> tensor<5xf32>
// CHECK-NEXT: %2 = accy.clamp %0, %arg1, %1 : tensor<5xf32>
// CHECK-NEXT: %3 = accy.clamp %arg1, %2, %arg1 : tensor<5xf32>
// CHECK-NEXT: %4 = accy.clamp %arg0, %arg0, %arg2 : tensor<f32>
func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<5xf32>, %arg2: tensor<f32>) -> (tensor<5xf32>, tensor<f32>) {
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg2) : (tensor<f32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %1 = "stablehlo.clamp"(%arg1, %0, %arg1) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %2 = "stablehlo.clamp"(%arg0, %arg0, %arg2) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %2 : tensor<5xf32>, tensor<f32>
}

// Those that are several operations.

// CHECK-LABEL: func.func @several(%arg0: tensor<2x3xbf16>)
// CHECK-NEXT: %0 = accy.mul %arg0, %arg0 : tensor<2x3xbf16>
// CHECK-NEXT: %1 = accy.abs %0 : tensor<2x3xbf16>
// CHECK-NEXT: %2 = accy.constant dense<0x7F80> : tensor<2x3xbf16>
// CHECK-NEXT: %3 = accy.compare lt %1, %2 : tensor<2x3xbf16>
// CHECK-NEXT: return %3
func.func @several(%arg0: tensor<2x3xbf16>) -> tensor<2x3xi1> {
  %0 = "chlo.square"(%arg0) : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %1 = "stablehlo.is_finite"(%0) : (tensor<2x3xbf16>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

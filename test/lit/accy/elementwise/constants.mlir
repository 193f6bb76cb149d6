// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations on constants, with the values that are easily got wrong.

// RUN: accy-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @neg_f32()
// CHECK-NEXT: accy.constant dense<[-1.000000e+00, 0.000000e+00, 0xFFC00000, 0xFF800000]> : tensor<4xf32>
// CHECK-NEXT: accy.return
func.func @neg_f32() -> tensor<4xf32> {
  %c0 = accy.constant dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %r = accy.neg %c0 : tensor<4xf32>
  accy.return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @neg_i8()
// CHECK-NEXT: accy.constant dense<[-1, -128, -127, 0]> : tensor<4xi8>
// CHECK-NEXT: accy.return
func.func @neg_i8() -> tensor<4xi8> {
  %c0 = accy.constant dense<[1, -128, 127, 0]> : tensor<4xi8>
  %r = accy.neg %c0 : tensor<4xi8>
  accy.return %r : tensor<4xi8>
}

// CHECK-LABEL: func.func @neg_ui8()
// CHECK-NEXT: accy.constant dense<[255, 0, 1]> : tensor<3xui8>
// CHECK-NEXT: accy.return
func.func @neg_ui8() -> tensor<3xui8> {
  %c0 = accy.constant dense<[1, 0, 255]> : tensor<3xui8>
  %r = accy.neg %c0 : tensor<3xui8>
  accy.return %r : tensor<3xui8>
}

// CHECK-LABEL: func.func @abs_f32()
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 0.000000e+00, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
// CHECK-NEXT: accy.return
func.func @abs_f32() -> tensor<4xf32> {
  %c0 = accy.constant dense<[-1.0, -0.0, 0xFFC00000, 0xFF800000]> : tensor<4xf32>
  %r = accy.abs %c0 : tensor<4xf32>
  accy.return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @abs_i8()
// CHECK-NEXT: accy.constant dense<[1, -128, 127]> : tensor<3xi8>
// CHECK-NEXT: accy.return
func.func @abs_i8() -> tensor<3xi8> {
  %c0 = accy.constant dense<[-1, -128, 127]> : tensor<3xi8>
  %r = accy.abs %c0 : tensor<3xi8>
  accy.return %r : tensor<3xi8>
}

// CHECK-LABEL: func.func @sign_f32()
// CHECK-NEXT: accy.constant dense<[-1.000000e+00, -0.000000e+00, 0.000000e+00, 1.000000e+00, 0x7FC00000, -1.000000e+00]> : tensor<6xf32>
// CHECK-NEXT: accy.return
func.func @sign_f32() -> tensor<6xf32> {
  %c0 = accy.constant dense<[-3.5, -0.0, 0.0, 2.0, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %r = accy.sign %c0 : tensor<6xf32>
  accy.return %r : tensor<6xf32>
}

// CHECK-LABEL: func.func @sign_i64()
// CHECK-NEXT: accy.constant dense<[-1, 0, 1]> : tensor<3xi64>
// CHECK-NEXT: accy.return
func.func @sign_i64() -> tensor<3xi64> {
  %c0 = accy.constant dense<[-3, 0, 7]> : tensor<3xi64>
  %r = accy.sign %c0 : tensor<3xi64>
  accy.return %r : tensor<3xi64>
}

// CHECK-LABEL: func.func @floor_f32()
// CHECK-NEXT: accy.constant dense<[-1.000000e+00, 2.000000e+00, 0xFF800000]> : tensor<3xf32>
// CHECK-NEXT: accy.return
func.func @floor_f32() -> tensor<3xf32> {
  %c0 = accy.constant dense<[-0.5, 2.5, 0xFF800000]> : tensor<3xf32>
  %r = accy.floor %c0 : tensor<3xf32>
  accy.return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @ceil_f64()
// CHECK-NEXT: accy.constant dense<[-0.000000e+00, 3.000000e+00, 0x7FF8000000000000]> : tensor<3xf64>
// CHECK-NEXT: accy.return
func.func @ceil_f64() -> tensor<3xf64> {
  %c0 = accy.constant dense<[-0.5, 2.5, 0x7FF8000000000000]> : tensor<3xf64>
  %r = accy.ceil %c0 : tensor<3xf64>
  accy.return %r : tensor<3xf64>
}

// CHECK-LABEL: func.func @round_f32_even()
// CHECK-NEXT: accy.constant dense<[0.000000e+00, 2.000000e+00, -2.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: accy.return
func.func @round_f32_even() -> tensor<4xf32> {
  %c0 = accy.constant dense<[0.5, 1.5, -2.5, 0.49999997]> : tensor<4xf32>
  %r = accy.round %c0 ties = even : tensor<4xf32>
  accy.return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @round_f32_away()
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 2.000000e+00, -3.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: accy.return
func.func @round_f32_away() -> tensor<4xf32> {
  %c0 = accy.constant dense<[0.5, 1.5, -2.5, 0.49999997]> : tensor<4xf32>
  %r = accy.round %c0 ties = away : tensor<4xf32>
  accy.return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @not_i32()
// CHECK-NEXT: accy.constant dense<[-1, 0, -6]> : tensor<3xi32>
// CHECK-NEXT: accy.return
func.func @not_i32() -> tensor<3xi32> {
  %c0 = accy.constant dense<[0, -1, 5]> : tensor<3xi32>
  %r = accy.not %c0 : tensor<3xi32>
  accy.return %r : tensor<3xi32>
}

// CHECK-LABEL: func.func @not_i1()
// CHECK-NEXT: accy.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT: accy.return
func.func @not_i1() -> tensor<2xi1> {
  %c0 = accy.constant dense<[true, false]> : tensor<2xi1>
  %r = accy.not %c0 : tensor<2xi1>
  accy.return %r : tensor<2xi1>
}

// CHECK-LABEL: func.func @add_f32()
// CHECK-NEXT: accy.constant dense<[3.000000e+00, 0x4B800000, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
// CHECK-NEXT: accy.return
func.func @add_f32() -> tensor<5xf32> {
  %c0 = accy.constant dense<[1.0, 16777216.0, 0x7F800000, 0x7FC00000, 3.4028235e38]> : tensor<5xf32>
  %c1 = accy.constant dense<[2.0, 1.0, 0xFF800000, 1.0, 3.4028235e38]> : tensor<5xf32>
  %r = accy.add %c0, %c1 : tensor<5xf32>
  accy.return %r : tensor<5xf32>
}

// CHECK-LABEL: func.func @add_i8()
// CHECK-NEXT: accy.constant dense<[-128, 127, 3]> : tensor<3xi8>
// CHECK-NEXT: accy.return
func.func @add_i8() -> tensor<3xi8> {
  %c0 = accy.constant dense<[127, -128, 1]> : tensor<3xi8>
  %c1 = accy.constant dense<[1, -1, 2]> : tensor<3xi8>
  %r = accy.add %c0, %c1 : tensor<3xi8>
  accy.return %r : tensor<3xi8>
}

// CHECK-LABEL: func.func @add_ui64()
// CHECK-NEXT: accy.constant dense<[256, 9223372036854775809, 0]> : tensor<3xui64>
// CHECK-NEXT: accy.return
func.func @add_ui64() -> tensor<3xui64> {
  %c0 = accy.constant dense<[255, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %c1 = accy.constant dense<[1, 1, 1]> : tensor<3xui64>
  %r = accy.add %c0, %c1 : tensor<3xui64>
  accy.return %r : tensor<3xui64>
}

// CHECK-LABEL: func.func @add_f16()
// CHECK-NEXT: accy.constant dense<[2.048000e+03, 2.052000e+03, 0x7C00, 1.192090e-07]> : tensor<4xf16>
// CHECK-NEXT: accy.return
func.func @add_f16() -> tensor<4xf16> {
  %c0 = accy.constant dense<[2048.0, 2050.0, 65504.0, 5.960464477539063e-08]> : tensor<4xf16>
  %c1 = accy.constant dense<[1.0, 1.0, 16.0, 5.960464477539063e-08]> : tensor<4xf16>
  %r = accy.add %c0, %c1 : tensor<4xf16>
  accy.return %r : tensor<4xf16>
}

// CHECK-LABEL: func.func @add_bf16()
// CHECK-NEXT: accy.constant dense<[2.560000e+02, 2.600000e+02]> : tensor<2xbf16>
// CHECK-NEXT: accy.return
func.func @add_bf16() -> tensor<2xbf16> {
  %c0 = accy.constant dense<[256.0, 258.0]> : tensor<2xbf16>
  %c1 = accy.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %r = accy.add %c0, %c1 : tensor<2xbf16>
  accy.return %r : tensor<2xbf16>
}

// CHECK-LABEL: func.func @sub_ui32()
// CHECK-NEXT: accy.constant dense<[4294967295, 1]> : tensor<2xui32>
// CHECK-NEXT: accy.return
func.func @sub_ui32() -> tensor<2xui32> {
  %c0 = accy.constant dense<[1, 2]> : tensor<2xui32>
  %c1 = accy.constant dense<[2, 1]> : tensor<2xui32>
  %r = accy.sub %c0, %c1 : tensor<2xui32>
  accy.return %r : tensor<2xui32>
}

// CHECK-LABEL: func.func @sub_f32()
// CHECK-NEXT: accy.constant dense<[5.000000e-01, 0x7FC00000]> : tensor<2xf32>
// CHECK-NEXT: accy.return
func.func @sub_f32() -> tensor<2xf32> {
  %c0 = accy.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  %c1 = accy.constant dense<[0.5, 0x7F800000]> : tensor<2xf32>
  %r = accy.sub %c0, %c1 : tensor<2xf32>
  accy.return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @mul_f32()
// CHECK-NEXT: accy.constant dense<[1.500000e+00, 0.000000e+00, -0.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: accy.return
func.func @mul_f32() -> tensor<3xf32> {
  %c0 = accy.constant dense<[3.0, 1.0e-30, -0.0]> : tensor<3xf32>
  %c1 = accy.constant dense<[0.5, 1.0e-30, 3.0]> : tensor<3xf32>
  %r = accy.mul %c0, %c1 : tensor<3xf32>
  accy.return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @mul_i32()
// CHECK-NEXT: accy.constant dense<[131073, -15]> : tensor<2xi32>
// CHECK-NEXT: accy.return
func.func @mul_i32() -> tensor<2xi32> {
  %c0 = accy.constant dense<[65537, -3]> : tensor<2xi32>
  %c1 = accy.constant dense<[65537, 5]> : tensor<2xi32>
  %r = accy.mul %c0, %c1 : tensor<2xi32>
  accy.return %r : tensor<2xi32>
}

// CHECK-LABEL: func.func @div_f32()
// CHECK-NEXT: accy.constant dense<[0.333333343, 0x7F800000, 0x7FC00000, 0xFF800000]> : tensor<4xf32>
// CHECK-NEXT: accy.return
func.func @div_f32() -> tensor<4xf32> {
  %c0 = accy.constant dense<[1.0, 1.0, 0.0, -1.0]> : tensor<4xf32>
  %c1 = accy.constant dense<[3.0, 0.0, 0.0, 0.0]> : tensor<4xf32>
  %r = accy.div %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @div_i32()
// CHECK-NEXT: accy.constant dense<[3, -3, -1, -2147483648]> : tensor<4xi32>
// CHECK-NEXT: accy.return
func.func @div_i32() -> tensor<4xi32> {
  %c0 = accy.constant dense<[7, -7, 5, -2147483648]> : tensor<4xi32>
  %c1 = accy.constant dense<[2, 2, 0, -1]> : tensor<4xi32>
  %r = accy.div %c0, %c1 : tensor<4xi32>
  accy.return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @div_ui8()
// CHECK-NEXT: accy.constant dense<[3, 255]> : tensor<2xui8>
// CHECK-NEXT: accy.return
func.func @div_ui8() -> tensor<2xui8> {
  %c0 = accy.constant dense<[7, 5]> : tensor<2xui8>
  %c1 = accy.constant dense<[2, 0]> : tensor<2xui8>
  %r = accy.div %c0, %c1 : tensor<2xui8>
  accy.return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @rem_i32()
// CHECK-NEXT: accy.constant dense<[1, -1, 5, 0]> : tensor<4xi32>
// CHECK-NEXT: accy.return
func.func @rem_i32() -> tensor<4xi32> {
  %c0 = accy.constant dense<[7, -7, 5, -2147483648]> : tensor<4xi32>
  %c1 = accy.constant dense<[2, 2, 0, -1]> : tensor<4xi32>
  %r = accy.rem %c0, %c1 : tensor<4xi32>
  accy.return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @rem_ui8()
// CHECK-NEXT: accy.constant dense<[1, 5]> : tensor<2xui8>
// CHECK-NEXT: accy.return
func.func @rem_ui8() -> tensor<2xui8> {
  %c0 = accy.constant dense<[7, 5]> : tensor<2xui8>
  %c1 = accy.constant dense<[2, 0]> : tensor<2xui8>
  %r = accy.rem %c0, %c1 : tensor<2xui8>
  accy.return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @rem_f32()
// CHECK-NEXT: accy.constant dense<[1.500000e+00, -1.500000e+00, 1.000000e+00, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
// CHECK-NEXT: accy.return
func.func @rem_f32() -> tensor<5xf32> {
  %c0 = accy.constant dense<[5.5, -5.5, 1.0, 1.0, 0x7F800000]> : tensor<5xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0x7F800000, 0.0, 1.0]> : tensor<5xf32>
  %r = accy.rem %c0, %c1 : tensor<5xf32>
  accy.return %r : tensor<5xf32>
}

// CHECK-LABEL: func.func @max_f32()
// CHECK-NEXT: accy.constant dense<[2.000000e+00, 0.000000e+00, 0.000000e+00, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
// CHECK-NEXT: accy.return
func.func @max_f32() -> tensor<5xf32> {
  %c0 = accy.constant dense<[1.0, -0.0, 0.0, 0x7FC00000, 1.0]> : tensor<5xf32>
  %c1 = accy.constant dense<[2.0, 0.0, -0.0, 1.0, 0x7FC00000]> : tensor<5xf32>
  %r = accy.max %c0, %c1 : tensor<5xf32>
  accy.return %r : tensor<5xf32>
}

// CHECK-LABEL: func.func @min_f32()
// CHECK-NEXT: accy.constant dense<[1.000000e+00, -0.000000e+00, -0.000000e+00, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
// CHECK-NEXT: accy.return
func.func @min_f32() -> tensor<5xf32> {
  %c0 = accy.constant dense<[1.0, -0.0, 0.0, 0x7FC00000, 1.0]> : tensor<5xf32>
  %c1 = accy.constant dense<[2.0, 0.0, -0.0, 1.0, 0x7FC00000]> : tensor<5xf32>
  %r = accy.min %c0, %c1 : tensor<5xf32>
  accy.return %r : tensor<5xf32>
}

// CHECK-LABEL: func.func @max_i16()
// CHECK-NEXT: accy.constant dense<[1, 3]> : tensor<2xi16>
// CHECK-NEXT: accy.return
func.func @max_i16() -> tensor<2xi16> {
  %c0 = accy.constant dense<[-1, 3]> : tensor<2xi16>
  %c1 = accy.constant dense<[1, 2]> : tensor<2xi16>
  %r = accy.max %c0, %c1 : tensor<2xi16>
  accy.return %r : tensor<2xi16>
}

// CHECK-LABEL: func.func @min_ui16()
// CHECK-NEXT: accy.constant dense<[1, 2]> : tensor<2xui16>
// CHECK-NEXT: accy.return
func.func @min_ui16() -> tensor<2xui16> {
  %c0 = accy.constant dense<[65535, 3]> : tensor<2xui16>
  %c1 = accy.constant dense<[1, 2]> : tensor<2xui16>
  %r = accy.min %c0, %c1 : tensor<2xui16>
  accy.return %r : tensor<2xui16>
}

// CHECK-LABEL: func.func @max_i1()
// CHECK-NEXT: accy.constant dense<[true, true, false]> : tensor<3xi1>
// CHECK-NEXT: accy.return
func.func @max_i1() -> tensor<3xi1> {
  %c0 = accy.constant dense<[true, false, false]> : tensor<3xi1>
  %c1 = accy.constant dense<[false, true, false]> : tensor<3xi1>
  %r = accy.max %c0, %c1 : tensor<3xi1>
  accy.return %r : tensor<3xi1>
}

// CHECK-LABEL: func.func @min_i1()
// CHECK-NEXT: accy.constant dense<[true, false, false]> : tensor<3xi1>
// CHECK-NEXT: accy.return
func.func @min_i1() -> tensor<3xi1> {
  %c0 = accy.constant dense<[true, true, false]> : tensor<3xi1>
  %c1 = accy.constant dense<[true, false, false]> : tensor<3xi1>
  %r = accy.min %c0, %c1 : tensor<3xi1>
  accy.return %r : tensor<3xi1>
}

// CHECK-LABEL: func.func @and_i8()
// CHECK-NEXT: accy.constant dense<[8, 7]> : tensor<2xi8>
// CHECK-NEXT: accy.return
func.func @and_i8() -> tensor<2xi8> {
  %c0 = accy.constant dense<[12, -1]> : tensor<2xi8>
  %c1 = accy.constant dense<[10, 7]> : tensor<2xi8>
  %r = accy.and %c0, %c1 : tensor<2xi8>
  accy.return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @or_i8()
// CHECK-NEXT: accy.constant dense<[14, 7]> : tensor<2xi8>
// CHECK-NEXT: accy.return
func.func @or_i8() -> tensor<2xi8> {
  %c0 = accy.constant dense<[12, 0]> : tensor<2xi8>
  %c1 = accy.constant dense<[10, 7]> : tensor<2xi8>
  %r = accy.or %c0, %c1 : tensor<2xi8>
  accy.return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @xor_i8()
// CHECK-NEXT: accy.constant dense<[6, -8]> : tensor<2xi8>
// CHECK-NEXT: accy.return
func.func @xor_i8() -> tensor<2xi8> {
  %c0 = accy.constant dense<[12, -1]> : tensor<2xi8>
  %c1 = accy.constant dense<[10, 7]> : tensor<2xi8>
  %r = accy.xor %c0, %c1 : tensor<2xi8>
  accy.return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @xor_i1()
// CHECK-NEXT: accy.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT: accy.return
func.func @xor_i1() -> tensor<2xi1> {
  %c0 = accy.constant dense<[true, true]> : tensor<2xi1>
  %c1 = accy.constant dense<[true, false]> : tensor<2xi1>
  %r = accy.xor %c0, %c1 : tensor<2xi1>
  accy.return %r : tensor<2xi1>
}

// CHECK-LABEL: func.func @shl_i8()
// CHECK-NEXT: accy.constant dense<[1, -128, 0, 0]> : tensor<4xi8>
// CHECK-NEXT: accy.return
func.func @shl_i8() -> tensor<4xi8> {
  %c0 = accy.constant dense<[1, 1, 1, 1]> : tensor<4xi8>
  %c1 = accy.constant dense<[0, 7, 8, -1]> : tensor<4xi8>
  %r = accy.shl %c0, %c1 : tensor<4xi8>
  accy.return %r : tensor<4xi8>
}

// CHECK-LABEL: func.func @shr_i8()
// CHECK-NEXT: accy.constant dense<[-64, -1, 8, 0]> : tensor<4xi8>
// CHECK-NEXT: accy.return
func.func @shr_i8() -> tensor<4xi8> {
  %c0 = accy.constant dense<[-128, -128, 64, 64]> : tensor<4xi8>
  %c1 = accy.constant dense<[1, 8, 3, -1]> : tensor<4xi8>
  %r = accy.shr %c0, %c1 : tensor<4xi8>
  accy.return %r : tensor<4xi8>
}

// CHECK-LABEL: func.func @shr_ui8()
// CHECK-NEXT: accy.constant dense<[1, 0]> : tensor<2xui8>
// CHECK-NEXT: accy.return
func.func @shr_ui8() -> tensor<2xui8> {
  %c0 = accy.constant dense<[128, 128]> : tensor<2xui8>
  %c1 = accy.constant dense<[7, 8]> : tensor<2xui8>
  %r = accy.shr %c0, %c1 : tensor<2xui8>
  accy.return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @compare_eq()
// CHECK-NEXT: accy.constant dense<[false, true, true, false]> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @compare_eq() -> tensor<4xi1> {
  %c0 = accy.constant dense<[1.0, 2.0, -0.0, 0x7FC00000]> : tensor<4xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = accy.compare eq %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_ne()
// CHECK-NEXT: accy.constant dense<[true, false, false, true]> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @compare_ne() -> tensor<4xi1> {
  %c0 = accy.constant dense<[1.0, 2.0, -0.0, 0x7FC00000]> : tensor<4xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = accy.compare ne %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_lt()
// CHECK-NEXT: accy.constant dense<[true, false, false, false]> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @compare_lt() -> tensor<4xi1> {
  %c0 = accy.constant dense<[1.0, 2.0, -0.0, 0x7FC00000]> : tensor<4xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = accy.compare lt %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_le()
// CHECK-NEXT: accy.constant dense<[true, true, true, false]> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @compare_le() -> tensor<4xi1> {
  %c0 = accy.constant dense<[1.0, 2.0, -0.0, 0x7FC00000]> : tensor<4xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = accy.compare le %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_gt()
// CHECK-NEXT: accy.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @compare_gt() -> tensor<4xi1> {
  %c0 = accy.constant dense<[1.0, 2.0, -0.0, 0x7FC00000]> : tensor<4xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = accy.compare gt %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_ge()
// CHECK-NEXT: accy.constant dense<[false, true, true, false]> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @compare_ge() -> tensor<4xi1> {
  %c0 = accy.constant dense<[1.0, 2.0, -0.0, 0x7FC00000]> : tensor<4xf32>
  %c1 = accy.constant dense<[2.0, 2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %r = accy.compare ge %c0, %c1 : tensor<4xf32>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_signed()
// CHECK-NEXT: accy.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT: accy.return
func.func @compare_signed() -> tensor<2xi1> {
  %c0 = accy.constant dense<[-1, 1]> : tensor<2xi8>
  %c1 = accy.constant dense<[1, -1]> : tensor<2xi8>
  %r = accy.compare lt %c0, %c1 : tensor<2xi8>
  accy.return %r : tensor<2xi1>
}

// CHECK-LABEL: func.func @compare_unsigned()
// CHECK-NEXT: accy.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT: accy.return
func.func @compare_unsigned() -> tensor<2xi1> {
  %c0 = accy.constant dense<[255, 1]> : tensor<2xui8>
  %c1 = accy.constant dense<[1, 255]> : tensor<2xui8>
  %r = accy.compare lt %c0, %c1 : tensor<2xui8>
  accy.return %r : tensor<2xi1>
}

// CHECK-LABEL: func.func @select_constants()
// CHECK-NEXT: accy.constant dense<[1, 4]> : tensor<2xi8>
// CHECK-NEXT: accy.return
func.func @select_constants() -> tensor<2xi8> {
  %c0 = accy.constant dense<[true, false]> : tensor<2xi1>
  %c1 = accy.constant dense<[1, 2]> : tensor<2xi8>
  %c2 = accy.constant dense<[3, 4]> : tensor<2xi8>
  %r = accy.select %c0, %c1, %c2 : tensor<2xi1>, tensor<2xi8>, tensor<2xi8>
  accy.return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @clamp_constants()
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 0x7FC00000]> : tensor<4xf32>
// CHECK-NEXT: accy.return
func.func @clamp_constants() -> tensor<4xf32> {
  %c0 = accy.constant dense<1.0> : tensor<f32>
  %c1 = accy.constant dense<[0.0, 2.0, 9.0, 0x7FC00000]> : tensor<4xf32>
  %c2 = accy.constant dense<3.0> : tensor<f32>
  %r = accy.clamp %c0, %c1, %c2 : tensor<f32>, tensor<4xf32>, tensor<f32>
  accy.return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @convert_f32_i8()
// CHECK-NEXT: accy.constant dense<[1, -1, 127, -128, 0, 127, 0]> : tensor<7xi8>
// CHECK-NEXT: accy.return
func.func @convert_f32_i8() -> tensor<7xi8> {
  %c0 = accy.constant dense<[1.9, -1.9, 300.0, -300.0, 0x7FC00000, 0x7F800000, -0.5]> : tensor<7xf32>
  %r = accy.convert %c0 : tensor<7xf32> -> tensor<7xi8>
  accy.return %r : tensor<7xi8>
}

// CHECK-LABEL: func.func @convert_f32_ui8()
// CHECK-NEXT: accy.constant dense<[255, 0, 0, 255]> : tensor<4xui8>
// CHECK-NEXT: accy.return
func.func @convert_f32_ui8() -> tensor<4xui8> {
  %c0 = accy.constant dense<[255.9, -1.0, 0xFF800000, 256.0]> : tensor<4xf32>
  %r = accy.convert %c0 : tensor<4xf32> -> tensor<4xui8>
  accy.return %r : tensor<4xui8>
}

// CHECK-LABEL: func.func @convert_f32_i64()
// CHECK-NEXT: accy.constant dense<[9223372036854775807, -9223372036854775808, 4]> : tensor<3xi64>
// CHECK-NEXT: accy.return
func.func @convert_f32_i64() -> tensor<3xi64> {
  %c0 = accy.constant dense<[9.2233720368547758e18, -9.2233720368547758e18, 4.0]> : tensor<3xf32>
  %r = accy.convert %c0 : tensor<3xf32> -> tensor<3xi64>
  accy.return %r : tensor<3xi64>
}

// CHECK-LABEL: func.func @convert_f64_ui64()
// CHECK-NEXT: accy.constant dense<[18446744073709551615, 9007199254740992]> : tensor<2xui64>
// CHECK-NEXT: accy.return
func.func @convert_f64_ui64() -> tensor<2xui64> {
  %c0 = accy.constant dense<[1.8446744073709552e19, 9007199254740993.0]> : tensor<2xf64>
  %r = accy.convert %c0 : tensor<2xf64> -> tensor<2xui64>
  accy.return %r : tensor<2xui64>
}

// CHECK-LABEL: func.func @convert_f32_i1()
// CHECK-NEXT: accy.constant dense<[false, false, true, true]> : tensor<4xi1>
// CHECK-NEXT: accy.return
func.func @convert_f32_i1() -> tensor<4xi1> {
  %c0 = accy.constant dense<[0.0, -0.0, 0.5, 0x7FC00000]> : tensor<4xf32>
  %r = accy.convert %c0 : tensor<4xf32> -> tensor<4xi1>
  accy.return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @convert_i32_i1()
// CHECK-NEXT: accy.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT: accy.return
func.func @convert_i32_i1() -> tensor<2xi1> {
  %c0 = accy.constant dense<[0, 256]> : tensor<2xi32>
  %r = accy.convert %c0 : tensor<2xi32> -> tensor<2xi1>
  accy.return %r : tensor<2xi1>
}

// CHECK-LABEL: func.func @convert_i1_f32()
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: accy.return
func.func @convert_i1_f32() -> tensor<2xf32> {
  %c0 = accy.constant dense<[true, false]> : tensor<2xi1>
  %r = accy.convert %c0 : tensor<2xi1> -> tensor<2xf32>
  accy.return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @convert_i1_i8()
// CHECK-NEXT: accy.constant dense<[1, 0]> : tensor<2xi8>
// CHECK-NEXT: accy.return
func.func @convert_i1_i8() -> tensor<2xi8> {
  %c0 = accy.constant dense<[true, false]> : tensor<2xi1>
  %r = accy.convert %c0 : tensor<2xi1> -> tensor<2xi8>
  accy.return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @convert_i32_i8()
// CHECK-NEXT: accy.constant dense<[44, -1]> : tensor<2xi8>
// CHECK-NEXT: accy.return
func.func @convert_i32_i8() -> tensor<2xi8> {
  %c0 = accy.constant dense<[300, -1]> : tensor<2xi32>
  %r = accy.convert %c0 : tensor<2xi32> -> tensor<2xi8>
  accy.return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @convert_i8_ui32()
// CHECK-NEXT: accy.constant dense<[4294967295, 1]> : tensor<2xui32>
// CHECK-NEXT: accy.return
func.func @convert_i8_ui32() -> tensor<2xui32> {
  %c0 = accy.constant dense<[-1, 1]> : tensor<2xi8>
  %r = accy.convert %c0 : tensor<2xi8> -> tensor<2xui32>
  accy.return %r : tensor<2xui32>
}

// CHECK-LABEL: func.func @convert_ui8_i32()
// CHECK-NEXT: accy.constant dense<[255, 1]> : tensor<2xi32>
// CHECK-NEXT: accy.return
func.func @convert_ui8_i32() -> tensor<2xi32> {
  %c0 = accy.constant dense<[255, 1]> : tensor<2xui8>
  %r = accy.convert %c0 : tensor<2xui8> -> tensor<2xi32>
  accy.return %r : tensor<2xi32>
}

// CHECK-LABEL: func.func @convert_f32_f16()
// CHECK-NEXT: accy.constant dense<[6.550400e+04, 0x7C00, 1.000980e+00, 1.000000e+00, 0.000000e+00, 5.960460e-08, 0x7E00]> : tensor<7xf16>
// CHECK-NEXT: accy.return
func.func @convert_f32_f16() -> tensor<7xf16> {
  %c0 = accy.constant dense<[65519.0, 65520.0, 1.0009765625, 1.00048828125, 2.98023224e-8, 2.9802326e-8, 0x7FC00000]> : tensor<7xf32>
  %r = accy.convert %c0 : tensor<7xf32> -> tensor<7xf16>
  accy.return %r : tensor<7xf16>
}

// CHECK-LABEL: func.func @convert_f64_f32()
// CHECK-NEXT: accy.constant dense<[1.000000e-01, 0x7F800000, 0.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: accy.return
func.func @convert_f64_f32() -> tensor<3xf32> {
  %c0 = accy.constant dense<[0.1, 1.0e300, 1.0e-300]> : tensor<3xf64>
  %r = accy.convert %c0 : tensor<3xf64> -> tensor<3xf32>
  accy.return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @convert_f32_bf16()
// CHECK-NEXT: accy.constant dense<[1.000000e+00, 1.015630e+00]> : tensor<2xbf16>
// CHECK-NEXT: accy.return
func.func @convert_f32_bf16() -> tensor<2xbf16> {
  %c0 = accy.constant dense<[1.00390625, 1.01171875]> : tensor<2xf32>
  %r = accy.convert %c0 : tensor<2xf32> -> tensor<2xbf16>
  accy.return %r : tensor<2xbf16>
}

// CHECK-LABEL: func.func @convert_i64_f32()
// CHECK-NEXT: accy.constant dense<[3.602880e+16, -3.602880e+16, 9.00719925E+15]> : tensor<3xf32>
// CHECK-NEXT: accy.return
func.func @convert_i64_f32() -> tensor<3xf32> {
  %c0 = accy.constant dense<[36028799166447617, -36028799166447617, 9007199254740993]> : tensor<3xi64>
  %r = accy.convert %c0 : tensor<3xi64> -> tensor<3xf32>
  accy.return %r : tensor<3xf32>
}

// Splats fold at any size.
// CHECK-LABEL: func.func @splat()
// CHECK-NEXT: accy.constant dense<1.200000e+01> : tensor<1000x1000xf32>
// CHECK-NEXT: accy.return
func.func @splat() -> tensor<1000x1000xf32> {
  %c0 = accy.constant dense<3.0> : tensor<1000x1000xf32>
  %c1 = accy.constant dense<4.0> : tensor<1000x1000xf32>
  %r = accy.mul %c0, %c1 : tensor<1000x1000xf32>
  accy.return %r : tensor<1000x1000xf32>
}

// The answers of these are the kernels' alone; nothing folds with no elements, and nothing large.
// CHECK-LABEL: func.func @kept()
// CHECK: accy.exp
// CHECK: accy.expm1
// CHECK: accy.log
// CHECK: accy.log1p
// CHECK: accy.sqrt
// CHECK: accy.rsqrt
// CHECK: accy.sin
// CHECK: accy.cos
// CHECK: accy.tan
// CHECK: accy.tanh
// CHECK: accy.logistic
// CHECK: accy.erf
// CHECK: accy.pow
// CHECK: accy.neg
func.func @kept() -> (tensor<f32>, tensor<0xf32>) {
  %c = accy.constant dense<1.0> : tensor<f32>
  %e = accy.constant dense<> : tensor<0xf32>
  %0 = accy.exp %c : tensor<f32>
  %1 = accy.expm1 %0 : tensor<f32>
  %2 = accy.log %1 : tensor<f32>
  %3 = accy.log1p %2 : tensor<f32>
  %4 = accy.sqrt %c : tensor<f32>
  %5 = accy.rsqrt %c : tensor<f32>
  %6 = accy.sin %3 : tensor<f32>
  %7 = accy.cos %6 : tensor<f32>
  %8 = accy.tan %7 : tensor<f32>
  %9 = accy.tanh %8 : tensor<f32>
  %10 = accy.logistic %9 : tensor<f32>
  %11 = accy.erf %10 : tensor<f32>
  %12 = accy.pow %c, %c : tensor<f32>
  %13 = accy.add %4, %5 : tensor<f32>
  %14 = accy.add %13, %11 : tensor<f32>
  %15 = accy.add %14, %12 : tensor<f32>
  %16 = accy.neg %e : tensor<0xf32>
  accy.return %15, %16 : tensor<f32>, tensor<0xf32>
}

// CHECK-LABEL: func.func @large()
// CHECK: accy.add
func.func @large() -> tensor<1025xi8> {
  %0 = accy.iota dim = 0 : tensor<1025xi8>
  %c = accy.constant dense<1> : tensor<1025xi8>
  %1 = accy.add %0, %c : tensor<1025xi8>
  accy.return %1 : tensor<1025xi8>
}

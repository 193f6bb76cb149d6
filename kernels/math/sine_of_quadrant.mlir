// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sine of (remainder + low) + quadrant pi/2, where remainder and low come from reduce_quarter_turns.
//
// Polynomials: our own, Sollya's fpminimax of (sin(r) - r) / r^3 and (cos(r) - 1 + r^2/2) / r^4 on [0, pi/4] with
// single-precision coefficients.
func.func private @accy_math_sine_of_quadrant_f32(%remainder: f32, %low: f32, %quadrant: i32) -> f32 {
  %s_coefficient = arith.constant 2.91671358354506082832813262939453125e-6 : f32
  %s_coefficient_1 = arith.constant -1.98608453501947224140167236328125e-4 : f32
  %s_coefficient_2 = arith.constant 8.3333961665630340576171875e-3 : f32
  %s_coefficient_3 = arith.constant -0.16666667163372039794921875 : f32
  %c_coefficient = arith.constant 2.4543653125874698162078857421875e-5 : f32
  %c_coefficient_1 = arith.constant -1.38882710598409175872802734375e-3 : f32
  %c_coefficient_2 = arith.constant 4.1666664183139801025390625e-2 : f32
  %f0_5 = arith.constant 0.5 : f32
  %f1 = arith.constant 1.0 : f32
  %i1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : i32
  %i30 = arith.constant 30 : i32
  %sign_mask = arith.constant -2147483648 : i32
  %z = arith.mulf %remainder, %remainder : f32
  %0 = arith.mulf %z, %s_coefficient : f32
  %s = arith.addf %0, %s_coefficient_1 : f32
  %1 = arith.mulf %s, %z : f32
  %s_1 = arith.addf %1, %s_coefficient_2 : f32
  %2 = arith.mulf %s_1, %z : f32
  %s_2 = arith.addf %2, %s_coefficient_3 : f32
  %3 = arith.mulf %remainder, %z : f32
  %4 = arith.mulf %3, %s_2 : f32
  %5 = arith.addf %4, %low : f32
  %sine = arith.addf %remainder, %5 : f32
  %6 = arith.mulf %z, %c_coefficient : f32
  %c = arith.addf %6, %c_coefficient_1 : f32
  %7 = arith.mulf %c, %z : f32
  %c_1 = arith.addf %7, %c_coefficient_2 : f32
  %half_z = arith.mulf %z, %f0_5 : f32
  %top = arith.subf %f1, %half_z : f32
  %8 = arith.subf %f1, %top : f32
  %top_error = arith.subf %8, %half_z : f32
  %9 = arith.mulf %z, %z : f32
  %10 = arith.mulf %9, %c_1 : f32
  %11 = arith.mulf %remainder, %low : f32
  %12 = arith.subf %10, %11 : f32
  %13 = arith.addf %top_error, %12 : f32
  %cosine = arith.addf %top, %13 : f32
  %14 = arith.andi %quadrant, %i1 : i32
  %is_odd = arith.cmpi ne, %14, %i0 : i32
  %value = arith.select %is_odd, %cosine, %sine : f32
  %15 = arith.shli %quadrant, %i30 : i32
  %sign = arith.andi %15, %sign_mask : i32
  %16 = arith.bitcast %value : f32 to i32
  %17 = arith.xori %16, %sign : i32
  %result = arith.bitcast %17 : i32 to f32
  return %result : f32
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sine of (remainder + low) + quadrant pi/2, where remainder and low come from reduce_quarter_turns.
//
// Polynomials: our own, Sollya's fpminimax of (sin(r) - r) / r^3 and (cos(r) - 1 + r^2/2) / r^4 on [0, pi/4] with
// single-precision coefficients.
func.func private @accy_math_sine_of_quadrant_f32(%remainder: f32, %low: f32, %quadrant: i32) -> f32 {
  %c = arith.constant 2.91671358354506082832813262939453125e-6 : f32
  %c_1 = arith.constant -1.98608453501947224140167236328125e-4 : f32
  %c_2 = arith.constant 8.3333961665630340576171875e-3 : f32
  %c_3 = arith.constant -0.16666667163372039794921875 : f32
  %c_4 = arith.constant 2.4543653125874698162078857421875e-5 : f32
  %c_5 = arith.constant -1.38882710598409175872802734375e-3 : f32
  %c_7 = arith.constant 4.1666664183139801025390625e-2 : f32
  %f0_5 = arith.constant 0.5 : f32
  %f1 = arith.constant 1.0 : f32
  %i1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : i32
  %i30 = arith.constant 30 : i32
  %sign_mask = arith.constant -2147483648 : i32
  %z = arith.mulf %remainder, %remainder : f32
  %t = arith.mulf %z, %c : f32
  %s = arith.addf %t, %c_1 : f32
  %t_1 = arith.mulf %s, %z : f32
  %s_1 = arith.addf %t_1, %c_2 : f32
  %t_2 = arith.mulf %s_1, %z : f32
  %s_2 = arith.addf %t_2, %c_3 : f32
  %t_3 = arith.mulf %remainder, %z : f32
  %t_4 = arith.mulf %t_3, %s_2 : f32
  %t_5 = arith.addf %t_4, %low : f32
  %sine = arith.addf %remainder, %t_5 : f32
  %t_6 = arith.mulf %z, %c_4 : f32
  %c_6 = arith.addf %t_6, %c_5 : f32
  %t_7 = arith.mulf %c_6, %z : f32
  %c_8 = arith.addf %t_7, %c_7 : f32
  %half_z = arith.mulf %z, %f0_5 : f32
  %top = arith.subf %f1, %half_z : f32
  %t_8 = arith.subf %f1, %top : f32
  %top_error = arith.subf %t_8, %half_z : f32
  %t_9 = arith.mulf %z, %z : f32
  %t_10 = arith.mulf %t_9, %c_8 : f32
  %t_11 = arith.mulf %remainder, %low : f32
  %t_12 = arith.subf %t_10, %t_11 : f32
  %t_13 = arith.addf %top_error, %t_12 : f32
  %cosine = arith.addf %top, %t_13 : f32
  %t_14 = arith.andi %quadrant, %i1 : i32
  %is_odd = arith.cmpi ne, %t_14, %i0 : i32
  %value = arith.select %is_odd, %cosine, %sine : f32
  %t_15 = arith.shli %quadrant, %i30 : i32
  %sign = arith.andi %t_15, %sign_mask : i32
  %t_16 = arith.bitcast %value : f32 to i32
  %t_17 = arith.xori %t_16, %sign : i32
  %result = arith.bitcast %t_17 : i32 to f32
  return %result : f32
}

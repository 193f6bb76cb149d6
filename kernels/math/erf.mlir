// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erf(x), at most 2 ulp from the exact value.
//
// Method: below 1 an odd polynomial; above, 1 - exp(p(|x|)) where p approximates log(erfc), 1 from about 3.92 on.
// Polynomials: our own, both with single-precision coefficients. Below 1 Sollya's fpminimax of erf(x)/x - 1, above
// Sollya's remez of log(erfc(x)) on [0.98, 3.93] weighted by erfc(x).
func.func private @accy_math_exp_f32(f32) -> f32

func.func private @accy_math_erf_f32(%x: f32) -> f32 {
  %p_coefficient = arith.constant 7.9241304774768650531768798828125e-5 : f32
  %p_coefficient_1 = arith.constant -8.031835895963013172149658203125e-4 : f32
  %p_coefficient_2 = arith.constant 5.190844647586345672607421875e-3 : f32
  %p_coefficient_3 = arith.constant -2.68551744520664215087890625e-2 : f32
  %p_coefficient_4 = arith.constant 0.112836189568042755126953125 : f32
  %p_coefficient_5 = arith.constant -0.37612628936767578125 : f32
  %p_coefficient_6 = arith.constant 0.128379166126251220703125 : f32
  %saturation = arith.constant 3.93 : f32
  %g_coefficient = arith.constant 1.87971614650450646877288818359375e-4 : f32
  %g_coefficient_1 = arith.constant -2.9640053398907184600830078125e-3 : f32
  %g_coefficient_2 = arith.constant 2.190647460520267486572265625e-2 : f32
  %g_coefficient_3 = arith.constant -0.1032561957836151123046875 : f32
  %g_coefficient_4 = arith.constant -0.637965023517608642578125 : f32
  %g_coefficient_5 = arith.constant -1.1272022724151611328125 : f32
  %g_coefficient_6 = arith.constant -3.1247016158886253833770751953125e-4 : f32
  %f1 = arith.constant 1.0 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %magnitude = math.absf %x : f32
  %z = arith.mulf %x, %x : f32
  %0 = arith.mulf %z, %p_coefficient : f32
  %p = arith.addf %0, %p_coefficient_1 : f32
  %1 = arith.mulf %p, %z : f32
  %p_1 = arith.addf %1, %p_coefficient_2 : f32
  %2 = arith.mulf %p_1, %z : f32
  %p_2 = arith.addf %2, %p_coefficient_3 : f32
  %3 = arith.mulf %p_2, %z : f32
  %p_3 = arith.addf %3, %p_coefficient_4 : f32
  %4 = arith.mulf %p_3, %z : f32
  %p_4 = arith.addf %4, %p_coefficient_5 : f32
  %5 = arith.mulf %p_4, %z : f32
  %p_5 = arith.addf %5, %p_coefficient_6 : f32
  %6 = arith.mulf %magnitude, %p_5 : f32
  %small = arith.addf %magnitude, %6 : f32
  %is = arith.cmpf ogt, %magnitude, %saturation : f32
  %bounded = arith.select %is, %saturation, %magnitude : f32
  %7 = arith.mulf %bounded, %g_coefficient : f32
  %g = arith.addf %7, %g_coefficient_1 : f32
  %8 = arith.mulf %g, %bounded : f32
  %g_1 = arith.addf %8, %g_coefficient_2 : f32
  %9 = arith.mulf %g_1, %bounded : f32
  %g_2 = arith.addf %9, %g_coefficient_3 : f32
  %10 = arith.mulf %g_2, %bounded : f32
  %g_3 = arith.addf %10, %g_coefficient_4 : f32
  %11 = arith.mulf %g_3, %bounded : f32
  %g_4 = arith.addf %11, %g_coefficient_5 : f32
  %12 = arith.mulf %g_4, %bounded : f32
  %g_5 = arith.addf %12, %g_coefficient_6 : f32
  %complement = func.call @accy_math_exp_f32(%g_5) : (f32) -> f32
  %large = arith.subf %f1, %complement : f32
  %is_1 = arith.cmpf olt, %magnitude, %f1 : f32
  %value = arith.select %is_1, %small, %large : f32
  %13 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %13, %sign_mask : i32
  %14 = arith.bitcast %value : f32 to i32
  %15 = arith.ori %14, %sign : i32
  %result = arith.bitcast %15 : i32 to f32
  return %result : f32
}

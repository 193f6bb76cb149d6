// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tan(x), at most 2 ulp from the exact value for every finite x; NaN for infinities.
//
// Method: reduction to |r| <= pi/4 by quarter turns; t = tan(r) and its rounding error; -1/t in odd quadrants.
// Polynomial: our own, Sollya's fpminimax of (tan(r) - r) / r^3 on [0, pi/4] with single-precision coefficients.
func.func private @accy_math_reduce_quarter_turns_f32(f32) -> (f32, f32, i32)

func.func private @accy_math_tan_f32(%x: f32) -> f32 {
  %p_coefficient = arith.constant 3.90153308399021625518798828125e-3 : f32
  %p_coefficient_1 = arith.constant 1.07643590308725833892822265625e-3 : f32
  %p_coefficient_2 = arith.constant 1.0038868524134159088134765625e-2 : f32
  %p_coefficient_3 = arith.constant 2.159585990011692047119140625e-2 : f32
  %p_coefficient_4 = arith.constant 5.39983399212360382080078125e-2 : f32
  %p_coefficient_5 = arith.constant 0.133332073688507080078125 : f32
  %p_coefficient_6 = arith.constant 0.3333333432674407958984375 : f32
  %fminus_1 = arith.constant -1.0 : f32
  %i1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : i32
  %two_to_minus_13 = arith.constant 1.220703125e-4 : f32
  %reduced:3 = func.call @accy_math_reduce_quarter_turns_f32(%x) : (f32) -> (f32, f32, i32)
  %z = arith.mulf %reduced#0, %reduced#0 : f32
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
  %6 = arith.mulf %reduced#0, %z : f32
  %7 = arith.mulf %6, %p_5 : f32
  %8 = arith.mulf %reduced#1, %z : f32
  %9 = arith.addf %8, %reduced#1 : f32
  %correction = arith.addf %7, %9 : f32
  %t = arith.addf %reduced#0, %correction : f32
  %10 = arith.subf %reduced#0, %t : f32
  %t_error = arith.addf %10, %correction : f32
  %reciprocal = arith.divf %fminus_1, %t : f32
  %11 = arith.mulf %reciprocal, %t_error : f32
  %12 = arith.mulf %11, %reciprocal : f32
  %cotangent = arith.addf %reciprocal, %12 : f32
  %13 = arith.andi %reduced#2, %i1 : i32
  %is_odd = arith.cmpi ne, %13, %i0 : i32
  %value = arith.select %is_odd, %cotangent, %t : f32
  // Keeps -0 and subnormals as they are.
  %14 = math.absf %x : f32
  %is = arith.cmpf olt, %14, %two_to_minus_13 : f32
  %result = arith.select %is, %x, %value : f32
  return %result : f32
}

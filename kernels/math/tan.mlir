// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tan(x), at most 2 ulp from the exact value for every finite x; NaN for infinities.
//
// Method: reduction to |r| <= pi/4 by quarter turns; t = tan(r) and its rounding error; -1/t in odd quadrants.
// Polynomial: our own, Sollya's fpminimax of (tan(r) - r) / r^3 on [0, pi/4] with single-precision coefficients.
func.func private @accy_math_reduce_quarter_turns_f32(f32) -> (f32, f32, i32)

func.func private @accy_math_tan_f32(%x: f32) -> f32 {
  %c = arith.constant 3.90153308399021625518798828125e-3 : f32
  %c_1 = arith.constant 1.07643590308725833892822265625e-3 : f32
  %c_2 = arith.constant 1.0038868524134159088134765625e-2 : f32
  %c_3 = arith.constant 2.159585990011692047119140625e-2 : f32
  %c_4 = arith.constant 5.39983399212360382080078125e-2 : f32
  %c_5 = arith.constant 0.133332073688507080078125 : f32
  %c_6 = arith.constant 0.3333333432674407958984375 : f32
  %fminus_1 = arith.constant -1.0 : f32
  %i1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : i32
  %two_to_minus_13 = arith.constant 1.220703125e-4 : f32
  %reduced:3 = func.call @accy_math_reduce_quarter_turns_f32(%x) : (f32) -> (f32, f32, i32)
  %z = arith.mulf %reduced#0, %reduced#0 : f32
  %t = arith.mulf %z, %c : f32
  %p = arith.addf %t, %c_1 : f32
  %t_1 = arith.mulf %p, %z : f32
  %p_1 = arith.addf %t_1, %c_2 : f32
  %t_2 = arith.mulf %p_1, %z : f32
  %p_2 = arith.addf %t_2, %c_3 : f32
  %t_3 = arith.mulf %p_2, %z : f32
  %p_3 = arith.addf %t_3, %c_4 : f32
  %t_4 = arith.mulf %p_3, %z : f32
  %p_4 = arith.addf %t_4, %c_5 : f32
  %t_5 = arith.mulf %p_4, %z : f32
  %p_5 = arith.addf %t_5, %c_6 : f32
  %t_6 = arith.mulf %reduced#0, %z : f32
  %t_7 = arith.mulf %t_6, %p_5 : f32
  %t_8 = arith.mulf %reduced#1, %z : f32
  %t_9 = arith.addf %t_8, %reduced#1 : f32
  %correction = arith.addf %t_7, %t_9 : f32
  %t_10 = arith.addf %reduced#0, %correction : f32
  %t_11 = arith.subf %reduced#0, %t_10 : f32
  %t_error = arith.addf %t_11, %correction : f32
  %reciprocal = arith.divf %fminus_1, %t_10 : f32
  %t_12 = arith.mulf %reciprocal, %t_error : f32
  %t_13 = arith.mulf %t_12, %reciprocal : f32
  %cotangent = arith.addf %reciprocal, %t_13 : f32
  %t_14 = arith.andi %reduced#2, %i1 : i32
  %is_odd = arith.cmpi ne, %t_14, %i0 : i32
  %value = arith.select %is_odd, %cotangent, %t_10 : f32
  // Keeps -0 and subnormals as they are.
  %t_15 = math.absf %x : f32
  %is = arith.cmpf olt, %t_15, %two_to_minus_13 : f32
  %result = arith.select %is, %x, %value : f32
  return %result : f32
}

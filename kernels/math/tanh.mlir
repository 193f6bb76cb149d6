// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tanh(x), at most 2 ulp from the exact value.
//
// Method: below 1 an odd polynomial, above 1 - 2 / (exp(2 |x|) + 1), which is 1 from about 9.01 on.
// Polynomial: our own, Sollya's fpminimax of (tanh(x) - x) / x^3 on [0, 1] with single-precision coefficients.
func.func private @accy_math_exp_f32(f32) -> f32

func.func private @accy_math_tanh_f32(%x: f32) -> f32 {
  %p_coefficient = arith.constant 1.57748712808825075626373291015625e-4 : f32
  %p_coefficient_1 = arith.constant -9.79005359113216400146484375e-4 : f32
  %p_coefficient_2 = arith.constant 3.28903854824602603912353515625e-3 : f32
  %p_coefficient_3 = arith.constant -8.7597332894802093505859375e-3 : f32
  %p_coefficient_4 = arith.constant 2.1854400634765625e-2 : f32
  %p_coefficient_5 = arith.constant -5.3968511521816253662109375e-2 : f32
  %p_coefficient_6 = arith.constant 0.13333356380462646484375 : f32
  %p_coefficient_7 = arith.constant -0.3333333432674407958984375 : f32
  %f10 = arith.constant 10.0 : f32
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
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
  %6 = arith.mulf %p_5, %z : f32
  %p_6 = arith.addf %6, %p_coefficient_7 : f32
  %7 = arith.mulf %magnitude, %z : f32
  %8 = arith.mulf %7, %p_6 : f32
  %small = arith.addf %magnitude, %8 : f32
  %is = arith.cmpf ogt, %magnitude, %f10 : f32
  %bounded = arith.select %is, %f10, %magnitude : f32
  %9 = arith.addf %bounded, %bounded : f32
  %e = func.call @accy_math_exp_f32(%9) : (f32) -> f32
  %10 = arith.addf %e, %f1 : f32
  %11 = arith.divf %f2, %10 : f32
  %large = arith.subf %f1, %11 : f32
  %is_1 = arith.cmpf olt, %magnitude, %f1 : f32
  %value = arith.select %is_1, %small, %large : f32
  %12 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %12, %sign_mask : i32
  %13 = arith.bitcast %value : f32 to i32
  %14 = arith.ori %13, %sign : i32
  %result = arith.bitcast %14 : i32 to f32
  return %result : f32
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp(x) - 1, at most 2 ulp from the exact value, without cancellation near 0.
//
// Method: x = n ln2 + r as in exp; expm1(x) = (2^n - 1) + 2^n r + 2^n (expm1(r) - r), whose first sum is compensated.
// Polynomial: our own, Sollya's fpminimax of (expm1(r) - r - r^2/2) / r^3 with single-precision coefficients.
func.func private @accy_math_expm1_f32(%x: f32) -> f32 {
  %f89 = arith.constant 89.0 : f32
  %fminus_30 = arith.constant -30.0 : f32
  %log2_e = arith.constant 1.44269502162933349609375 : f32
  %rounder = arith.constant 12582912.0 : f32
  %rounder_bits = arith.constant 0x4B400000 : i32
  %ln2_high = arith.constant 0.693145751953125 : f32
  %ln2_low = arith.constant 1.428606765330187045037746429443359375e-6 : f32
  %q_coefficient = arith.constant 2.00015274458564817905426025390625e-4 : f32
  %q_coefficient_1 = arith.constant 1.39264785684645175933837890625e-3 : f32
  %q_coefficient_2 = arith.constant 8.333146572113037109375e-3 : f32
  %q_coefficient_3 = arith.constant 4.166655242443084716796875e-2 : f32
  %q_coefficient_4 = arith.constant 0.16666667163372039794921875 : f32
  %f0_5 = arith.constant 0.5 : f32
  %i127 = arith.constant 127 : i32
  %i23 = arith.constant 23 : i32
  %one_bits = arith.constant 0x3F800000 : i32
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %two_to_minus_26 = arith.constant 1.490116e-08 : f32
  %is = arith.cmpf ogt, %x, %f89 : f32
  %bounded = arith.select %is, %f89, %x : f32
  %is_1 = arith.cmpf olt, %bounded, %fminus_30 : f32
  %bounded_1 = arith.select %is_1, %fminus_30, %bounded : f32
  // Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
  %0 = arith.mulf %bounded_1, %log2_e : f32
  %shifted = arith.addf %0, %rounder : f32
  %n = arith.subf %shifted, %rounder : f32
  %1 = arith.bitcast %shifted : f32 to i32
  %n_bits = arith.subi %1, %rounder_bits : i32
  %2 = arith.mulf %n, %ln2_high : f32
  %high = arith.subf %bounded_1, %2 : f32
  %low = arith.mulf %n, %ln2_low : f32
  %r = arith.subf %high, %low : f32
  %3 = arith.subf %high, %r : f32
  %r_error = arith.subf %3, %low : f32
  %4 = arith.mulf %r, %q_coefficient : f32
  %q = arith.addf %4, %q_coefficient_1 : f32
  %5 = arith.mulf %q, %r : f32
  %q_1 = arith.addf %5, %q_coefficient_2 : f32
  %6 = arith.mulf %q_1, %r : f32
  %q_2 = arith.addf %6, %q_coefficient_3 : f32
  %7 = arith.mulf %q_2, %r : f32
  %q_3 = arith.addf %7, %q_coefficient_4 : f32
  %8 = arith.mulf %q_3, %r : f32
  %q_4 = arith.addf %8, %f0_5 : f32
  %9 = arith.mulf %r, %r : f32
  %10 = arith.mulf %9, %q_4 : f32
  %tail = arith.addf %10, %r_error : f32
  // 2^128 is not representable: it is reached as 2 * 2^127.
  %is_top = arith.cmpi sgt, %n_bits, %i127 : i32
  %11 = arith.select %is_top, %i127, %n_bits : i32
  %12 = arith.shli %11, %i23 : i32
  %13 = arith.addi %12, %one_bits : i32
  %scale = arith.bitcast %13 : i32 to f32
  %base = arith.subf %scale, %f1 : f32
  %step = arith.mulf %scale, %r : f32
  %sum = arith.addf %base, %step : f32
  %14 = arith.subf %sum, %base : f32
  %sum_error = arith.subf %step, %14 : f32
  %15 = arith.mulf %scale, %tail : f32
  %16 = arith.addf %sum_error, %15 : f32
  %total = arith.addf %sum, %16 : f32
  %17 = arith.select %is_top, %f2, %f1 : f32
  %total_1 = arith.mulf %total, %17 : f32
  // Keeps -0 and subnormals as they are.
  %18 = math.absf %x : f32
  %is_2 = arith.cmpf olt, %18, %two_to_minus_26 : f32
  %result = arith.select %is_2, %x, %total_1 : f32
  return %result : f32
}

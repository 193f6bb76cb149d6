// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp(x), at most 1 ulp from the exact value, subnormal results included.
//
// Method: x = n ln2 + r with n an integer and |r| <= ln2 / 2 (Cody and Waite's two-part ln2), exp(r) by a polynomial,
// then scaling by 2^n in two steps so that only a subnormal result is rounded again. The rounding error of r is kept.
// Polynomial: our own, Sollya's fpminimax of (exp(r) - 1 - r) / r^2 with single-precision coefficients.
func.func private @accy_math_exp_f32(%x: f32) -> f32 {
  %f89 = arith.constant 89.0 : f32
  %fminus_104_5 = arith.constant -104.5 : f32
  %log2_e = arith.constant 1.44269502162933349609375 : f32
  %rounder = arith.constant 12582912.0 : f32
  %rounder_bits = arith.constant 0x4B400000 : i32
  %ln2_high = arith.constant 0.693145751953125 : f32
  %ln2_low = arith.constant 1.428606765330187045037746429443359375e-6 : f32
  %c = arith.constant 1.393536454997956752777099609375e-3 : f32
  %c_1 = arith.constant 8.363313041627407073974609375e-3 : f32
  %c_2 = arith.constant 4.166646301746368408203125e-2 : f32
  %c_3 = arith.constant 0.1666657626628875732421875 : f32
  %f0_5 = arith.constant 0.5 : f32
  %f1 = arith.constant 1.0 : f32
  %i1 = arith.constant 1 : i32
  %i23 = arith.constant 23 : i32
  %one_bits = arith.constant 0x3F800000 : i32
  // Beyond these bounds the result is infinity or 0 for certain; a NaN passes both selects.
  %is = arith.cmpf ogt, %x, %f89 : f32
  %bounded = arith.select %is, %f89, %x : f32
  %is_1 = arith.cmpf olt, %bounded, %fminus_104_5 : f32
  %bounded_1 = arith.select %is_1, %fminus_104_5, %bounded : f32
  // Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
  %t = arith.mulf %bounded_1, %log2_e : f32
  %shifted = arith.addf %t, %rounder : f32
  %n = arith.subf %shifted, %rounder : f32
  %t_1 = arith.bitcast %shifted : f32 to i32
  %n_bits = arith.subi %t_1, %rounder_bits : i32
  %t_2 = arith.mulf %n, %ln2_high : f32
  %high = arith.subf %bounded_1, %t_2 : f32
  %low = arith.mulf %n, %ln2_low : f32
  %r = arith.subf %high, %low : f32
  %t_3 = arith.subf %high, %r : f32
  %r_error = arith.subf %t_3, %low : f32
  %t_4 = arith.mulf %r, %c : f32
  %q = arith.addf %t_4, %c_1 : f32
  %t_5 = arith.mulf %q, %r : f32
  %q_1 = arith.addf %t_5, %c_2 : f32
  %t_6 = arith.mulf %q_1, %r : f32
  %q_2 = arith.addf %t_6, %c_3 : f32
  %t_7 = arith.mulf %q_2, %r : f32
  %q_3 = arith.addf %t_7, %f0_5 : f32
  // 1 + r with its rounding error, then what is small.
  %sum = arith.addf %r, %f1 : f32
  %t_8 = arith.subf %sum, %f1 : f32
  %sum_error = arith.subf %r, %t_8 : f32
  %t_9 = arith.mulf %r, %r : f32
  %t_10 = arith.mulf %t_9, %q_3 : f32
  %t_11 = arith.addf %r_error, %sum_error : f32
  %t_12 = arith.addf %t_10, %t_11 : f32
  %p = arith.addf %sum, %t_12 : f32
  %half = arith.shrsi %n_bits, %i1 : i32
  %t_13 = arith.shli %half, %i23 : i32
  %t_14 = arith.addi %t_13, %one_bits : i32
  %t_15 = arith.bitcast %t_14 : i32 to f32
  %scaled = arith.mulf %p, %t_15 : f32
  %t_16 = arith.subi %n_bits, %half : i32
  %t_17 = arith.shli %t_16, %i23 : i32
  %t_18 = arith.addi %t_17, %one_bits : i32
  %t_19 = arith.bitcast %t_18 : i32 to f32
  %result = arith.mulf %scaled, %t_19 : f32
  return %result : f32
}

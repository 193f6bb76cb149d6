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
  %q_coefficient = arith.constant 1.393536454997956752777099609375e-3 : f32
  %q_coefficient_1 = arith.constant 8.363313041627407073974609375e-3 : f32
  %q_coefficient_2 = arith.constant 4.166646301746368408203125e-2 : f32
  %q_coefficient_3 = arith.constant 0.1666657626628875732421875 : f32
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
  %q_3 = arith.addf %7, %f0_5 : f32
  // 1 + r with its rounding error, then what is small.
  %sum = arith.addf %r, %f1 : f32
  %8 = arith.subf %sum, %f1 : f32
  %sum_error = arith.subf %r, %8 : f32
  %9 = arith.mulf %r, %r : f32
  %10 = arith.mulf %9, %q_3 : f32
  %11 = arith.addf %r_error, %sum_error : f32
  %12 = arith.addf %10, %11 : f32
  %p = arith.addf %sum, %12 : f32
  %half = arith.shrsi %n_bits, %i1 : i32
  %13 = arith.shli %half, %i23 : i32
  %14 = arith.addi %13, %one_bits : i32
  %15 = arith.bitcast %14 : i32 to f32
  %scaled = arith.mulf %p, %15 : f32
  %16 = arith.subi %n_bits, %half : i32
  %17 = arith.shli %16, %i23 : i32
  %18 = arith.addi %17, %one_bits : i32
  %19 = arith.bitcast %18 : i32 to f32
  %result = arith.mulf %scaled, %19 : f32
  return %result : f32
}

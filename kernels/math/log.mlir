// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log(x), at most 1 ulp from the exact value.
//
// Method: x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1 is exact, log(x) = k ln2 + log(1 + f).
// Polynomial: our own, Sollya's fpminimax of (log(1 + f) - f + f^2/2) / f^3 with single-precision coefficients.
func.func private @accy_math_log_f32(%x: f32) -> f32 {
  %smallest_normal = arith.constant 1.17549435e-38 : f32
  %sqrt_half_bits = arith.constant 0x3F3504F3 : i32
  %i23 = arith.constant 23 : i32
  %f1 = arith.constant 1.0 : f32
  %iminus_149 = arith.constant -149 : i32
  %i0 = arith.constant 0 : i32
  %p_coefficient = arith.constant 7.340084016323089599609375e-2 : f32
  %p_coefficient_1 = arith.constant -0.11662156879901885986328125 : f32
  %p_coefficient_2 = arith.constant 0.11632536351680755615234375 : f32
  %p_coefficient_3 = arith.constant -0.123962141573429107666015625 : f32
  %p_coefficient_4 = arith.constant 0.14251367747783660888671875 : f32
  %p_coefficient_5 = arith.constant -0.16669182479381561279296875 : f32
  %p_coefficient_6 = arith.constant 0.20000679790973663330078125 : f32
  %p_coefficient_7 = arith.constant -0.24999980628490447998046875 : f32
  %p_coefficient_8 = arith.constant 0.333333313465118408203125 : f32
  %f0_5 = arith.constant 0.5 : f32
  %ln2_low = arith.constant 1.428606765330187045037746429443359375e-6 : f32
  %ln2_high = arith.constant 0.693145751953125 : f32
  %f0 = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %infinity = arith.constant 0x7F800000 : f32
  // The bits of a subnormal are an integer in units of 2^-149; converting it also serves devices that flush subnormals.
  %is_subnormal = arith.cmpf olt, %x, %smallest_normal : f32
  %x_bits = arith.bitcast %x : f32 to i32
  %0 = arith.sitofp %x_bits : i32 to f32
  %1 = arith.select %is_subnormal, %0, %x : f32
  %normal_bits = arith.bitcast %1 : f32 to i32
  %2 = arith.subi %normal_bits, %sqrt_half_bits : i32
  %k_bits = arith.shrsi %2, %i23 : i32
  %3 = arith.shli %k_bits, %i23 : i32
  %4 = arith.subi %normal_bits, %3 : i32
  %5 = arith.bitcast %4 : i32 to f32
  %f = arith.subf %5, %f1 : f32
  %6 = arith.select %is_subnormal, %iminus_149, %i0 : i32
  %7 = arith.addi %k_bits, %6 : i32
  %k = arith.sitofp %7 : i32 to f32
  %8 = arith.mulf %f, %p_coefficient : f32
  %p = arith.addf %8, %p_coefficient_1 : f32
  %9 = arith.mulf %p, %f : f32
  %p_1 = arith.addf %9, %p_coefficient_2 : f32
  %10 = arith.mulf %p_1, %f : f32
  %p_2 = arith.addf %10, %p_coefficient_3 : f32
  %11 = arith.mulf %p_2, %f : f32
  %p_3 = arith.addf %11, %p_coefficient_4 : f32
  %12 = arith.mulf %p_3, %f : f32
  %p_4 = arith.addf %12, %p_coefficient_5 : f32
  %13 = arith.mulf %p_4, %f : f32
  %p_5 = arith.addf %13, %p_coefficient_6 : f32
  %14 = arith.mulf %p_5, %f : f32
  %p_6 = arith.addf %14, %p_coefficient_7 : f32
  %15 = arith.mulf %p_6, %f : f32
  %p_7 = arith.addf %15, %p_coefficient_8 : f32
  %square = arith.mulf %f, %f : f32
  %16 = arith.mulf %square, %f : f32
  %17 = arith.mulf %p_7, %16 : f32
  %18 = arith.mulf %square, %f0_5 : f32
  %19 = arith.subf %17, %18 : f32
  %20 = arith.mulf %k, %ln2_low : f32
  %low = arith.addf %19, %20 : f32
  %21 = arith.mulf %k, %ln2_high : f32
  %22 = arith.addf %f, %low : f32
  %finite = arith.addf %21, %22 : f32
  %is = arith.cmpf oeq, %x, %f0 : f32
  %at_most_zero = arith.select %is, %minus_infinity, %nan : f32
  %is_1 = arith.cmpf ogt, %x, %f0 : f32
  %value = arith.select %is_1, %finite, %at_most_zero : f32
  %is_2 = arith.cmpf oeq, %x, %infinity : f32
  %result = arith.select %is_2, %infinity, %value : f32
  return %result : f32
}

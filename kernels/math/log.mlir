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
  %c = arith.constant 7.340084016323089599609375e-2 : f32
  %c_1 = arith.constant -0.11662156879901885986328125 : f32
  %c_2 = arith.constant 0.11632536351680755615234375 : f32
  %c_3 = arith.constant -0.123962141573429107666015625 : f32
  %c_4 = arith.constant 0.14251367747783660888671875 : f32
  %c_5 = arith.constant -0.16669182479381561279296875 : f32
  %c_6 = arith.constant 0.20000679790973663330078125 : f32
  %c_7 = arith.constant -0.24999980628490447998046875 : f32
  %c_8 = arith.constant 0.333333313465118408203125 : f32
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
  %t = arith.sitofp %x_bits : i32 to f32
  %t_1 = arith.select %is_subnormal, %t, %x : f32
  %normal_bits = arith.bitcast %t_1 : f32 to i32
  %t_2 = arith.subi %normal_bits, %sqrt_half_bits : i32
  %k_bits = arith.shrsi %t_2, %i23 : i32
  %t_3 = arith.shli %k_bits, %i23 : i32
  %t_4 = arith.subi %normal_bits, %t_3 : i32
  %t_5 = arith.bitcast %t_4 : i32 to f32
  %f = arith.subf %t_5, %f1 : f32
  %t_6 = arith.select %is_subnormal, %iminus_149, %i0 : i32
  %t_7 = arith.addi %k_bits, %t_6 : i32
  %k = arith.sitofp %t_7 : i32 to f32
  %t_8 = arith.mulf %f, %c : f32
  %p = arith.addf %t_8, %c_1 : f32
  %t_9 = arith.mulf %p, %f : f32
  %p_1 = arith.addf %t_9, %c_2 : f32
  %t_10 = arith.mulf %p_1, %f : f32
  %p_2 = arith.addf %t_10, %c_3 : f32
  %t_11 = arith.mulf %p_2, %f : f32
  %p_3 = arith.addf %t_11, %c_4 : f32
  %t_12 = arith.mulf %p_3, %f : f32
  %p_4 = arith.addf %t_12, %c_5 : f32
  %t_13 = arith.mulf %p_4, %f : f32
  %p_5 = arith.addf %t_13, %c_6 : f32
  %t_14 = arith.mulf %p_5, %f : f32
  %p_6 = arith.addf %t_14, %c_7 : f32
  %t_15 = arith.mulf %p_6, %f : f32
  %p_7 = arith.addf %t_15, %c_8 : f32
  %square = arith.mulf %f, %f : f32
  %t_16 = arith.mulf %square, %f : f32
  %t_17 = arith.mulf %p_7, %t_16 : f32
  %t_18 = arith.mulf %square, %f0_5 : f32
  %t_19 = arith.subf %t_17, %t_18 : f32
  %t_20 = arith.mulf %k, %ln2_low : f32
  %low = arith.addf %t_19, %t_20 : f32
  %t_21 = arith.mulf %k, %ln2_high : f32
  %t_22 = arith.addf %f, %low : f32
  %finite = arith.addf %t_21, %t_22 : f32
  %is = arith.cmpf oeq, %x, %f0 : f32
  %at_most_zero = arith.select %is, %minus_infinity, %nan : f32
  %is_1 = arith.cmpf ogt, %x, %f0 : f32
  %value = arith.select %is_1, %finite, %at_most_zero : f32
  %is_2 = arith.cmpf oeq, %x, %infinity : f32
  %result = arith.select %is_2, %infinity, %value : f32
  return %result : f32
}

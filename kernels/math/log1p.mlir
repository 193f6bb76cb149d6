// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log(1 + x), at most 2 ulp from the exact value, without cancellation near 0.
//
// Method: u = 1 + x and its exact rounding error c (Knuth's TwoSum); u = 2^k m as in log, f = (m - 1) + c 2^-k.
// Polynomial: our own, the one of log.
func.func private @accy_math_log1p_f32(%x: f32) -> f32 {
  %f1 = arith.constant 1.0 : f32
  %sqrt_half_bits = arith.constant 0x3F3504F3 : i32
  %i23 = arith.constant 23 : i32
  %one_bits = arith.constant 0x3F800000 : i32
  %i64 = arith.constant 64 : i32
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
  %two_to_minus_26 = arith.constant 1.490116e-08 : f32
  %fminus_1 = arith.constant -1.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %u = arith.addf %x, %f1 : f32
  %x_part = arith.subf %u, %f1 : f32
  %0 = arith.subf %u, %x_part : f32
  %1 = arith.subf %f1, %0 : f32
  %2 = arith.subf %x, %x_part : f32
  %c = arith.addf %1, %2 : f32
  %u_bits = arith.bitcast %u : f32 to i32
  %3 = arith.subi %u_bits, %sqrt_half_bits : i32
  %k_bits = arith.shrsi %3, %i23 : i32
  %4 = arith.shli %k_bits, %i23 : i32
  %5 = arith.subi %u_bits, %4 : i32
  %6 = arith.bitcast %5 : i32 to f32
  %m_less_1 = arith.subf %6, %f1 : f32
  // For k above 64 c does not matter, and 2^-k must stay a normal number.
  %is = arith.cmpi sgt, %k_bits, %i64 : i32
  %7 = arith.select %is, %i64, %k_bits : i32
  %8 = arith.shli %7, %i23 : i32
  %9 = arith.subi %one_bits, %8 : i32
  %10 = arith.bitcast %9 : i32 to f32
  %c_scaled = arith.mulf %c, %10 : f32
  %k = arith.sitofp %k_bits : i32 to f32
  %f = arith.addf %m_less_1, %c_scaled : f32
  %11 = arith.subf %m_less_1, %f : f32
  %f_error = arith.addf %11, %c_scaled : f32
  %12 = arith.mulf %f, %p_coefficient : f32
  %p = arith.addf %12, %p_coefficient_1 : f32
  %13 = arith.mulf %p, %f : f32
  %p_1 = arith.addf %13, %p_coefficient_2 : f32
  %14 = arith.mulf %p_1, %f : f32
  %p_2 = arith.addf %14, %p_coefficient_3 : f32
  %15 = arith.mulf %p_2, %f : f32
  %p_3 = arith.addf %15, %p_coefficient_4 : f32
  %16 = arith.mulf %p_3, %f : f32
  %p_4 = arith.addf %16, %p_coefficient_5 : f32
  %17 = arith.mulf %p_4, %f : f32
  %p_5 = arith.addf %17, %p_coefficient_6 : f32
  %18 = arith.mulf %p_5, %f : f32
  %p_6 = arith.addf %18, %p_coefficient_7 : f32
  %19 = arith.mulf %p_6, %f : f32
  %p_7 = arith.addf %19, %p_coefficient_8 : f32
  %square = arith.mulf %f, %f : f32
  %20 = arith.mulf %square, %f : f32
  %21 = arith.mulf %p_7, %20 : f32
  %22 = arith.mulf %square, %f0_5 : f32
  %23 = arith.subf %21, %22 : f32
  %24 = arith.mulf %k, %ln2_low : f32
  %25 = arith.addf %24, %f_error : f32
  %low = arith.addf %23, %25 : f32
  %26 = arith.mulf %k, %ln2_high : f32
  %27 = arith.addf %f, %low : f32
  %finite = arith.addf %26, %27 : f32
  // Keeps -0 and subnormals as they are.
  %28 = math.absf %x : f32
  %is_1 = arith.cmpf olt, %28, %two_to_minus_26 : f32
  %finite_1 = arith.select %is_1, %x, %finite : f32
  %is_2 = arith.cmpf oeq, %x, %fminus_1 : f32
  %at_most_pole = arith.select %is_2, %minus_infinity, %nan : f32
  %is_3 = arith.cmpf ogt, %x, %fminus_1 : f32
  %value = arith.select %is_3, %finite_1, %at_most_pole : f32
  %is_4 = arith.cmpf oeq, %x, %infinity : f32
  %result = arith.select %is_4, %infinity, %value : f32
  return %result : f32
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Argument reduction for sin, cos and tan below 800 (Cody and Waite); what the results are says reduce_quarter_turns.
//
// Method: n pi/2 is subtracted in four parts, three of them with 15 bits so that their products with n are exact.
// Constants computed with Sollya.
func.func private @accy_math_reduce_quarter_turns_small_f32(%x: f32) -> (f32, f32, i32) {
  %two_over_pi = arith.constant 0.636619746685028076171875 : f32
  %rounder = arith.constant 12582912.0 : f32
  %half_pi_1 = arith.constant 1.57073974609375 : f32
  %half_pi_2 = arith.constant 5.658157169818878173828125e-5 : f32
  %half_pi_3 = arith.constant -8.7055695985327474772930145263671875e-10 : f32
  %half_pi_4 = arith.constant 5.39030295347423839269485057457e-15 : f32
  // Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
  %0 = arith.mulf %x, %two_over_pi : f32
  %shifted = arith.addf %0, %rounder : f32
  %n = arith.subf %shifted, %rounder : f32
  %1 = arith.mulf %n, %half_pi_1 : f32
  %first = arith.subf %x, %1 : f32
  %second_product = arith.mulf %n, %half_pi_2 : f32
  %second = arith.subf %first, %second_product : f32
  %2 = arith.subf %first, %second : f32
  %3 = arith.subf %2, %second_product : f32
  %4 = arith.mulf %n, %half_pi_3 : f32
  %error = arith.subf %3, %4 : f32
  %remainder = arith.addf %second, %error : f32
  %5 = arith.subf %second, %remainder : f32
  %6 = arith.addf %5, %error : f32
  %7 = arith.mulf %n, %half_pi_4 : f32
  %low = arith.subf %6, %7 : f32
  %quadrant = arith.bitcast %shifted : f32 to i32
  return %remainder, %low, %quadrant : f32, f32, i32
}

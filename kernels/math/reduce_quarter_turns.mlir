// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Argument reduction for sin, cos and tan: x = quadrant pi/2 + remainder + low, up to whole turns. |remainder| is at most
// a little above pi/4, low is its rounding error, and only the two lowest bits of quadrant count. Infinity and NaN give
// a NaN remainder.
//
// Method: below 800, n pi/2 is subtracted in four parts (Cody and Waite), three of them with 15 bits so that their
// products with n are exact. Above, Payne and Hanek: the integer significand is multiplied in fixed point by the 96 bits
// of 2/pi that matter for its exponent. Constants computed with Sollya and mpmath.
func.func private @accy_math_reduce_quarter_turns_f32(%x: f32) -> (f32, f32, i32) {
  %f800 = arith.constant 800.0 : f32
  %two_over_pi = arith.constant 0.636619746685028076171875 : f32
  %rounder = arith.constant 12582912.0 : f32
  %c = arith.constant 1.57073974609375 : f32
  %c_1 = arith.constant 5.658157169818878173828125e-5 : f32
  %c_2 = arith.constant -8.7055695985327474772930145263671875e-10 : f32
  %c_3 = arith.constant 5.39030295347423839269485057457e-15 : f32
  %i23 = arith.constant 23 : i32
  %i134 = arith.constant 134 : i32
  %i7 = arith.constant 7 : i32
  %i150 = arith.constant 150 : i32
  %mask = arith.constant 0x007FFFFF : i32
  %i64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : i32
  %word_2 = arith.constant 0x054A7F09 : i32
  %word_0 = arith.constant 0x000028BE : i32
  %word_3 = arith.constant 0xD5F47D4D : i32
  %word_1 = arith.constant 0x60DB9391 : i32
  %word_4 = arith.constant 0x377036D8 : i32
  %word_5 = arith.constant 0xA5664F10 : i32
  %word_6 = arith.constant 0xE4107F94 : i32
  %i32 = arith.constant 32 : i32
  %i16 = arith.constant 16 : i32
  %i8 = arith.constant 8 : i32
  %i24 = arith.constant 24 : i32
  %mask_1 = arith.constant 0x20000000 : i32
  %i30 = arith.constant 30 : i32
  %i31 = arith.constant 31 : i32
  %i1 = arith.constant 1 : i32
  %c_4 = arith.constant 4.656612873077392578125e-10 : f32
  %leading_mask = arith.constant -4096 : i32
  %c_5 = arith.constant 1.4624674804508686065673828125e-9 : f32
  %c_6 = arith.constant 4.505988139037742090664551142e-13 : f32
  %c_7 = arith.constant 1.46291811997656395764070749282836914e-9 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %mask_2 = arith.constant 0x7F7FFFFF : i32
  %nan = arith.constant 0x7FC00000 : f32
  %magnitude = math.absf %x : f32
  %is = arith.cmpf olt, %magnitude, %f800 : f32
  %reduced:3 = scf.if %is -> (f32, f32, i32) {
    %t = arith.mulf %x, %two_over_pi : f32
    %shifted = arith.addf %t, %rounder : f32
    %n = arith.subf %shifted, %rounder : f32
    %t_1 = arith.mulf %n, %c : f32
    %first = arith.subf %x, %t_1 : f32
    %second_product = arith.mulf %n, %c_1 : f32
    %second = arith.subf %first, %second_product : f32
    %t_2 = arith.subf %first, %second : f32
    %t_3 = arith.subf %t_2, %second_product : f32
    %t_4 = arith.mulf %n, %c_2 : f32
    %error = arith.subf %t_3, %t_4 : f32
    %remainder = arith.addf %second, %error : f32
    %t_5 = arith.subf %second, %remainder : f32
    %t_6 = arith.addf %t_5, %error : f32
    %t_7 = arith.mulf %n, %c_3 : f32
    %low = arith.subf %t_6, %t_7 : f32
    %quadrant = arith.bitcast %shifted : f32 to i32
    scf.yield %remainder, %low, %quadrant : f32, f32, i32
  } else {
    %x_bits = arith.bitcast %x : f32 to i32
    %magnitude_bits = arith.bitcast %magnitude : f32 to i32
    // |x| = significand 2^(8 bytes - 16), bytes from 0 to 15 and the significand an integer below 2^31.
    %t_8 = arith.shrui %magnitude_bits, %i23 : i32
    %exponent = arith.subi %t_8, %i134 : i32
    %t_9 = arith.andi %exponent, %i7 : i32
    %significand_exponent = arith.addi %t_9, %i150 : i32
    %t_10 = arith.andi %magnitude_bits, %mask : i32
    %t_11 = arith.shli %significand_exponent, %i23 : i32
    %t_12 = arith.ori %t_10, %t_11 : i32
    %t_13 = arith.bitcast %t_12 : i32 to f32
    %significand = arith.fptosi %t_13 : f32 to i32
    // The 96 bits of 2/pi from that byte on, after 18 zero bits: two steps by words, two by parts of a word.
    %t_14 = arith.andi %exponent, %i64 : i32
    %by_two_words = arith.cmpi ne, %t_14, %i0 : i32
    %a0 = arith.select %by_two_words, %word_2, %word_0 : i32
    %a1 = arith.select %by_two_words, %word_3, %word_1 : i32
    %a2 = arith.select %by_two_words, %word_4, %word_2 : i32
    %a3 = arith.select %by_two_words, %word_5, %word_3 : i32
    %a4 = arith.select %by_two_words, %word_6, %word_4 : i32
    %t_15 = arith.andi %exponent, %i32 : i32
    %by_word = arith.cmpi ne, %t_15, %i0 : i32
    %b0 = arith.select %by_word, %a1, %a0 : i32
    %b1 = arith.select %by_word, %a2, %a1 : i32
    %b2 = arith.select %by_word, %a3, %a2 : i32
    %b3 = arith.select %by_word, %a4, %a3 : i32
    %t_16 = arith.andi %exponent, %i16 : i32
    %by_half = arith.cmpi ne, %t_16, %i0 : i32
    %t_17 = arith.shli %b0, %i16 : i32
    %t_18 = arith.shrui %b1, %i16 : i32
    %t_19 = arith.ori %t_17, %t_18 : i32
    %c0 = arith.select %by_half, %t_19, %b0 : i32
    %t_20 = arith.shli %b1, %i16 : i32
    %t_21 = arith.shrui %b2, %i16 : i32
    %t_22 = arith.ori %t_20, %t_21 : i32
    %c1 = arith.select %by_half, %t_22, %b1 : i32
    %t_23 = arith.shli %b2, %i16 : i32
    %t_24 = arith.shrui %b3, %i16 : i32
    %t_25 = arith.ori %t_23, %t_24 : i32
    %c2 = arith.select %by_half, %t_25, %b2 : i32
    %t_26 = arith.shli %b3, %i16 : i32
    %c3 = arith.select %by_half, %t_26, %b3 : i32
    %t_27 = arith.andi %exponent, %i8 : i32
    %by_byte = arith.cmpi ne, %t_27, %i0 : i32
    %t_28 = arith.shli %c0, %i8 : i32
    %t_29 = arith.shrui %c1, %i24 : i32
    %t_30 = arith.ori %t_28, %t_29 : i32
    %d0 = arith.select %by_byte, %t_30, %c0 : i32
    %t_31 = arith.shli %c1, %i8 : i32
    %t_32 = arith.shrui %c2, %i24 : i32
    %t_33 = arith.ori %t_31, %t_32 : i32
    %d1 = arith.select %by_byte, %t_33, %c1 : i32
    %t_34 = arith.shli %c2, %i8 : i32
    %t_35 = arith.shrui %c3, %i24 : i32
    %t_36 = arith.ori %t_34, %t_35 : i32
    %d2 = arith.select %by_byte, %t_36, %c2 : i32
    // The product modulo 4 quarter turns: 2 integer bits and 62 fraction bits in two words.
    %unused, %carry_in = arith.mului_extended %d2, %significand : i32
    %middle_low, %middle_high = arith.mului_extended %d1, %significand : i32
    %lower = arith.addi %middle_low, %carry_in : i32
    %t_37 = arith.muli %d0, %significand : i32
    %t_38 = arith.addi %t_37, %middle_high : i32
    %is_1 = arith.cmpi ult, %lower, %middle_low : i32
    %t_39 = arith.extui %is_1 : i1 to i32
    %upper = arith.addi %t_38, %t_39 : i32
    %t_40 = arith.addi %upper, %mask_1 : i32
    %turns = arith.shrui %t_40, %i30 : i32
    %t_41 = arith.shli %turns, %i30 : i32
    %fraction = arith.subi %upper, %t_41 : i32
    // Sign and magnitude, so that no part cancels another; one unit of 2^-62 does not matter.
    %fraction_sign = arith.shrsi %fraction, %i31 : i32
    %upper_magnitude = arith.xori %fraction, %fraction_sign : i32
    %t_42 = arith.xori %lower, %fraction_sign : i32
    %lower_magnitude = arith.shrui %t_42, %i1 : i32
    %rounded = arith.sitofp %upper_magnitude : i32 to f32
    %t_43 = arith.fptosi %rounded : f32 to i32
    %t_44 = arith.subi %upper_magnitude, %t_43 : i32
    %t_45 = arith.sitofp %t_44 : i32 to f32
    %t_46 = arith.sitofp %lower_magnitude : i32 to f32
    %t_47 = arith.mulf %t_46, %c_4 : f32
    %rest = arith.addf %t_45, %t_47 : f32
    %value = arith.addf %rounded, %rest : f32
    %t_48 = arith.subf %rounded, %value : f32
    %value_error = arith.addf %t_48, %rest : f32
    // Times pi/2 * 2^-30: the 12 leading bits of both factors multiply exactly.
    %t_49 = arith.bitcast %value : f32 to i32
    %t_50 = arith.andi %t_49, %leading_mask : i32
    %leading = arith.bitcast %t_50 : i32 to f32
    %trailing = arith.subf %value, %leading : f32
    %product = arith.mulf %leading, %c_5 : f32
    %t_51 = arith.mulf %leading, %c_6 : f32
    %t_52 = arith.addf %trailing, %value_error : f32
    %t_53 = arith.mulf %t_52, %c_7 : f32
    %product_low = arith.addf %t_51, %t_53 : f32
    %sum = arith.addf %product, %product_low : f32
    %t_54 = arith.subf %product, %sum : f32
    %sum_error = arith.addf %t_54, %product_low : f32
    %x_sign = arith.shrsi %x_bits, %i31 : i32
    %t_55 = arith.xori %fraction_sign, %x_bits : i32
    %flip = arith.andi %t_55, %sign_mask : i32
    %not_finite = arith.cmpi sgt, %magnitude_bits, %mask_2 : i32
    %t_56 = arith.bitcast %sum : f32 to i32
    %t_57 = arith.xori %t_56, %flip : i32
    %t_58 = arith.bitcast %t_57 : i32 to f32
    %remainder_1 = arith.select %not_finite, %nan, %t_58 : f32
    %t_59 = arith.bitcast %sum_error : f32 to i32
    %t_60 = arith.xori %t_59, %flip : i32
    %low_1 = arith.bitcast %t_60 : i32 to f32
    %t_61 = arith.xori %turns, %x_sign : i32
    %quadrant_1 = arith.subi %t_61, %x_sign : i32
    scf.yield %remainder_1, %low_1, %quadrant_1 : f32, f32, i32
  }
  return %reduced#0, %reduced#1, %reduced#2 : f32, f32, i32
}

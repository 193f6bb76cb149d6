// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The remainder of x / y with the sign of x, exact: C's fmod.
//
// Method: both significands as integers; long division by 8 bits of the exponents' difference, at most 253, at a time;
// for f64 by 11 bits of at most 2045.
func.func private @accy_math_rem_f32(%x: f32, %y: f32) -> f32 {
  %nan = arith.constant 0x7FC00000 : f32
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i8 = arith.constant 8 : i32
  %i23 = arith.constant 23 : i32
  %one_bits = arith.constant 0x3F800000 : i32
  %infinity_bits = arith.constant 0x7F800000 : i32
  %fraction_mask = arith.constant 0x007FFFFF : i32
  %hidden_bit = arith.constant 0x00800000 : i32
  %sign_mask = arith.constant -2147483648 : i32
  %bias = arith.constant 150 : i32
  %x_absolute = math.absf %x : f32
  %y_absolute = math.absf %y : f32
  %x_magnitude = arith.bitcast %x_absolute : f32 to i32
  %y_magnitude = arith.bitcast %y_absolute : f32 to i32
  %x_is_special = arith.cmpi sge, %x_magnitude, %infinity_bits : i32
  %y_is_nan = arith.cmpi sgt, %y_magnitude, %infinity_bits : i32
  %y_is_zero = arith.cmpi eq, %y_magnitude, %i0 : i32
  %either = arith.ori %x_is_special, %y_is_nan : i1
  %is_undefined = arith.ori %either, %y_is_zero : i1
  %is_smaller = arith.cmpi slt, %x_magnitude, %y_magnitude : i32
  %is_special = arith.ori %is_undefined, %is_smaller : i1
  // A subnormal has the exponent of the smallest normal number and no hidden bit.
  %x_exponent_field = arith.shrui %x_magnitude, %i23 : i32
  %y_exponent_field = arith.shrui %y_magnitude, %i23 : i32
  %x_is_subnormal = arith.cmpi eq, %x_exponent_field, %i0 : i32
  %y_is_subnormal = arith.cmpi eq, %y_exponent_field, %i0 : i32
  %x_exponent = arith.select %x_is_subnormal, %i1, %x_exponent_field : i32
  %y_exponent = arith.select %y_is_subnormal, %i1, %y_exponent_field : i32
  %x_hidden = arith.select %x_is_subnormal, %i0, %hidden_bit : i32
  %y_hidden = arith.select %y_is_subnormal, %i0, %hidden_bit : i32
  %x_fraction = arith.andi %x_magnitude, %fraction_mask : i32
  %y_fraction = arith.andi %y_magnitude, %fraction_mask : i32
  %x_significand = arith.ori %x_fraction, %x_hidden : i32
  %y_significand = arith.ori %y_fraction, %y_hidden : i32
  // No division by 0, and no rounds, where the result is not a quotient's remainder.
  %divisor = arith.select %is_special, %i1, %y_significand : i32
  %difference = arith.subi %x_exponent, %y_exponent : i32
  %shifts = arith.select %is_special, %i0, %difference : i32
  %first = arith.remui %x_significand, %divisor : i32
  %remainder, %left = scf.while (%value = %first, %pending = %shifts) : (i32, i32) -> (i32, i32) {
    %is_pending = arith.cmpi sgt, %pending, %i0 : i32
    scf.condition(%is_pending) %value, %pending : i32, i32
  } do {
  ^bb0(%value: i32, %pending: i32):
    %is_last = arith.cmpi slt, %pending, %i8 : i32
    %step = arith.select %is_last, %pending, %i8 : i32
    %shifted = arith.shli %value, %step : i32
    %next = arith.remui %shifted, %divisor : i32
    %rest = arith.subi %pending, %step : i32
    scf.yield %next, %rest : i32, i32
  } attributes {accy.most_steps = 32 : i64}
  // remainder * 2^(y_exponent - 150) is representable; in two steps because that power may not be.
  %as_float = arith.sitofp %remainder : i32 to f32
  %scale = arith.subi %y_exponent, %bias : i32
  %half = arith.shrsi %scale, %i1 : i32
  %other_half = arith.subi %scale, %half : i32
  %half_field = arith.shli %half, %i23 : i32
  %half_bits = arith.addi %half_field, %one_bits : i32
  %half_scale = arith.bitcast %half_bits : i32 to f32
  %other_field = arith.shli %other_half, %i23 : i32
  %other_bits = arith.addi %other_field, %one_bits : i32
  %other_scale = arith.bitcast %other_bits : i32 to f32
  %scaled = arith.mulf %as_float, %half_scale : f32
  %magnitude = arith.mulf %scaled, %other_scale : f32
  %magnitude_bits = arith.bitcast %magnitude : f32 to i32
  %x_bits = arith.bitcast %x : f32 to i32
  %sign = arith.andi %x_bits, %sign_mask : i32
  %signed_bits = arith.ori %magnitude_bits, %sign : i32
  %signed = arith.bitcast %signed_bits : i32 to f32
  %defined = arith.select %is_smaller, %x, %signed : f32
  %result = arith.select %is_undefined, %nan, %defined : f32
  return %result : f32
}

func.func private @accy_math_rem_f64(%x: f64, %y: f64) -> f64 {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %i0 = arith.constant 0 : i64
  %i1 = arith.constant 1 : i64
  %i11 = arith.constant 11 : i64
  %i52 = arith.constant 52 : i64
  %one_bits = arith.constant 0x3FF0000000000000 : i64
  %infinity_bits = arith.constant 0x7FF0000000000000 : i64
  %fraction_mask = arith.constant 0x000FFFFFFFFFFFFF : i64
  %hidden_bit = arith.constant 0x0010000000000000 : i64
  %sign_mask = arith.constant -9223372036854775808 : i64
  %bias = arith.constant 1075 : i64
  %x_absolute = math.absf %x : f64
  %y_absolute = math.absf %y : f64
  %x_magnitude = arith.bitcast %x_absolute : f64 to i64
  %y_magnitude = arith.bitcast %y_absolute : f64 to i64
  %x_is_special = arith.cmpi sge, %x_magnitude, %infinity_bits : i64
  %y_is_nan = arith.cmpi sgt, %y_magnitude, %infinity_bits : i64
  %y_is_zero = arith.cmpi eq, %y_magnitude, %i0 : i64
  %either = arith.ori %x_is_special, %y_is_nan : i1
  %is_undefined = arith.ori %either, %y_is_zero : i1
  %is_smaller = arith.cmpi slt, %x_magnitude, %y_magnitude : i64
  %is_special = arith.ori %is_undefined, %is_smaller : i1
  %x_exponent_field = arith.shrui %x_magnitude, %i52 : i64
  %y_exponent_field = arith.shrui %y_magnitude, %i52 : i64
  %x_is_subnormal = arith.cmpi eq, %x_exponent_field, %i0 : i64
  %y_is_subnormal = arith.cmpi eq, %y_exponent_field, %i0 : i64
  %x_exponent = arith.select %x_is_subnormal, %i1, %x_exponent_field : i64
  %y_exponent = arith.select %y_is_subnormal, %i1, %y_exponent_field : i64
  %x_hidden = arith.select %x_is_subnormal, %i0, %hidden_bit : i64
  %y_hidden = arith.select %y_is_subnormal, %i0, %hidden_bit : i64
  %x_fraction = arith.andi %x_magnitude, %fraction_mask : i64
  %y_fraction = arith.andi %y_magnitude, %fraction_mask : i64
  %x_significand = arith.ori %x_fraction, %x_hidden : i64
  %y_significand = arith.ori %y_fraction, %y_hidden : i64
  %divisor = arith.select %is_special, %i1, %y_significand : i64
  %difference = arith.subi %x_exponent, %y_exponent : i64
  %shifts = arith.select %is_special, %i0, %difference : i64
  %first = arith.remui %x_significand, %divisor : i64
  %remainder, %left = scf.while (%value = %first, %pending = %shifts) : (i64, i64) -> (i64, i64) {
    %is_pending = arith.cmpi sgt, %pending, %i0 : i64
    scf.condition(%is_pending) %value, %pending : i64, i64
  } do {
  ^bb0(%value: i64, %pending: i64):
    %is_last = arith.cmpi slt, %pending, %i11 : i64
    %step = arith.select %is_last, %pending, %i11 : i64
    %shifted = arith.shli %value, %step : i64
    %next = arith.remui %shifted, %divisor : i64
    %rest = arith.subi %pending, %step : i64
    scf.yield %next, %rest : i64, i64
  } attributes {accy.most_steps = 186 : i64}
  %as_float = arith.sitofp %remainder : i64 to f64
  %scale = arith.subi %y_exponent, %bias : i64
  %half = arith.shrsi %scale, %i1 : i64
  %other_half = arith.subi %scale, %half : i64
  %half_field = arith.shli %half, %i52 : i64
  %half_bits = arith.addi %half_field, %one_bits : i64
  %half_scale = arith.bitcast %half_bits : i64 to f64
  %other_field = arith.shli %other_half, %i52 : i64
  %other_bits = arith.addi %other_field, %one_bits : i64
  %other_scale = arith.bitcast %other_bits : i64 to f64
  %scaled = arith.mulf %as_float, %half_scale : f64
  %magnitude = arith.mulf %scaled, %other_scale : f64
  %magnitude_bits = arith.bitcast %magnitude : f64 to i64
  %x_bits = arith.bitcast %x : f64 to i64
  %sign = arith.andi %x_bits, %sign_mask : i64
  %signed_bits = arith.ori %magnitude_bits, %sign : i64
  %signed = arith.bitcast %signed_bits : i64 to f64
  %defined = arith.select %is_smaller, %x, %signed : f64
  %result = arith.select %is_undefined, %nan, %defined : f64
  return %result : f64
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer nearest to x in the direction of 0.
//
// Method: from 2^23 on, or 2^52 for f64, (and for infinity and NaN) x is its own integer part; below, it fits an
// integer of as many bits.
func.func private @accy_math_trunc_f32(%x: f32) -> f32 {
  %two_to_23 = arith.constant 8388608.0 : f32
  %f0 = arith.constant 0.0 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %0 = math.absf %x : f32
  %is_small = arith.cmpf olt, %0, %two_to_23 : f32
  %1 = arith.select %is_small, %x, %f0 : f32
  %2 = arith.fptosi %1 : f32 to i32
  %whole = arith.sitofp %2 : i32 to f32
  // The sign bit makes -0.5 give -0.
  %3 = arith.bitcast %whole : f32 to i32
  %4 = arith.bitcast %x : f32 to i32
  %5 = arith.andi %4, %sign_mask : i32
  %6 = arith.ori %3, %5 : i32
  %signed = arith.bitcast %6 : i32 to f32
  %result = arith.select %is_small, %signed, %x : f32
  return %result : f32
}

func.func private @accy_math_trunc_f64(%x: f64) -> f64 {
  %two_to_52 = arith.constant 4503599627370496.0 : f64
  %f0 = arith.constant 0.0 : f64
  %sign_mask = arith.constant -9223372036854775808 : i64
  %0 = math.absf %x : f64
  %is_small = arith.cmpf olt, %0, %two_to_52 : f64
  %1 = arith.select %is_small, %x, %f0 : f64
  %2 = arith.fptosi %1 : f64 to i64
  %whole = arith.sitofp %2 : i64 to f64
  %3 = arith.bitcast %whole : f64 to i64
  %4 = arith.bitcast %x : f64 to i64
  %5 = arith.andi %4, %sign_mask : i64
  %6 = arith.ori %3, %5 : i64
  %signed = arith.bitcast %6 : i64 to f64
  %result = arith.select %is_small, %signed, %x : f64
  return %result : f64
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer nearest to x, halves to the even one (StableHLO's round_nearest_even).
//
// Method: from 2^23 on, or 2^52 for f64, a float is an integer, so adding that rounds the addition's own way.
func.func private @accy_math_round_even_f32(%x: f32) -> f32 {
  %two_to_23 = arith.constant 8388608.0 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %magnitude = math.absf %x : f32
  %0 = arith.addf %magnitude, %two_to_23 : f32
  %nearest = arith.subf %0, %two_to_23 : f32
  %1 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %1, %sign_mask : i32
  %2 = arith.bitcast %nearest : f32 to i32
  %3 = arith.ori %2, %sign : i32
  %signed = arith.bitcast %3 : i32 to f32
  %is = arith.cmpf olt, %magnitude, %two_to_23 : f32
  %result = arith.select %is, %signed, %x : f32
  return %result : f32
}

func.func private @accy_math_round_even_f64(%x: f64) -> f64 {
  %two_to_52 = arith.constant 4503599627370496.0 : f64
  %sign_mask = arith.constant -9223372036854775808 : i64
  %magnitude = math.absf %x : f64
  %0 = arith.addf %magnitude, %two_to_52 : f64
  %nearest = arith.subf %0, %two_to_52 : f64
  %1 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %1, %sign_mask : i64
  %2 = arith.bitcast %nearest : f64 to i64
  %3 = arith.ori %2, %sign : i64
  %signed = arith.bitcast %3 : i64 to f64
  %is = arith.cmpf olt, %magnitude, %two_to_52 : f64
  %result = arith.select %is, %signed, %x : f64
  return %result : f64
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer nearest to x, halves away from 0 (StableHLO's round_nearest_afz, C's round).
func.func private @accy_math_trunc_f32(f32) -> f32

func.func private @accy_math_round_f32(%x: f32) -> f32 {
  %f0_5 = arith.constant 0.5 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %one_bits = arith.constant 0x3F800000 : i32
  %towards_zero = func.call @accy_math_trunc_f32(%x) : (f32) -> f32
  // The distance is exact.
  %0 = arith.subf %x, %towards_zero : f32
  %1 = math.absf %0 : f32
  %is_up = arith.cmpf oge, %1, %f0_5 : f32
  %2 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %2, %sign_mask : i32
  %3 = arith.ori %sign, %one_bits : i32
  %one = arith.bitcast %3 : i32 to f32
  %zero = arith.bitcast %sign : i32 to f32
  %4 = arith.select %is_up, %one, %zero : f32
  %result = arith.addf %towards_zero, %4 : f32
  return %result : f32
}

func.func private @accy_math_trunc_f64(f64) -> f64

func.func private @accy_math_round_f64(%x: f64) -> f64 {
  %f0_5 = arith.constant 0.5 : f64
  %sign_mask = arith.constant -9223372036854775808 : i64
  %one_bits = arith.constant 0x3FF0000000000000 : i64
  %towards_zero = func.call @accy_math_trunc_f64(%x) : (f64) -> f64
  %0 = arith.subf %x, %towards_zero : f64
  %1 = math.absf %0 : f64
  %is_up = arith.cmpf oge, %1, %f0_5 : f64
  %2 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %2, %sign_mask : i64
  %3 = arith.ori %sign, %one_bits : i64
  %one = arith.bitcast %3 : i64 to f64
  %zero = arith.bitcast %sign : i64 to f64
  %4 = arith.select %is_up, %one, %zero : f64
  %result = arith.addf %towards_zero, %4 : f64
  return %result : f64
}

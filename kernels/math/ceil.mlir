// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest integer that is at least x.
func.func private @accy_math_trunc_f32(f32) -> f32

func.func private @accy_math_ceil_f32(%x: f32) -> f32 {
  %f1 = arith.constant 1.0 : f32
  %f0 = arith.constant 0.0 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %towards_zero = func.call @accy_math_trunc_f32(%x) : (f32) -> f32
  %is = arith.cmpf olt, %towards_zero, %x : f32
  %0 = arith.select %is, %f1, %f0 : f32
  %up = arith.addf %towards_zero, %0 : f32
  // The sign bit makes -0.5 give -0.
  %1 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %1, %sign_mask : i32
  %2 = arith.bitcast %up : f32 to i32
  %3 = arith.ori %2, %sign : i32
  %result = arith.bitcast %3 : i32 to f32
  return %result : f32
}

func.func private @accy_math_trunc_f64(f64) -> f64

func.func private @accy_math_ceil_f64(%x: f64) -> f64 {
  %f1 = arith.constant 1.0 : f64
  %f0 = arith.constant 0.0 : f64
  %sign_mask = arith.constant -9223372036854775808 : i64
  %towards_zero = func.call @accy_math_trunc_f64(%x) : (f64) -> f64
  %is = arith.cmpf olt, %towards_zero, %x : f64
  %0 = arith.select %is, %f1, %f0 : f64
  %up = arith.addf %towards_zero, %0 : f64
  %1 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %1, %sign_mask : i64
  %2 = arith.bitcast %up : f64 to i64
  %3 = arith.ori %2, %sign : i64
  %result = arith.bitcast %3 : i64 to f64
  return %result : f64
}

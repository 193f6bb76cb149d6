// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sign of x: -1 or 1, a zero of its sign for a zero (and for a subnormal number that the target takes for one), x
// itself for NaN.
func.func private @accy_math_sign_f32(%x: f32) -> f32 {
  %sign_mask = arith.constant -2147483648 : i32
  %one_bits = arith.constant 0x3F800000 : i32
  %f0 = arith.constant 0.0 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %sign_mask : i32
  %2 = arith.ori %1, %one_bits : i32
  %one = arith.bitcast %2 : i32 to f32
  %zero = arith.bitcast %1 : i32 to f32
  %3 = math.absf %x : f32
  %is = arith.cmpf ogt, %3, %f0 : f32
  %is_nan = arith.cmpf uno, %x, %x : f32
  %other = arith.select %is_nan, %x, %zero : f32
  %result = arith.select %is, %one, %other : f32
  return %result : f32
}

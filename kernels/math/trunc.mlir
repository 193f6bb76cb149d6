// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer nearest to x in the direction of 0.
//
// Method: from 2^23 on (and for infinity and NaN) x is its own integer part; below, it fits an i32.
func.func private @accy_math_trunc_f32(%x: f32) -> f32 {
  %two_to_23 = arith.constant 8388608.0 : f32
  %f0 = arith.constant 0.0 : f32
  %sign_mask = arith.constant -2147483648 : i32
  %t = math.absf %x : f32
  %is_small = arith.cmpf olt, %t, %two_to_23 : f32
  %t_1 = arith.select %is_small, %x, %f0 : f32
  %t_2 = arith.fptosi %t_1 : f32 to i32
  %whole = arith.sitofp %t_2 : i32 to f32
  // The sign bit makes -0.5 give -0.
  %t_3 = arith.bitcast %whole : f32 to i32
  %t_4 = arith.bitcast %x : f32 to i32
  %t_5 = arith.andi %t_4, %sign_mask : i32
  %t_6 = arith.ori %t_3, %t_5 : i32
  %signed = arith.bitcast %t_6 : i32 to f32
  %result = arith.select %is_small, %signed, %x : f32
  return %result : f32
}

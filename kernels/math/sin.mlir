// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sin(x), at most 2 ulp from the exact value for every finite x; NaN for infinities.
//
// Method: reduction to |r| <= pi/4 by quarter turns, then the polynomials of sine_of_quadrant.
func.func private @accy_math_reduce_quarter_turns_f32(f32) -> (f32, f32, i32)
func.func private @accy_math_sine_of_quadrant_f32(f32, f32, i32) -> f32

func.func private @accy_math_sin_f32(%x: f32) -> f32 {
  %two_to_minus_13 = arith.constant 1.220703125e-4 : f32
  %reduced:3 = func.call @accy_math_reduce_quarter_turns_f32(%x) : (f32) -> (f32, f32, i32)
  %value = func.call @accy_math_sine_of_quadrant_f32(%reduced#0, %reduced#1, %reduced#2) : (f32, f32, i32) -> f32
  // Keeps -0 and subnormals as they are.
  %0 = math.absf %x : f32
  %is = arith.cmpf olt, %0, %two_to_minus_13 : f32
  %result = arith.select %is, %x, %value : f32
  return %result : f32
}

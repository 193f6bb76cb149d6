// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cos(x), at most 2 ulp from the exact value for every finite x; NaN for infinities.
//
// Method: the sine one quadrant further, see sin.
func.func private @accy_math_reduce_quarter_turns_f32(f32) -> (f32, f32, i32)
func.func private @accy_math_sine_of_quadrant_f32(f32, f32, i32) -> f32

func.func private @accy_math_cos_f32(%x: f32) -> f32 {
  %i1 = arith.constant 1 : i32
  %reduced:3 = func.call @accy_math_reduce_quarter_turns_f32(%x) : (f32) -> (f32, f32, i32)
  %0 = arith.addi %reduced#2, %i1 : i32
  %result = func.call @accy_math_sine_of_quadrant_f32(%reduced#0, %reduced#1, %0) : (f32, f32, i32) -> f32
  return %result : f32
}

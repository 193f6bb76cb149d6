// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Argument reduction for sin, cos and tan: x = quadrant pi/2 + remainder + low, up to whole turns. |remainder| is at
// most a little above pi/4, low is its rounding error, and only the two lowest bits of quadrant count. Infinity and NaN
// give a NaN remainder.
func.func private @accy_math_reduce_quarter_turns_large_f32(f32) -> (f32, f32, i32)
func.func private @accy_math_reduce_quarter_turns_small_f32(f32) -> (f32, f32, i32)

func.func private @accy_math_reduce_quarter_turns_f32(%x: f32) -> (f32, f32, i32) {
  %f800 = arith.constant 800.0 : f32
  %magnitude = math.absf %x : f32
  %is = arith.cmpf olt, %magnitude, %f800 : f32
  %reduced_2:3 = scf.if %is -> (f32, f32, i32) {
    %reduced:3 = func.call @accy_math_reduce_quarter_turns_small_f32(%x) : (f32) -> (f32, f32, i32)
    scf.yield %reduced#0, %reduced#1, %reduced#2 : f32, f32, i32
  } else {
    %reduced_1:3 = func.call @accy_math_reduce_quarter_turns_large_f32(%x) : (f32) -> (f32, f32, i32)
    scf.yield %reduced_1#0, %reduced_1#1, %reduced_1#2 : f32, f32, i32
  }
  return %reduced_2#0, %reduced_2#1, %reduced_2#2 : f32, f32, i32
}

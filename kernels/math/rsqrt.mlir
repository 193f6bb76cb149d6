// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 1 / sqrt(x), at most 2 ulp from the exact value; infinity of its own sign for a zero, NaN below.
func.func private @accy_math_rsqrt_f32(%x: f32) -> f32 {
  %f1 = arith.constant 1.0 : f32
  %root = math.sqrt %x : f32
  %result = arith.divf %f1, %root : f32
  return %result : f32
}

func.func private @accy_math_rsqrt_f64(%x: f64) -> f64 {
  %f1 = arith.constant 1.0 : f64
  %root = math.sqrt %x : f64
  %result = arith.divf %f1, %root : f64
  return %result : f64
}

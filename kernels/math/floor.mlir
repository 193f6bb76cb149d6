// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest integer that is at most x.
func.func private @accy_math_trunc_f32(f32) -> f32

func.func private @accy_math_floor_f32(%x: f32) -> f32 {
  %f1 = arith.constant 1.0 : f32
  %f0 = arith.constant 0.0 : f32
  %towards_zero = func.call @accy_math_trunc_f32(%x) : (f32) -> f32
  // Subtracting 0 keeps the sign of a zero.
  %is = arith.cmpf ogt, %towards_zero, %x : f32
  %0 = arith.select %is, %f1, %f0 : f32
  %result = arith.subf %towards_zero, %0 : f32
  return %result : f32
}

func.func private @accy_math_trunc_f64(f64) -> f64

func.func private @accy_math_floor_f64(%x: f64) -> f64 {
  %f1 = arith.constant 1.0 : f64
  %f0 = arith.constant 0.0 : f64
  %towards_zero = func.call @accy_math_trunc_f64(%x) : (f64) -> f64
  %is = arith.cmpf ogt, %towards_zero, %x : f64
  %0 = arith.select %is, %f1, %f0 : f64
  %result = arith.subf %towards_zero, %0 : f64
  return %result : f64
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logistic function 1 / (1 + exp(-x)), at most 2 ulp from the exact value, subnormal results included.
//
// Method: with e = exp(-|x|), which never overflows, and q = e / (1 + e): 1 - q for x >= 0 and e - e q otherwise, so
// that the error of the quotient counts little.
func.func private @accy_math_exp_f32(f32) -> f32

func.func private @accy_math_logistic_f32(%x: f32) -> f32 {
  %f1 = arith.constant 1.0 : f32
  %f0 = arith.constant 0.0 : f32
  %0 = math.absf %x : f32
  %1 = arith.negf %0 : f32
  %e = func.call @accy_math_exp_f32(%1) : (f32) -> f32
  %2 = arith.addf %e, %f1 : f32
  %quotient = arith.divf %e, %2 : f32
  %is = arith.cmpf olt, %x, %f0 : f32
  %base = arith.select %is, %e, %f1 : f32
  %3 = arith.mulf %base, %quotient : f32
  %result = arith.subf %base, %3 : f32
  return %result : f32
}

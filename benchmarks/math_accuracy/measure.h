// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the error of a compiled math function against its reference.

#ifndef ACCY_BENCHMARKS_MATH_ACCURACY_MEASURE_H
#define ACCY_BENCHMARKS_MATH_ACCURACY_MEASURE_H

#include "functions.h"

#include <stdbool.h>
#include <stdint.h>

/// What was found; `worst` are the arguments of the largest error.
typedef struct Measurement {
  uint64_t inputs;
  double max_ulp;
  float worst[2];
  /// Results that are NaN, infinite or of the other sign of 0 where the reference is not, or the other way around.
  uint64_t wrong_specials;
  float first_wrong[2];
} Measurement;

/// Adds the error of one result to the measurement. An ulp is the spacing of floats at the exact value; a result that
/// overflows counts as 2^128.
void measure_result(Measurement *measurement, float x, float y, float result, double exact);

/// Every `step`-th of the 2^32 floats as argument, beginning with `first`; special values besides.
Measurement measure_unary(const MathFunction *function, uint32_t first, uint32_t step);

/// All pairs of special values, then `pairs` random ones, of which some have any bits and others give results within
/// the range of floats.
Measurement measure_binary(const MathFunction *function, uint64_t pairs);

#endif // ACCY_BENCHMARKS_MATH_ACCURACY_MEASURE_H

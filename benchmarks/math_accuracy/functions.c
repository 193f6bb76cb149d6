// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of compiled functions and references.

#include "functions.h"

#include <math.h>

static double logistic_reference(double x) {
  return 1.0 / (1.0 + exp(-x));
}

static double rsqrt_reference(double x) {
  return 1.0 / sqrt(x);
}

static double sign_reference(double x) {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}

#define ACCY_UNARY(name, reference, limit)                                                                             \
  void accy_math_##name##_array(const float *lefts, const float *rights, float *outputs);
#define ACCY_BINARY(name, reference, limit) ACCY_UNARY(name, reference, limit)
#include "functions.def"

const MathFunction math_functions[] = {
#define ACCY_UNARY(name, reference, limit) {#name, limit, accy_math_##name##_array, reference, NULL},
#define ACCY_BINARY(name, reference, limit) {#name, limit, accy_math_##name##_array, NULL, reference},
#include "functions.def"
};

const size_t math_function_count = sizeof math_functions / sizeof *math_functions;

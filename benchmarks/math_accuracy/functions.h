// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The math library's functions compiled for the host, beside their references.

#ifndef ACCY_BENCHMARKS_MATH_ACCURACY_FUNCTIONS_H
#define ACCY_BENCHMARKS_MATH_ACCURACY_FUNCTIONS_H

#include <stddef.h>

/// Elements that one call of a compiled function handles.
enum { MATH_BATCH = 4096 };

/// One function with the reference for its number of arguments; the other reference is null.
typedef struct MathFunction {
  const char *name;
  /// The largest error allowed, in ulp.
  double limit;
  /// Applies the function to MATH_BATCH elements. A unary function takes no notice of `rights`.
  void (*compiled)(const float *lefts, const float *rights, float *outputs);
  double (*unary)(double x);
  double (*binary)(double x, double y);
} MathFunction;

extern const MathFunction math_functions[];
extern const size_t math_function_count;

#endif // ACCY_BENCHMARKS_MATH_ACCURACY_FUNCTIONS_H

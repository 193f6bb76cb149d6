// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors in ulp, and the arguments to measure them at.

#include "measure.h"

#include <math.h>
#include <string.h>

static float float_of_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

//===----------------------------------------------------------------------===//
// The error of one result
//===----------------------------------------------------------------------===//

static bool is_wrong_special(float result, float rounded, double exact) {
  if (isnan(exact) || isnan(result))
    return isnan(exact) != isnan(result);
  if (isinf(exact))
    return result != rounded;
  return result == 0.0f && rounded == 0.0f && signbit(result) != signbit(rounded);
}

static double error_in_ulp(float result, double exact) {
  int exponent;
  frexp(exact, &exponent);
  exponent = exact == 0.0 || exponent < -125 ? -125 : exponent > 128 ? 128 : exponent;
  const double value = isinf(result) ? copysign(0x1p128, result) : result;
  return ldexp(fabs(value - exact), 24 - exponent);
}

void measure_result(Measurement *measurement, float x, float y, float result, double exact) {
  const float rounded = (float)exact;
  ++measurement->inputs;
  if (is_wrong_special(result, rounded, exact)) {
    if (measurement->wrong_specials++ == 0) {
      measurement->first_wrong[0] = x;
      measurement->first_wrong[1] = y;
    }
    return;
  }
  if (isnan(exact) || isinf(exact) || (isinf(rounded) && result == rounded))
    return;
  const double error = error_in_ulp(result, exact);
  if (error > measurement->max_ulp) {
    measurement->max_ulp = error;
    measurement->worst[0] = x;
    measurement->worst[1] = y;
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Ends of ranges, neighbours of powers of two, halves and integers around the limits of exactness; each with both
/// signs.
static const float special_values[] = {
    0.0f,           0x1p-149f,
    0x1.8p-148f,    0x1.fffffcp-127f,
    0x1p-126f,      0x1.000002p-126f,
    0x1p-25f,       0.25f,
    0.5f,           0x1.fffffep-2f,
    0x1.000002p-1f, 0x1.fffffep-1f,
    1.0f,           0x1.000002p0f,
    1.5f,           2.0f,
    2.5f,           3.0f,
    3.5f,           4.0f,
    7.0f,           8.0f,
    88.0f,          89.0f,
    103.0f,         104.0f,
    127.0f,         128.0f,
    149.0f,         150.0f,
    800.0f,         8388607.5f,
    8388608.0f,     8388609.0f,
    16777215.0f,    16777216.0f,
    16777218.0f,    2147483648.0f,
    4294967296.0f,  0x1.fffffep127f,
    INFINITY,       NAN,
};
enum { NUM_SPECIAL_VALUES = 2 * sizeof special_values / sizeof *special_values };

static float special_value(size_t index) {
  const float magnitude = special_values[index / 2];
  return index % 2 ? -magnitude : magnitude;
}

static void run_unary(const MathFunction *function, Measurement *measurement, const float *inputs, size_t count) {
  float outputs[MATH_BATCH];
  function->compiled(inputs, inputs, outputs);
  for (size_t i = 0; i < count; ++i)
    measure_result(measurement, inputs[i], 0.0f, outputs[i], function->unary((double)inputs[i]));
}

Measurement measure_unary(const MathFunction *function, uint32_t first, uint32_t step) {
  Measurement measurement = {0};
  float inputs[MATH_BATCH] = {0};
  for (size_t i = 0; i < NUM_SPECIAL_VALUES; ++i)
    inputs[i] = special_value(i);
  run_unary(function, &measurement, inputs, NUM_SPECIAL_VALUES);
  // Every float once where the step is 1.
  measurement.inputs = step == 1 ? 0 : measurement.inputs;
  for (uint64_t bits = first; bits <= UINT32_MAX;) {
    size_t count = 0;
    for (; count < MATH_BATCH && bits <= UINT32_MAX; bits += step)
      inputs[count++] = float_of_bits((uint32_t)bits);
    run_unary(function, &measurement, inputs, count);
  }
  return measurement;
}

static void run_binary(const MathFunction *function, Measurement *measurement, const float *lefts, const float *rights,
                       size_t count) {
  float outputs[MATH_BATCH];
  function->compiled(lefts, rights, outputs);
  for (size_t i = 0; i < count; ++i)
    measure_result(measurement, lefts[i], rights[i], outputs[i], function->binary((double)lefts[i], (double)rights[i]));
}

/// Vigna's SplitMix64, from its description.
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/// One random pair in one of four manners: any bits; a left argument of any size and a right one so that the power is
/// a float; the same near 1; small multiples of 1/2.
static void random_pair(uint64_t *state, uint64_t index, float *left, float *right) {
  const uint64_t bits = next_random(state);
  *left = float_of_bits((uint32_t)bits);
  *right = float_of_bits((uint32_t)(bits >> 32));
  const double logarithm_of_result = (double)(bits >> 40) * 0x1p-24 * 280.0 - 151.0;
  switch (index % 4) {
  case 1:
    *left = fabsf(*left);
    *right = (float)(logarithm_of_result / log2((double)*left));
    break;
  case 2:
    *left = float_of_bits(0x3F000000u + ((uint32_t)bits & 0x00FFFFFFu));
    *right = (float)(logarithm_of_result / log2((double)*left));
    break;
  case 3:
    *left = (float)((int)(bits & 0xFF) - 128) * 0.5f;
    *right = (float)((int)(bits >> 8 & 0x7F) - 64) * 0.5f;
    break;
  default:
    break;
  }
}

Measurement measure_binary(const MathFunction *function, uint64_t pairs) {
  Measurement measurement = {0};
  float lefts[MATH_BATCH] = {0}, rights[MATH_BATCH] = {0};
  for (size_t i = 0; i < NUM_SPECIAL_VALUES; ++i) {
    for (size_t j = 0; j < NUM_SPECIAL_VALUES; ++j) {
      lefts[j] = special_value(i);
      rights[j] = special_value(j);
    }
    run_binary(function, &measurement, lefts, rights, NUM_SPECIAL_VALUES);
  }
  uint64_t state = 1;
  for (uint64_t index = 0; index < pairs;) {
    size_t count = 0;
    for (; count < MATH_BATCH && index < pairs; ++index, ++count)
      random_pair(&state, index, &lefts[count], &rights[count]);
    run_binary(function, &measurement, lefts, rights, count);
  }
  return measurement;
}

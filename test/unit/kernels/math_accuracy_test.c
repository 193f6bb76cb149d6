// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function of the math library keeps its limit at special values and at a sample of all floats on the host, and
// the measurement itself finds errors.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure.h"

#include <float.h>
#include <math.h>

// A prime, so that the sample meets all exponents with changing low bits; some four million floats.
enum { STEP = 1021, PAIRS = 4000000 };

static void expect_within_limit(const MathFunction *function, const Measurement *found) {
  if (found->wrong_specials)
    fail_msg("%s: %llu special values are wrong, first at %a, %a", function->name,
             (unsigned long long)found->wrong_specials, (double)found->first_wrong[0], (double)found->first_wrong[1]);
  if (!(found->max_ulp <= function->limit))
    fail_msg("%s: %.3f ulp at %a, %a; the limit is %g", function->name, found->max_ulp, (double)found->worst[0],
             (double)found->worst[1], function->limit);
}

static void every_function_keeps_its_limit(void **state) {
  (void)state;
  for (size_t i = 0; i < math_function_count; ++i) {
    const MathFunction *function = &math_functions[i];
    const Measurement found = function->unary ? measure_unary(function, 7, STEP) : measure_binary(function, PAIRS);
    assert_true(found.inputs > 4000000);
    expect_within_limit(function, &found);
  }
}

// Where earlier versions or other libraries go wrong: each exact value by glibc in double precision.
static void hard_arguments_of_trigonometry(void **state) {
  (void)state;
  static const float inputs[] = {0x1.921fb6p0f, 0x1.6c6cbcp45f, 0x1.2a3f46p119f, 0x1.f37b52p126f, 0x1.fffffep127f};
  float arguments[MATH_BATCH] = {0}, results[MATH_BATCH];
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; ++i)
    arguments[i] = inputs[i];
  for (size_t f = 0; f < math_function_count; ++f) {
    const MathFunction *function = &math_functions[f];
    if (function->unary != sin && function->unary != cos && function->unary != tan)
      continue;
    Measurement found = {0};
    function->compiled(arguments, arguments, results);
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; ++i)
      measure_result(&found, inputs[i], 0.0f, results[i], function->unary((double)inputs[i]));
    assert_int_equal(found.inputs, 5);
    expect_within_limit(function, &found);
  }
}

static Measurement measure_one(float result, double exact) {
  Measurement found = {0};
  measure_result(&found, 1.0f, 2.0f, result, exact);
  return found;
}

static void measures_errors_in_ulp(void **state) {
  (void)state;
  assert_true(measure_one(1.0f, 1.0).max_ulp == 0.0);
  assert_true(measure_one(1.0f + FLT_EPSILON, 1.0).max_ulp == 1.0);
  assert_true(measure_one(1.0f - FLT_EPSILON / 2.0f, 1.0).max_ulp == 0.5);
  assert_true(measure_one(2.0f, 2.0 - (double)FLT_EPSILON).max_ulp == 1.0);
  assert_true(measure_one(0x1p-149f, 0x3p-149).max_ulp == 2.0);
  assert_true(measure_one(0.0f, 0x1p-150).max_ulp == 0.5);
  assert_true(measure_one(INFINITY, 0x1p200).max_ulp == 0.0);
  assert_true(measure_one(INFINITY, (double)FLT_MAX).max_ulp == 1.0);
  assert_true(measure_one(INFINITY, 1.0).max_ulp > 1e30);
  assert_true(measure_one(FLT_MAX, 0x1p200).max_ulp > 1e6);
  assert_true(measure_one(3.0f, 1.0).worst[0] == 1.0f);
}

static void measures_special_values(void **state) {
  (void)state;
  assert_int_equal(measure_one(NAN, (double)NAN).wrong_specials, 0);
  assert_int_equal(measure_one(0.0f, (double)NAN).wrong_specials, 1);
  assert_int_equal(measure_one(NAN, 0.0).wrong_specials, 1);
  assert_int_equal(measure_one(-0.0f, 0.0).wrong_specials, 1);
  assert_int_equal(measure_one(-0.0f, -0x1p-200).wrong_specials, 0);
  assert_int_equal(measure_one(INFINITY, (double)INFINITY).wrong_specials, 0);
  assert_int_equal(measure_one(-INFINITY, (double)INFINITY).wrong_specials, 1);
  assert_int_equal(measure_one(FLT_MAX, (double)INFINITY).wrong_specials, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures_errors_in_ulp),
      cmocka_unit_test(measures_special_values),
      cmocka_unit_test(every_function_keeps_its_limit),
      cmocka_unit_test(hard_arguments_of_trigonometry),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

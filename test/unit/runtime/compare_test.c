// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of runtime/compare.c.
#define _GNU_SOURCE
#include "test/unit/runtime/testing.h"

#include "accy-c/Runtime.h"

#include <math.h>

static AccyTensor tensor_of(AccyDtype dtype, size_t elements, void *data) {
  return (AccyTensor){.dtype = dtype,
                      .rank = 1,
                      .dims = {(int64_t)elements},
                      .elements = elements,
                      .bytes = elements * accyDtypeByteSize(dtype),
                      .data = data};
}

static AccyTensorComparison compare(AccyDtype dtype, size_t elements, void *actual, void *expected, double rtol,
                                    double atol) {
  AccyTensor left = tensor_of(dtype, elements, actual), right = tensor_of(dtype, elements, expected);
  AccyRuntimeError error;
  AccyTensorComparison comparison;
  ASSERT_OK(accyTensorCompare(&left, &right, rtol, atol, &comparison, &error), error);
  return comparison;
}

#define COMPARE(dtype, type, actual, expected, rtol, atol)                                                             \
  compare(dtype, 1, &(type){actual}, &(type){expected}, rtol, atol).equal

static void tolerances_are_those_of_allclose(void **state) {
  (void)state;
  assert_true(COMPARE(AccyDtypeF64, double, 1.5, 1.0, 0.5, 0));
  assert_true(COMPARE(AccyDtypeF64, double, 1.5, 1.0, 0, 0.5));
  assert_true(COMPARE(AccyDtypeF64, double, 2.0, 1.0, 0.5, 0.5));
  assert_false(COMPARE(AccyDtypeF64, double, 2.0001, 1.0, 0.5, 0.5));
  // Relative to the expected value, not to the actual one.
  assert_false(COMPARE(AccyDtypeF64, double, 2.0, 1.0, 0.5, 0));
  assert_true(COMPARE(AccyDtypeF64, double, 1.0, 2.0, 0.5, 0));
  assert_true(COMPARE(AccyDtypeF64, double, -0.0, 0.0, 0, 0));
}

static void special_values(void **state) {
  (void)state;
  const float inf = INFINITY, nan = NAN;
  assert_true(COMPARE(AccyDtypeF32, float, nan, -nan, 0, 0));
  assert_false(COMPARE(AccyDtypeF32, float, nan, 1, 1e9, 1e9));
  assert_false(COMPARE(AccyDtypeF32, float, 1, nan, 1e9, 1e9));
  assert_true(COMPARE(AccyDtypeF32, float, inf, inf, 0, 0));
  assert_true(COMPARE(AccyDtypeF32, float, -inf, -inf, 0, 0));
  assert_false(COMPARE(AccyDtypeF32, float, inf, -inf, 1, 1));
  // An expected infinity makes the tolerance infinite; that must not let a finite value pass.
  assert_false(COMPARE(AccyDtypeF32, float, 1, inf, 1e-5, 1e-8));
  assert_false(COMPARE(AccyDtypeF32, float, inf, 3e38f, 1, 1));
}

static void halves_are_decoded(void **state) {
  (void)state;
  uint16_t actual[] = {0x3c00, 0xc000, 0x0001, 0x7c00, 0x7e00, 0x03ff, 0x7bff};
  double values[] = {1, -2, 5.9604644775390625e-8, (double)INFINITY, (double)NAN, 6.0975551605224609e-5, 65504};
  for (size_t i = 0; i < sizeof actual / sizeof *actual; ++i) {
    uint16_t other = actual[i] ^ 0x8000;
    AccyTensorComparison comparison = compare(AccyDtypeF16, 1, &actual[i], &other, 0, 0);
    if (isnan(values[i]))
      assert_true(comparison.equal);
    else
      assert_true(comparison.first_actual == values[i] && comparison.first_expected == -values[i]);
  }
  uint16_t one = 0x3f80, two = 0x4000;
  AccyTensorComparison comparison = compare(AccyDtypeBf16, 1, &one, &two, 0, 0);
  assert_true(comparison.first_actual == 1 && comparison.first_expected == 2);
}

static void integers_are_exact(void **state) {
  (void)state;
  assert_false(COMPARE(AccyDtypeI32, int32_t, 1000001, 1000000, 1, 1e9));
  // Both round to the same double.
  assert_false(COMPARE(AccyDtypeI64, int64_t, INT64_MAX, INT64_MAX - 1, 1, 1));
  assert_true(COMPARE(AccyDtypeU64, uint64_t, UINT64_MAX, UINT64_MAX, 0, 0));
  assert_true(COMPARE(AccyDtypeI8, int8_t, -128, -128, 0, 0));
  assert_false(COMPARE(AccyDtypeI1, uint8_t, 0, 1, 1, 1));
  AccyTensorComparison comparison = compare(AccyDtypeI8, 1, &(int8_t){-3}, &(int8_t){5}, 0, 0);
  assert_true(comparison.first_actual == -3 && comparison.first_expected == 5 && comparison.max_absolute_error == 8);
}

static void the_report_says_where_and_how_much(void **state) {
  (void)state;
  float actual[] = {1, 2, 3, 4, 5, (float)NAN}, expected[] = {1, 2, 3, 8, 5.5, 0};
  AccyTensor left = tensor_of(AccyDtypeF32, 6, actual), right = tensor_of(AccyDtypeF32, 6, expected);
  left.rank = right.rank = 2;
  left.dims[0] = right.dims[0] = 2;
  left.dims[1] = right.dims[1] = 3;
  AccyRuntimeError error;
  AccyTensorComparison comparison;
  ASSERT_OK(accyTensorCompare(&left, &right, 1e-5, 1e-8, &comparison, &error), error);
  assert_false(comparison.equal);
  assert_int_equal(comparison.mismatches, 3);
  assert_int_equal(comparison.first_index[0], 1);
  assert_int_equal(comparison.first_index[1], 0);
  assert_true(comparison.first_actual == 4 && comparison.first_expected == 8);
  assert_true(comparison.max_absolute_error == 4 && comparison.max_relative_error == 0.5);
}

static void empty_and_scalar_tensors(void **state) {
  (void)state;
  assert_true(compare(AccyDtypeF32, 0, "", "", 0, 0).equal);
  float one = 1, two = 2;
  AccyTensor left = tensor_of(AccyDtypeF32, 1, &one), right = tensor_of(AccyDtypeF32, 1, &two);
  left.rank = right.rank = 0;
  AccyTensorComparison comparison;
  assert_true(accyTensorCompare(&left, &right, 0, 0, &comparison, NULL));
  assert_false(comparison.equal);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  float data[2] = {0};
  AccyTensor left = tensor_of(AccyDtypeF32, 2, data), right = tensor_of(AccyDtypeF32, 1, data);
  AccyRuntimeError error;
  AccyTensorComparison comparison;
  assert_false(accyTensorCompare(&left, &right, 0, 0, &comparison, &error));
  ASSERT_CONTAINS(error.message, "f32[2] against the expected f32[1]");
  right = tensor_of(AccyDtypeI32, 2, data);
  assert_false(accyTensorCompare(&left, &right, 0, 0, &comparison, &error));
  ASSERT_CONTAINS(error.message, "i32[2]");
  assert_false(accyTensorCompare(&left, &left, -1, 0, &comparison, &error));
  assert_false(accyTensorCompare(&left, &left, 0, (double)NAN, &comparison, &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tolerances_are_those_of_allclose),
      cmocka_unit_test(special_values),
      cmocka_unit_test(halves_are_decoded),
      cmocka_unit_test(integers_are_exact),
      cmocka_unit_test(the_report_says_where_and_how_much),
      cmocka_unit_test(empty_and_scalar_tensors),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

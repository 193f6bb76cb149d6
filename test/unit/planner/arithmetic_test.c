// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of planner.md's first paragraph, at the edges of 32 and 64 bits.
#include "planner/arithmetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_quotients_are_rounded_up(void **state) {
  (void)state;
  assert_int_equal(accyCeilDiv(0, 8), 0);
  assert_int_equal(accyCeilDiv(1, 8), 1);
  assert_int_equal(accyCeilDiv(8, 8), 1);
  assert_int_equal(accyCeilDiv(9, 8), 2);
  assert_true(accyCeilDiv(UINT64_MAX, 1) == UINT64_MAX);
  assert_true(accyCeilDiv(UINT64_MAX, 2) == (uint64_t)1 << 63); // without passing 64 bits on the way
  assert_int_equal(accyCeilDiv(UINT64_MAX, UINT64_MAX), 1);
}

static void test_products_and_sums_stay_at_the_greatest_number(void **state) {
  (void)state;
  assert_true(accySaturatingMul((uint64_t)1 << 32, (uint64_t)1 << 31) == (uint64_t)1 << 63);
  assert_true(accySaturatingMul((uint64_t)1 << 32, (uint64_t)1 << 32) == UINT64_MAX);
  assert_true(accySaturatingMul(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
  assert_int_equal(accySaturatingMul(UINT64_MAX, 0), 0);
  assert_true(accySaturatingAdd(UINT64_MAX - 1, 1) == UINT64_MAX);
  assert_true(accySaturatingAdd(UINT64_MAX, 1) == UINT64_MAX);
}

static void test_what_fits_32_bits(void **state) {
  (void)state;
  uint32_t narrow = 7;
  assert_false(accyNarrowU32((uint64_t)UINT32_MAX + 1, &narrow));
  assert_int_equal(narrow, 7);
  assert_true(accyNarrowU32(UINT32_MAX, &narrow));
  assert_int_equal(narrow, UINT32_MAX);
}

static void test_alignment(void **state) {
  (void)state;
  uint64_t aligned = 7;
  assert_true(accyAlignUp(17, 16, &aligned));
  assert_int_equal(aligned, 32);
  assert_true(accyAlignUp(32, 16, &aligned));
  assert_int_equal(aligned, 32);
  assert_true(accyAlignUp(13, 12, &aligned)); // any number
  assert_int_equal(aligned, 24);
  assert_false(accyAlignUp(UINT64_MAX, 16, &aligned));
  assert_true(accyIsPowerOfTwo(1) && accyIsPowerOfTwo((uint64_t)1 << 63));
  assert_false(accyIsPowerOfTwo(0) || accyIsPowerOfTwo(48));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quotients_are_rounded_up),
      cmocka_unit_test(test_products_and_sums_stay_at_the_greatest_number),
      cmocka_unit_test(test_what_fits_32_bits),
      cmocka_unit_test(test_alignment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

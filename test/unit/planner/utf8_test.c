// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is UTF-8 and what is not, and names of functions.
#include "planner/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planner/plan.h"

// The first and the last character of each length, and those beside the surrogates.
static const char *const good[] = {"",
                                   "\x01",
                                   "main\t\"\\\n\x7F",
                                   "\xC2\x80",
                                   "\xDF\xBF",
                                   "\xE0\xA0\x80",
                                   "\xED\x9F\xBF",
                                   "\xEE\x80\x80",
                                   "\xEF\xBF\xBF",
                                   "\xF0\x90\x80\x80",
                                   "\xF4\x8F\xBF\xBF"};

// Latin-1, overlong forms, surrogates, beyond the last character, continuations alone and leads of nothing.
static const char *const bad[] = {"\xE9t\xE9",
                                  "\xC0\xAF",
                                  "\xC1\xBF",
                                  "\xE0\x9F\xBF",
                                  "\xED\xA0\x80",
                                  "\xED\xBF\xBF",
                                  "\xF0\x8F\xBF\xBF",
                                  "\xF4\x90\x80\x80",
                                  "\xF5\x80\x80",
                                  "\xF8\x88\x80\x80",
                                  "\xFF",
                                  "\xFE",
                                  "\x80",
                                  "\xBF",
                                  "\xC3\xC3"};

static void test_characters(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
    assert_int_equal(accyUtf8Span(good[i], strlen(good[i])), strlen(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    char text[16] = "a\xC3\xA9"; // what comes before counts
    strcat(text, bad[i]);
    assert_int_equal(accyUtf8Span(text, strlen(text)), 3);
  }
  assert_int_equal(accyUtf8Span("a\0b", 3), 3);
}

// Nothing behind the length is read, which the sanitizers would see, too.
static void test_characters_cut_off(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; ++i) {
    size_t length = strlen(good[i]);
    if (length < 2 || (unsigned char)good[i][0] < 0x80)
      continue;
    for (size_t cut = 1; cut < length; ++cut) {
      char *exact = malloc(cut);
      assert_non_null(exact);
      memcpy(exact, good[i], cut);
      assert_int_equal(accyUtf8Span(exact, cut), 0);
      free(exact);
    }
  }
}

static void assert_name_refused(const char *name, size_t length, const char *reason) {
  AccyStatus status = {0};
  assert_false(accyFunctionNameVerify(name, length, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, reason));
}

static void test_names_of_functions(void **state) {
  (void)state;
  char longest[ACCY_NAME_CAPACITY];
  memset(longest, 'x', sizeof longest);
  assert_true(accyFunctionNameVerify(longest, ACCY_NAME_CAPACITY - 1, NULL));
  assert_name_refused(longest, ACCY_NAME_CAPACITY, "has 128 bytes; it may have 1 to 127");
  assert_name_refused("", 0, "has 0 bytes");
  assert_name_refused("a\0b", 3, "holds a NUL byte");
  assert_name_refused("a\xE9", 2, "is not UTF-8 from its byte 2 on");
  AccyPlan *plan = accyPlanCreate();
  assert_non_null(plan);
  assert_true(accyPlanSetFunction(plan, "caf\xC3\xA9", NULL));
  assert_false(accyPlanSetFunction(plan, "caf\xE9", NULL));
  assert_string_equal(accyPlanGetFunction(plan), "caf\xC3\xA9");
  accyPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_characters),
      cmocka_unit_test(test_characters_cut_off),
      cmocka_unit_test(test_names_of_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

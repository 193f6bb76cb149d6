// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans of older writers, which lack what was added since, are read; what they might have said wrongly is refused.
#define _XOPEN_SOURCE 700
#include "bundle_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planner/plan.h"

/// Reads the bundle with `text` as its plan.json.
static bool read_document(const char *text, AccyPlan **out_plan, AccyStatus *status) {
  bundleWriteFile("plan.json", text, strlen(text));
  return accyBundleRead(bundleFolder, out_plan, status);
}

static char *copy_document(void) {
  char *text = strdup(bundleDocument);
  assert_non_null(text);
  return text;
}

static void test_plans_without_arenas(void **state) {
  (void)state;
  char *text = copy_document(), *begin = strstr(text, ",\n\t\t\"arenas\""), *end = strrchr(text, ']');
  assert_true(begin && begin < end);
  memmove(begin, end + 1, strlen(end));
  AccyPlan *plan;
  AccyStatus status = {0};
  if (!read_document(text, &plan, &status))
    fail_msg("%s", status.message);
  assert_int_equal(plan->memory.arena_count, 0);
  assert_int_equal(accyMemoryArenaBytes(&plan->memory, AccySpaceDeviceGlobal), plan->memory.allocated_static_bytes);
  accyPlanDestroy(plan);
  free(text);
}

static void test_wrong_arenas(void **state) {
  (void)state;
  static const char *const keys[] = {"\"arena_bytes\":\t", "\"peak_bytes\":\t", "\"least_bytes\":\t"};
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); ++i) {
    char *text = copy_document(), *number = strstr(strstr(text, "\"arenas\""), keys[i]) + strlen(keys[i]);
    AccyPlan *plan;
    AccyStatus status = {0};
    assert_in_range(*number, '1', '8');
    ++*number; // a thousand more
    assert_false(read_document(text, &plan, &status));
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    assert_non_null(strstr(status.message, "the arena of device_global has"));
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plans_without_arenas),
      cmocka_unit_test(test_wrong_arenas),
  };
  return cmocka_run_group_tests(tests, bundleSetUp, bundleTearDown);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OutOfMemory: each of the bundle's own allocations fails in turn while a plan is printed, written and read.
#define _XOPEN_SOURCE 700
#include "accy-c/Bundle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "failing_allocations.h"
#include "sample_plan.h"

static char folder[64];

static int make_bundle(void **state) {
  strcpy(folder, "/tmp/accy-out-of-memory-XXXXXX");
  assert_non_null(mkdtemp(folder));
  *state = makeSamplePlan();
  return 0;
}

static int remove_bundle(void **state) {
  char command[128];
  accyPlanDestroy(*state);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static bool print_plan(void *plan, AccyStatus *status) {
  char *text;
  if (!accyPlanPrintJson(plan, &text, status))
    return false;
  free(text);
  return true;
}

static bool replace_plan(void *plan, AccyStatus *status) {
  return accyBundleWrite(plan, folder, status);
}

static bool write_plan(void *plan, AccyStatus *status) {
  char path[128];
  snprintf(path, sizeof path, "%s/plan.json", folder);
  unlink(path); // nothing to replace
  return accyBundleWrite(plan, folder, status);
}

static bool read_plan(void *data, AccyStatus *status) {
  AccyPlan *plan;
  (void)data;
  if (!accyBundleRead(folder, &plan, status))
    return false;
  accyPlanDestroy(plan);
  return true;
}

// Writing includes the JSON library's allocations; reading, also of a bundle that is replaced, does not, for that
// library takes a text for malformed then.
static void test_plans(void **state) {
  cJSON_Hooks own = {malloc, free};
  cJSON_InitHooks(&own);
  fail_each_allocation(print_plan, *state);
  fail_each_allocation(write_plan, *state);
  cJSON_InitHooks(NULL);
  fail_each_allocation(replace_plan, *state);
  fail_each_allocation(read_plan, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans)};
  return cmocka_run_group_tests(tests, make_bundle, remove_bundle);
}

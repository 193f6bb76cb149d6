// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bundles: what is written is read back as it was, key by key in order.
#define _XOPEN_SOURCE 700
#include "bundle_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planner/plan.h"
#include "sample_plan.h"

static void test_round_trip(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan(), *read = NULL;
  AccyStatus status = {0};
  if (!accyBundleRead(bundleFolder, &read, &status))
    fail_msg("%s", status.message);
  char *text;
  assert_true(accyPlanPrintJson(read, &text, NULL));
  assert_string_equal(text, bundleDocument);
  free(text);

  assert_int_equal(read->kernel_count, 3);
  assert_int_equal(read->kernels[1].body_fingerprint, 0xfedcba9876543210u);
  const AccyKernel *call = &read->kernels[2];
  assert_int_equal(call->runtime_scalars[0].bits, UINT64_MAX);
  assert_int_equal(call->static_arguments[0].bits, 0xffffffffu);
  assert_int_equal(call->artifact.scalar_argument_count, 6);
  assert_int_equal(call->artifact.push_constant_bytes, plan->kernels[2].artifact.push_constant_bytes);
  assert_string_equal(call->artifact.payload.data, ".entry scale");
  assert_int_equal(call->kernel_call_launch.grid[0].divisor, 64);
  assert_int_equal(read->kernels[0].input_layout_fingerprint, plan->kernels[0].input_layout_fingerprint);
  assert_int_equal(read->slots[1].constant[2], 3);
  assert_null(read->slots[5].layout.strides);
  assert_int_equal(read->memory.lifetime_count, plan->memory.lifetime_count);
  assert_memory_equal(read->memory.lifetimes, plan->memory.lifetimes,
                      plan->memory.lifetime_count * sizeof(AccySlotLifetime));
  assert_int_equal(read->total_kernel_ops, plan->total_kernel_ops);
  accyPlanDestroy(plan);
  accyPlanDestroy(read);
}

/// The keys of section 10 in its order.
static void test_key_order(void **state) {
  (void)state;
  static const char *const keys[] = {"version",
                                     "backend",
                                     "format",
                                     "target",
                                     "function",
                                     "slots",
                                     "id",
                                     "role",
                                     "dtype",
                                     "space",
                                     "access",
                                     "transfer",
                                     "layout",
                                     "dims",
                                     "strides",
                                     "minor_to_major",
                                     "elements",
                                     "bytes",
                                     "alignment",
                                     "contiguous",
                                     "static",
                                     "fingerprint",
                                     "constant",
                                     "inputs",
                                     "outputs",
                                     "kernels",
                                     "id",
                                     "work_item",
                                     "kind",
                                     "source",
                                     "launch_kind",
                                     "entry",
                                     "payload",
                                     "kind",
                                     "path",
                                     "bytes",
                                     "arguments",
                                     "buffer",
                                     "count_buffer",
                                     "argument_count",
                                     "element_count",
                                     "count_argument",
                                     "required",
                                     "dtypes",
                                     "features",
                                     "subgroup",
                                     "inputs",
                                     "output",
                                     "resources",
                                     "static_read_bytes",
                                     "geometry",
                                     "grid",
                                     "threadgroup",
                                     "shared_bytes",
                                     "class",
                                     "subgroup_size",
                                     "subgroup_aligned",
                                     "fixed_threadgroup",
                                     "tile",
                                     "candidates",
                                     "geometry",
                                     "score",
                                     "est_bytes",
                                     "est_ops",
                                     "tile",
                                     "output_fill",
                                     "scratch_fill",
                                     "body_fingerprint",
                                     "memory",
                                     "strategy",
                                     "allocations",
                                     "id",
                                     "space",
                                     "offset",
                                     "bytes",
                                     "alignment",
                                     "assignments",
                                     "slot",
                                     "allocation",
                                     "total_bytes",
                                     "allocated_bytes",
                                     "peak_bytes",
                                     "arenas",
                                     "space",
                                     "arena_bytes",
                                     "peak_bytes",
                                     "least_bytes"};
  const char *place = bundleDocument;
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); ++i) {
    char quoted[64];
    snprintf(quoted, sizeof(quoted), "\"%s\":", keys[i]);
    const char *found = strstr(place, quoted);
    if (!found)
      fail_msg("key %s is missing or out of order", keys[i]);
    place = found + strlen(quoted);
  }
}

static void test_numbers_beyond_doubles_are_refused(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan();
  plan->kernels[0].resources.estimated_element_ops = ((uint64_t)1 << 53) + 1;
  AccyStatus status = {0};
  char *text = NULL;
  assert_false(accyPlanPrintJson(plan, &text, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, "$.kernels[0].resources.estimated_element_ops"));
  plan->kernels[0].resources.estimated_element_ops = (uint64_t)1 << 53;
  assert_true(accyPlanPrintJson(plan, &text, NULL));
  assert_non_null(strstr(text, "9007199254740992"));
  free(text);
  plan->kernels[0].artifact.payload.data = NULL; // inconsistent, like what accyBundleWrite refuses
  assert_false(accyPlanPrintJson(plan, &text, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  accyPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_key_order),
      cmocka_unit_test(test_numbers_beyond_doubles_are_refused),
  };
  return cmocka_run_group_tests(tests, bundleSetUp, bundleTearDown);
}

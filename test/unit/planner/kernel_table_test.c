// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of registered kernels: what is added is copied, looked up by all three keys, and added once.
#include "accy-c/KernelCall.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static AccyKernelCallEntry entry_of(const char *target, uint32_t version) {
  AccyKernelCallEntry entry = {.target = target, .version = version, .format = AccyFormatCudaPtx, .entry = "kernel"};
  entry.argument_count = 2;
  entry.payload = (AccyPayload){AccyPayloadKindText, AccyPayloadOwnershipOwned, ".entry kernel", 13};
  entry.launch = (AccyKernelCallLaunch){{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {8, 1, 1}, 0};
  return entry;
}

static void test_entries_are_copied(void **state) {
  (void)state;
  char target[] = "mine", name[] = "kernel", text[] = ".entry kernel";
  AccyScalar *constant = malloc(sizeof *constant);
  AccyShapeProfile *profile = malloc(sizeof *profile);
  *constant = (AccyScalar){AccyScalarKindU32, 7};
  *profile = (AccyShapeProfile){1, 0, 99};
  AccyKernelCallEntry entry = entry_of(target, 1);
  entry.entry = name;
  entry.payload.data = text;
  entry.argument_count = 3;
  entry.static_arguments = constant;
  entry.static_argument_count = 1;
  entry.shape_profile = profile;
  entry.has_shape_family = true;
  entry.shape_family_fingerprint = 99;
  AccyKernelTable *table = accyKernelTableCreate();
  assert_non_null(table);
  assert_true(accyKernelTableAdd(table, &entry, NULL));
  memset(target, 'x', sizeof target - 1);
  memset(name, 'x', sizeof name - 1);
  memset(text, 'x', sizeof text - 1);
  free(constant);
  free(profile);
  const AccyKernelCallEntry *kept = accyKernelTableGetEntry(table, 0);
  assert_string_equal(kept->target, "mine");
  assert_string_equal(kept->entry, "kernel");
  assert_memory_equal(kept->payload.data, ".entry kernel", 13);
  assert_int_equal(kept->static_arguments[0].bits, 7);
  assert_int_equal(kept->shape_profile->fingerprint, 99);
  accyKernelTableDestroy(table);
  accyKernelTableDestroy(NULL);
}

static void test_external_payloads_are_pointed_to(void **state) {
  (void)state;
  AccyKernelCallEntry entry = entry_of("mine", 1);
  entry.payload.ownership = AccyPayloadOwnershipExternal;
  AccyKernelTable *table = accyKernelTableCreate();
  assert_true(accyKernelTableAdd(table, &entry, NULL));
  assert_ptr_equal(accyKernelTableGetEntry(table, 0)->payload.data, entry.payload.data);
  accyKernelTableDestroy(table);
}

static void test_look_up(void **state) {
  (void)state;
  AccyKernelTable *table = accyKernelTableCreate();
  AccyKernelRegistry registry = accyKernelTableGetRegistry(table);
  AccyKernelCallEntry entry;
  assert_null(registry.lookup(registry.context, "mine", 1, AccyFormatCudaPtx));
  for (uint32_t version = 1; version <= 20; ++version) {
    entry = entry_of("mine", version);
    assert_true(accyKernelTableAdd(table, &entry, NULL));
  }
  assert_int_equal(accyKernelTableGetEntryCount(table), 20);
  assert_int_equal(registry.lookup(registry.context, "mine", 13, AccyFormatCudaPtx)->version, 13);
  assert_null(registry.lookup(registry.context, "mine", 21, AccyFormatCudaPtx));
  assert_null(registry.lookup(registry.context, "mine", 1, AccyFormatMetalMsl));
  assert_null(registry.lookup(registry.context, "yours", 1, AccyFormatCudaPtx));
  accyKernelTableDestroy(table);
}

static void assert_refused(AccyKernelTable *table, const AccyKernelCallEntry *entry, const char *part) {
  AccyStatus status = {0};
  uint32_t count = accyKernelTableGetEntryCount(table);
  assert_false(accyKernelTableAdd(table, entry, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, part));
  assert_int_equal(accyKernelTableGetEntryCount(table), count);
}

static void test_refusals(void **state) {
  (void)state;
  AccyKernelTable *table = accyKernelTableCreate();
  AccyKernelCallEntry entry = entry_of("mine", 1);
  assert_true(accyKernelTableAdd(table, &entry, NULL));
  assert_refused(table, &entry, "is there already");
  entry = entry_of("mine", 0);
  assert_refused(table, &entry, "its version is 0");
  entry = entry_of(NULL, 1);
  assert_refused(table, &entry, "its target is empty");
  entry = entry_of("mine", 2);
  entry.payload.kind = AccyPayloadKindBytes;
  assert_refused(table, &entry, "takes a payload of text");
  entry = entry_of("mine", 2);
  entry.format = (AccyFormat)AccyFormatCount;
  assert_refused(table, &entry, "its format is unknown");
  accyKernelTableDestroy(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_entries_are_copied),
      cmocka_unit_test(test_external_payloads_are_pointed_to),
      cmocka_unit_test(test_look_up),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

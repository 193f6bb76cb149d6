// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner's vocabulary: every spelling parses back, nothing else parses, and the facts of the tables.
#include "accy-c/Status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CHECK_ENUM(type, rows)                                                                                         \
  for (int i = 0; i < Accy##type##Count; ++i) {                                                                        \
    const char *text = accy##type##Name((Accy##type)i);                                                                \
    Accy##type value = (Accy##type)(Accy##type##Count + 1);                                                            \
    assert_true(accy##type##Parse(text, strlen(text), &value));                                                        \
    assert_int_equal(value, i);                                                                                        \
    char other[64];                                                                                                    \
    snprintf(other, sizeof(other), "%s!", text);                                                                       \
    assert_false(accy##type##Parse(other, strlen(other), &value));                                                     \
    assert_int_equal(value, i);                                                                                        \
  }                                                                                                                    \
  assert_string_equal(accy##type##Name((Accy##type)Accy##type##Count), "invalid");                                     \
  assert_true(Accy##type##Count <= 32);

static void test_names_round_trip(void **state) {
  (void)state;
  ACCY_ENUMS(CHECK_ENUM)
  CHECK_ENUM(StatusCode, )
}

static void test_parse_takes_the_length(void **state) {
  (void)state;
  AccyBackend backend;
  assert_true(accyBackendParse("cuda:sm_90", 4, &backend));
  assert_int_equal(backend, AccyBackendCuda);
  assert_false(accyBackendParse("", 0, &backend));
}

static void test_format_facts(void **state) {
  (void)state;
  assert_int_equal(accyBackendDefaultFormat(AccyBackendCpu), AccyFormatCpuMachineCode);
  assert_int_equal(accyFormatPayloadKind(AccyFormatVulkanSpirv), AccyPayloadKindWordsU32);
  assert_int_equal(accyFormatPayloadKind(AccyFormatCpuObject), AccyPayloadKindBytes);
  assert_int_equal(accyFormatPayloadKind(AccyFormatCudaPtx), AccyPayloadKindText);
  assert_true(accyFormatIsHostLoop(AccyFormatWebassemblyModule));
  assert_false(accyFormatIsHostLoop(AccyFormatVulkanSpirv));
}

static void test_dtype_sizes(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8};
  for (int i = 0; i < AccyDtypeCount; ++i)
    assert_int_equal(accyDtypeByteSize((AccyDtype)i), sizes[i]);
  assert_int_equal(accyDtypeByteSize((AccyDtype)AccyDtypeCount), 0);
}

static void test_long_messages_are_cut(void **state) {
  (void)state;
  AccyStatus status = {0};
  char text[2000];
  memset(text, 'a', sizeof(text));
  text[sizeof(text) - 1] = 0;
  assert_false(accyFail(&status, AccyStatusCodeOutOfMemory, "%s", text));
  assert_int_equal(status.code, AccyStatusCodeOutOfMemory);
  assert_int_equal(strlen(status.message), sizeof(status.message) - 1);
  assert_string_equal(status.message + sizeof(status.message) - 4, "…");
  assert_false(accyFail(NULL, AccyStatusCodeOutOfMemory, "nobody asks"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_round_trip),      cmocka_unit_test(test_parse_takes_the_length),
      cmocka_unit_test(test_format_facts),          cmocka_unit_test(test_dtype_sizes),
      cmocka_unit_test(test_long_messages_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

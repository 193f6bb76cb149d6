// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading bundles: bad ones are refused with a reason, whatever was done to them.
#define _XOPEN_SOURCE 700
#include "bundle_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "planner/plan.h"
#include "sample_plan.h"

// ---- Refusals -------------------------------------------------------------------------------------------------------

static void assert_refused(const char *reason) {
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyBundleRead(bundleFolder, &plan, &status));
  assert_null(plan);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  if (!strstr(status.message, reason))
    fail_msg("'%s' does not say '%s'", status.message, reason);
}

/// Reads the bundle with the first `from` of its document (after `after`) replaced by `to`.
static void assert_edit_refused(const char *after, const char *from, const char *to, const char *reason) {
  const char *start = strstr(bundleDocument, after);
  assert_non_null(start);
  const char *place = strstr(start, from);
  assert_non_null(place);
  size_t length = strlen(bundleDocument) + strlen(to) + 1, before = (size_t)(place - bundleDocument);
  char *edited = malloc(length);
  assert_non_null(edited);
  snprintf(edited, length, "%.*s%s%s", (int)before, bundleDocument, to, place + strlen(from));
  bundleWriteFile("plan.json", edited, strlen(edited));
  free(edited);
  assert_refused(reason);
  bundleRestoreDocument();
}

static void test_bad_documents(void **state) {
  (void)state;
  assert_edit_refused("", "\"version\":\t1", "\"version\":\t2", "$.version is 2; this reader knows version 1 only");
  assert_edit_refused("", "\"version\":\t1", "\"version\":\t\"1\"", "$.version must be a number");
  assert_edit_refused("", "\"version\":\t1,", "", "$.version is missing");
  assert_edit_refused("", "\"cuda\"", "\"cuba\"", "$.backend is 'cuba'");
  assert_edit_refused("\"kernels\"", "\"work_item\"", "\"job\"", "$.kernels[0].work_item is missing");
  assert_edit_refused("\"slots\"", "\"contiguous\":\ttrue", "\"contiguous\":\t1",
                      "$.slots[0].contiguous must be true or false");
  assert_edit_refused("\"slots\"", "\"id\":\t0", "\"id\":\t-1", "$.slots[0].id is -1");
  assert_edit_refused("\"slots\"", "\"id\":\t0", "\"id\":\t0.5", "$.slots[0].id is 0.5");
  assert_edit_refused("\"slots\"", "\"id\":\t0", "\"id\":\t0, \"extra\": 1",
                      "$.slots[0] has the key 'extra', which is unknown or repeated");
  assert_edit_refused("\"slots\"", "1024", "1028", "slot 0 says");
  assert_edit_refused("\"slots\"", "\"bytes\":\t1024", "\"bytes\":\t9007199254740994", "$.slots[0].bytes is");
  assert_edit_refused("\"arguments\"", "\"buffer\":\t0", "\"buffer\":\t1", "$.kernels[0].arguments[0] must be buffer");
  assert_edit_refused("\"arguments\"", "\"buffer\":\t0", "\"puffer\":\t0", "$.kernels[0].arguments[0] has none of");
  assert_edit_refused("\"kernels\"", "\"argument_count\":\t4", "\"argument_count\":\t5", "its argument count");
  assert_edit_refused("\"body_fingerprint\"", "0xfedc", "0xFEDC", "$.kernels[0].body_fingerprint must be");
  assert_edit_refused("\"memory\"", "\"offset\":\t0", "\"offset\":\t3", "is not aligned");
  static const char oops[] = "{\n  \"version\": 1,\n  oops";
  bundleWriteFile("plan.json", oops, strlen(oops));
  assert_refused("plan.json:3:");
  bundleWriteFile("plan.json", "[]", 2);
  assert_refused("$ must be an object");
  bundleWriteFile("plan.json", "{}", 2);
  assert_refused("$.version is missing");
  bundleWriteFile("plan.json", "", 0);
  assert_refused("this is not JSON");
  static const char latin[] = "{\n  \"version\": 1,\n  \"function\": \"caf\xE9\"}";
  bundleWriteFile("plan.json", latin, strlen(latin));
  assert_refused("plan.json:3:19: this is not UTF-8");
  assert_edit_refused("\"slots\"", "\"id\":\t0", "\"i\xC0\xAF\":\t0", "this is not UTF-8");
  assert_edit_refused("\"function\"", "main", "ma\\\\\\u0000in", "\\u0000 can stand in no name");
  assert_edit_refused("\"function\"", "main", "\\ud800", "this is not JSON"); // half of a character
  bundleRestoreDocument();
}

static void test_paths_stay_inside(void **state) {
  (void)state;
  static const char *const bad[] = {"",  "../constant.1.bin", "/etc/passwd", "a/../../b", "./constant.1.bin", "a//b",
                                    "a/"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    char quoted[64];
    snprintf(quoted, sizeof(quoted), "\"%s\"", bad[i]);
    assert_edit_refused("", "\"constant.1.bin\"", quoted, "$.slots[1].constant is");
  }
  assert_edit_refused("", "\"constant.1.bin\"", "\"absent.bin\"", "absent.bin: No such file");
  char outside[256], link[256];
  snprintf(outside, sizeof(outside), "%s/outside.bin", bundleParent);
  FILE *file = fopen(outside, "wb");
  assert_non_null(file);
  fclose(file);
  bundlePath("link.bin", link);
  assert_int_equal(symlink(outside, link), 0);
  assert_edit_refused("", "\"constant.1.bin\"", "\"link.bin\"", "a link that leads out of the bundle");
}

static void test_bad_files(void **state) {
  (void)state;
  char path[256], aside[256];
  bundlePath("constant.1.bin", path);
  bundlePath("aside.bin", aside);
  assert_int_equal(rename(path, aside), 0);
  assert_refused("constant.1.bin: No such file");
  bundleWriteFile("constant.1.bin", "short", 5);
  assert_refused("has 5 bytes; plan.json says 1024");
  remove(path);
  assert_int_equal(mkdir(path, 0777), 0);
  assert_refused("constant.1.bin");
  rmdir(path);
  assert_int_equal(rename(aside, path), 0);
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyBundleRead("/nowhere/at/all", &plan, &status));
  assert_true(accyBundleRead(bundleFolder, &plan, &status));
  accyPlanDestroy(plan);
}

// ---- Mutations ------------------------------------------------------------------------------------------------------

static uint32_t random_state = 12345;

static uint32_t random_number(uint32_t limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % limit;
}

static size_t mutate(char *text, size_t length) {
  static const char interesting[] = "{}[]\",:0189-.eE\\ntu\xff";
  static const char *const values[] = {"null", "-1", "18446744073709551616", "1e308", "[]", "{}", "\"\"", "true"};
  uint32_t place = random_number((uint32_t)length);
  switch (random_number(5)) {
  case 0:
    text[place] = interesting[random_number(sizeof(interesting) - 1)];
    return length;
  case 1: // cut short
    return place;
  case 2: { // drop a piece
    size_t piece = random_number(40);
    piece = place + piece > length ? length - place : piece;
    memmove(text + place, text + place + piece, length - place - piece);
    return length - piece;
  }
  case 3: { // repeat a piece
    size_t piece = random_number(40);
    piece = place + piece > length ? length - place : piece;
    memmove(text + place + piece, text + place, length - place);
    return length + piece;
  }
  default: { // another value after a colon
    char *colon = memchr(text + place, ':', length - place);
    const char *value = values[random_number(sizeof(values) / sizeof(values[0]))];
    if (!colon)
      return length;
    size_t start = (size_t)(colon + 1 - text), end = start;
    while (end < length && !strchr(",}\n", text[end]))
      ++end;
    memmove(text + start + strlen(value), text + end, length - end);
    memcpy(text + start, value, strlen(value));
    return length - (end - start) + strlen(value);
  }
  }
}

static void test_mutations(void **state) {
  (void)state;
  size_t length = strlen(bundleDocument);
  char *text = malloc(length + 1000);
  assert_non_null(text);
  uint32_t refused = 0;
  for (int round = 0; round < 4000; ++round) {
    memcpy(text, bundleDocument, length);
    size_t mutated = length;
    for (uint32_t edits = 1 + random_number(3); edits > 0 && mutated > 1; --edits)
      mutated = mutate(text, mutated);
    bundleWriteFile("plan.json", text, mutated);
    AccyPlan *plan = NULL;
    AccyStatus status = {0};
    if (accyBundleRead(bundleFolder, &plan, &status)) {
      assert_true(accyPlanVerify(plan, NULL));
      accyPlanDestroy(plan);
    } else {
      assert_null(plan);
      assert_true(status.code == AccyStatusCodeInvalidArtifact && status.message[0]);
      ++refused;
    }
  }
  free(text);
  bundleRestoreDocument();
  assert_true(refused > 2000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bad_documents),
      cmocka_unit_test(test_paths_stay_inside),
      cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_mutations),
  };
  return cmocka_run_group_tests(tests, bundleSetUp, bundleTearDown);
}

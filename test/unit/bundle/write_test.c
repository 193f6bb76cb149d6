// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing bundles: which files there are, what is replaced, what is removed and what is left alone.
#define _XOPEN_SOURCE 700
#include "bundle_fixture.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "planner/plan.h"
#include "sample_plan.h"

static uint32_t count_files(const char *path) {
  uint32_t count = 0;
  DIR *directory = opendir(path);
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    count += entry->d_name[0] != '.';
  if (directory)
    closedir(directory);
  return count;
}

static void test_failed_write_leaves_nothing(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan();
  char other[256];
  snprintf(other, sizeof(other), "%s/absent/bundle", bundleParent);
  AccyStatus status = {0};
  assert_false(accyBundleWrite(plan, other, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);

  plan->kernels[0].artifact.payload.bytes = 0; // inconsistent: refused before anything is made
  snprintf(other, sizeof(other), "%s/never", bundleParent);
  assert_false(accyBundleWrite(plan, other, &status));
  assert_int_equal(access(other, F_OK), -1);
  accyPlanDestroy(plan);
}

static int make_folder(const char *path) {
  return mkdir(path, 0777);
}

static int make_link(const char *path) {
  return symlink("../target", path);
}

static int make_pipe(const char *path) {
  return mkfifo(path, 0666);
}

// What is no file in the place of the last one: everything else is written, and nothing may stay or be replaced.
static void test_what_is_no_file_is_not_replaced(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int (*make)(const char *path);
    mode_t type;
  } rows[] = {{"a folder", make_folder, S_IFDIR},
              {"a symbolic link", make_link, S_IFLNK},
              {"a named pipe", make_pipe, S_IFIFO}};
  AccyPlan *plan = makeSamplePlan();
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    char other[256], obstacle[300];
    snprintf(other, sizeof(other), "%s/blocked%zu", bundleParent, i);
    snprintf(obstacle, sizeof(obstacle), "%s/plan.json", other);
    assert_int_equal(mkdir(other, 0777), 0);
    assert_int_equal(rows[i].make(obstacle), 0);
    AccyStatus status = {0};
    assert_false(accyBundleWrite(plan, other, &status));
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    assert_non_null(strstr(status.message, obstacle));
    assert_non_null(strstr(status.message, rows[i].what));
    assert_int_equal(count_files(other), 1);
    struct stat facts;
    assert_int_equal(lstat(obstacle, &facts), 0);
    assert_int_equal(facts.st_mode & S_IFMT, rows[i].type);
  }
  accyPlanDestroy(plan);
}

static void test_bundle_is_replaced(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan();
  uint32_t files = count_files(bundleFolder);
  assert_int_equal(files, 5); // plan.json, a constant, three payloads
  assert_true(accyBundleWrite(plan, bundleFolder, NULL));
  assert_int_equal(count_files(bundleFolder), files);
  accyPlanDestroy(plan);
}

// Counts files; refuses the one whose number is `stop`.
typedef struct Visit {
  uint32_t count, stop;
  char last[64];
} Visit;

static bool visit_file(const char *path, const void *data, uint64_t bytes, void *userData, AccyStatus *status) {
  Visit *visit = userData;
  snprintf(visit->last, sizeof(visit->last), "%s", path);
  assert_true(data && bytes);
  return ++visit->count != visit->stop || accyFail(status, AccyStatusCodeWorkExhausted, "enough");
}

static void test_files_are_enumerated(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan();
  AccyStatus status = {0};
  Visit all = {0}, some = {.stop = 2}, none = {0};
  assert_true(accyBundleEnumerateFiles(plan, visit_file, &all, &status));
  assert_int_equal(all.count, count_files(bundleFolder));
  assert_string_equal(all.last, "plan.json");
  assert_false(accyBundleEnumerateFiles(plan, visit_file, &some, &status));
  assert_int_equal(some.count, 2);
  assert_int_equal(status.code, AccyStatusCodeWorkExhausted);
  plan->kernels[0].artifact.payload.bytes = 0; // inconsistent
  assert_false(accyBundleEnumerateFiles(plan, visit_file, &none, &status));
  assert_int_equal(none.count, 0);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  accyPlanDestroy(plan);
}

static void test_equal_payloads_share_a_file(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan(), *read;
  char other[256];
  snprintf(other, sizeof(other), "%s/shared", bundleParent);
  AccyArtifact *first = &plan->kernels[0].artifact, *second = &plan->kernels[1].artifact;
  second->payload = first->payload; // the same bytes, whatever their entry: one file
  plan->kernels[1].contract.payload_bytes = first->payload.bytes;
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 4);
  memcpy(second->entry, first->entry, sizeof(second->entry));
  memcpy(plan->kernels[1].contract.entry, first->entry, sizeof(first->entry));
  snprintf(other, sizeof(other), "%s/shared_entry", bundleParent);
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 4);
  assert_true(accyBundleRead(other, &read, NULL));
  assert_string_equal(read->kernels[1].artifact.entry, first->entry);
  assert_memory_equal(read->kernels[1].artifact.payload.data, first->payload.data, first->payload.bytes);
  accyPlanDestroy(read);
  second->payload = plan->kernels[2].artifact.payload; // other bytes under the same entry: the third's file
  plan->kernels[1].contract.payload_bytes = second->payload.bytes;
  snprintf(other, sizeof(other), "%s/other_bytes", bundleParent);
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 4);
  assert_true(accyBundleRead(other, &read, NULL));
  assert_memory_equal(read->kernels[1].artifact.payload.data, second->payload.data, second->payload.bytes);
  accyPlanDestroy(read);
  accyPlanDestroy(plan);
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
}

static bool has_file(const char *where, const char *name) {
  char path[512];
  snprintf(path, sizeof(path), "%s/%s", where, name);
  return access(path, F_OK) == 0;
}

static void test_what_an_earlier_bundle_left_is_removed(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan();
  char other[256], path[512];
  snprintf(other, sizeof(other), "%s/stale", bundleParent);
  assert_true(accyBundleWrite(plan, other, NULL));
  snprintf(path, sizeof(path), "%s/notes.ptx", other);
  write_text(path, "the user's own");
  assert_true(has_file(other, "accy_choir_elementwise_add_0.ptx"));
  strcpy(plan->kernels[0].artifact.entry, "renamed");
  strcpy(plan->kernels[0].contract.entry, "renamed");
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_false(has_file(other, "accy_choir_elementwise_add_0.ptx"));
  assert_true(has_file(other, "renamed.ptx"));
  assert_true(has_file(other, "notes.ptx"));
  assert_int_equal(count_files(other), 6);

  // Nothing is removed by the word of a file that is no plan, or of names that lead elsewhere.
  snprintf(path, sizeof(path), "%s/victim", bundleParent);
  write_text(path, "outside");
  snprintf(path, sizeof(path), "%s/plan.json", other);
  write_text(path, "{\"slots\": [{\"constant\": \"../victim\"}, {\"constant\": 7}, 3], \"kernels\": [{\"payload\": "
                   "{\"path\": \"below/../../victim\"}}, {\"payload\": {\"path\": \"absent\"}}]}");
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_true(has_file(bundleParent, "victim"));
  write_text(path, "[\"notes.ptx\"");
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 6);
  accyPlanDestroy(plan);
}

// JSON is UTF-8: a name of other bytes is refused wherever it stands, not written for others to stumble over.
static void test_names_are_utf8(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan();
  AccyStatus status;
  const struct {
    char *name;
    const char *path;
  } names[] = {{plan->function, "$.function"}, {plan->target.capabilities.family, "$.target.family"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    char *text = NULL, byte = names[i].name[1];
    names[i].name[1] = '\xE9';
    assert_false(accyPlanPrintJson(plan, &text, &status));
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    assert_non_null(strstr(status.message, names[i].path));
    assert_non_null(strstr(status.message, "is not UTF-8 from its byte 2 on"));
    assert_false(accyBundleWrite(plan, bundleFolder, &status));
    assert_null(text);
    names[i].name[1] = byte;
  }
  accyPlanDestroy(plan);
}

// What JSON, C and HTML quote with, and what ends a line.
static void test_names_are_quoted(void **state) {
  (void)state;
  static const char name[] = "</script>\"\\*/\n\r\x01\x7F\xC3\xA9 ?\?/%s";
  AccyPlan *plan = makeSamplePlan(), *read = NULL;
  assert_true(accyPlanSetFunction(plan, name, NULL));
  assert_true(accyBundleWrite(plan, bundleFolder, NULL));
  assert_true(accyBundleRead(bundleFolder, &read, NULL));
  assert_string_equal(accyPlanGetFunction(read), name);
  accyPlanDestroy(read);
  accyPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_failed_write_leaves_nothing),
      cmocka_unit_test(test_what_is_no_file_is_not_replaced),
      cmocka_unit_test(test_bundle_is_replaced),
      cmocka_unit_test(test_files_are_enumerated),
      cmocka_unit_test(test_equal_payloads_share_a_file),
      cmocka_unit_test(test_what_an_earlier_bundle_left_is_removed),
      cmocka_unit_test(test_names_are_utf8),
      cmocka_unit_test(test_names_are_quoted),
  };
  return cmocka_run_group_tests(tests, bundleSetUp, bundleTearDown);
}

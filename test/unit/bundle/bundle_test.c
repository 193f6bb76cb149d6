// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bundles: what is written is read back as it was, key by key in order, and bad bundles are refused with a reason.
#define _XOPEN_SOURCE 700
#include "accy-c/Bundle.h"

#include <dirent.h>
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

static char folder[] = "/tmp/accy-bundle-test-XXXXXX";
static char bundle[64];
static char *document;

static void path_in_bundle(const char *name, char path[256]) {
  snprintf(path, 256, "%s/%s", bundle, name);
}

static void write_file(const char *name, const char *data, size_t length) {
  char path[256];
  path_in_bundle(name, path);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static int set_up(void **state) {
  (void)state;
  if (!mkdtemp(folder))
    return -1;
  snprintf(bundle, sizeof(bundle), "%s/bundle", folder);
  AccyPlan *plan = makeSamplePlan();
  AccyStatus status = {0};
  bool written = accyBundleWrite(plan, bundle, &status) && accyPlanPrintJson(plan, &document, &status);
  accyPlanDestroy(plan);
  if (!written)
    print_error("%s\n", status.message);
  return written ? 0 : -1;
}

static void remove_folder(const char *path) {
  DIR *directory = opendir(path);
  if (!directory)
    return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char name[600];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
    if (remove(name) != 0)
      remove_folder(name);
  }
  closedir(directory);
  rmdir(path);
}

static int tear_down(void **state) {
  (void)state;
  free(document);
  remove_folder(folder);
  return 0;
}

static void restore_document(void) {
  write_file("plan.json", document, strlen(document));
}

// ---- Round trip -----------------------------------------------------------------------------------------------------

static void test_round_trip(void **state) {
  (void)state;
  AccyPlan *plan = makeSamplePlan(), *read = NULL;
  AccyStatus status = {0};
  if (!accyBundleRead(bundle, &read, &status))
    fail_msg("%s", status.message);
  char *text;
  assert_true(accyPlanPrintJson(read, &text, NULL));
  assert_string_equal(text, document);
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
                                     "peak_bytes"};
  const char *place = document;
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

// ---- Writing --------------------------------------------------------------------------------------------------------

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
  snprintf(other, sizeof(other), "%s/absent/bundle", folder);
  AccyStatus status = {0};
  assert_false(accyBundleWrite(plan, other, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);

  plan->kernels[0].artifact.payload.bytes = 0; // inconsistent: refused before anything is made
  snprintf(other, sizeof(other), "%s/never", folder);
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
    snprintf(other, sizeof(other), "%s/blocked%zu", folder, i);
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
  uint32_t files = count_files(bundle);
  assert_int_equal(files, 5); // plan.json, a constant, three payloads
  assert_true(accyBundleWrite(plan, bundle, NULL));
  assert_int_equal(count_files(bundle), files);
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
  assert_int_equal(all.count, count_files(bundle));
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
  snprintf(other, sizeof(other), "%s/shared", folder);
  AccyArtifact *first = &plan->kernels[0].artifact, *second = &plan->kernels[1].artifact;
  second->payload = first->payload; // the same bytes, whatever their entry: one file
  plan->kernels[1].contract.payload_bytes = first->payload.bytes;
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 4);
  memcpy(second->entry, first->entry, sizeof(second->entry));
  memcpy(plan->kernels[1].contract.entry, first->entry, sizeof(first->entry));
  snprintf(other, sizeof(other), "%s/shared_entry", folder);
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 4);
  assert_true(accyBundleRead(other, &read, NULL));
  assert_string_equal(read->kernels[1].artifact.entry, first->entry);
  assert_memory_equal(read->kernels[1].artifact.payload.data, first->payload.data, first->payload.bytes);
  accyPlanDestroy(read);
  second->payload = plan->kernels[2].artifact.payload; // other bytes under the same entry: the third's file
  plan->kernels[1].contract.payload_bytes = second->payload.bytes;
  snprintf(other, sizeof(other), "%s/other_bytes", folder);
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
  snprintf(other, sizeof(other), "%s/stale", folder);
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
  snprintf(path, sizeof(path), "%s/victim", folder);
  write_text(path, "outside");
  snprintf(path, sizeof(path), "%s/plan.json", other);
  write_text(path, "{\"slots\": [{\"constant\": \"../victim\"}, {\"constant\": 7}, 3], \"kernels\": [{\"payload\": "
                   "{\"path\": \"below/../../victim\"}}, {\"payload\": {\"path\": \"absent\"}}]}");
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_true(has_file(folder, "victim"));
  write_text(path, "[\"notes.ptx\"");
  assert_true(accyBundleWrite(plan, other, NULL));
  assert_int_equal(count_files(other), 6);
  accyPlanDestroy(plan);
}

// ---- Refusals -------------------------------------------------------------------------------------------------------

static void assert_refused(const char *reason) {
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyBundleRead(bundle, &plan, &status));
  assert_null(plan);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  if (!strstr(status.message, reason))
    fail_msg("'%s' does not say '%s'", status.message, reason);
}

/// Reads the bundle with the first `from` of its document (after `after`) replaced by `to`.
static void assert_edit_refused(const char *after, const char *from, const char *to, const char *reason) {
  const char *start = strstr(document, after);
  assert_non_null(start);
  const char *place = strstr(start, from);
  assert_non_null(place);
  size_t length = strlen(document) + strlen(to) + 1, before = (size_t)(place - document);
  char *edited = malloc(length);
  assert_non_null(edited);
  snprintf(edited, length, "%.*s%s%s", (int)before, document, to, place + strlen(from));
  write_file("plan.json", edited, strlen(edited));
  free(edited);
  assert_refused(reason);
  restore_document();
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
  write_file("plan.json", oops, strlen(oops));
  assert_refused("plan.json:3:");
  write_file("plan.json", "[]", 2);
  assert_refused("$ must be an object");
  write_file("plan.json", "{}", 2);
  assert_refused("$.version is missing");
  write_file("plan.json", "", 0);
  assert_refused("this is not JSON");
  restore_document();
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
  snprintf(outside, sizeof(outside), "%s/outside.bin", folder);
  FILE *file = fopen(outside, "wb");
  assert_non_null(file);
  fclose(file);
  path_in_bundle("link.bin", link);
  assert_int_equal(symlink(outside, link), 0);
  assert_edit_refused("", "\"constant.1.bin\"", "\"link.bin\"", "a link that leads out of the bundle");
}

static void test_bad_files(void **state) {
  (void)state;
  char path[256], aside[256];
  path_in_bundle("constant.1.bin", path);
  path_in_bundle("aside.bin", aside);
  assert_int_equal(rename(path, aside), 0);
  assert_refused("constant.1.bin: No such file");
  write_file("constant.1.bin", "short", 5);
  assert_refused("has 5 bytes; plan.json says 1024");
  remove(path);
  assert_int_equal(mkdir(path, 0777), 0);
  assert_refused("constant.1.bin");
  rmdir(path);
  assert_int_equal(rename(aside, path), 0);
  AccyPlan *plan = NULL;
  AccyStatus status = {0};
  assert_false(accyBundleRead("/nowhere/at/all", &plan, &status));
  assert_true(accyBundleRead(bundle, &plan, &status));
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
  size_t length = strlen(document);
  char *text = malloc(length + 1000);
  assert_non_null(text);
  uint32_t refused = 0;
  for (int round = 0; round < 4000; ++round) {
    memcpy(text, document, length);
    size_t mutated = length;
    for (uint32_t edits = 1 + random_number(3); edits > 0 && mutated > 1; --edits)
      mutated = mutate(text, mutated);
    write_file("plan.json", text, mutated);
    AccyPlan *plan = NULL;
    AccyStatus status = {0};
    if (accyBundleRead(bundle, &plan, &status)) {
      assert_true(accyPlanVerify(plan, NULL));
      accyPlanDestroy(plan);
    } else {
      assert_null(plan);
      assert_true(status.code == AccyStatusCodeInvalidArtifact && status.message[0]);
      ++refused;
    }
  }
  free(text);
  restore_document();
  assert_true(refused > 2000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_key_order),
      cmocka_unit_test(test_numbers_beyond_doubles_are_refused),
      cmocka_unit_test(test_failed_write_leaves_nothing),
      cmocka_unit_test(test_equal_payloads_share_a_file),
      cmocka_unit_test(test_what_an_earlier_bundle_left_is_removed),
      cmocka_unit_test(test_what_is_no_file_is_not_replaced),
      cmocka_unit_test(test_bundle_is_replaced),
      cmocka_unit_test(test_files_are_enumerated),
      cmocka_unit_test(test_bad_documents),
      cmocka_unit_test(test_paths_stay_inside),
      cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_mutations),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

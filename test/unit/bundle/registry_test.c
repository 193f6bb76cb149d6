// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading registries of kernels: what a good one gives, each rule of planner.md, section 5, and mutations.
#define _XOPEN_SOURCE 700
#include "accy-c/KernelCall.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[128], registry_path[160];

// Two kernels: one of a fixed launch, one of a derived launch with a shape profile.
static const char document[] =
    "{\"version\": 1, \"entries\": [\n"
    "{\"target\": \"scale\", \"version\": 1, \"format\": \"cuda_ptx\", \"entry\": \"scale_fixed\", \"argument_count\": "
    "4,\n"
    " \"required\": {\"dtypes\": [\"f32\", \"i32\"], \"features\": [\"atomic_i32\"], \"subgroup\": [\"shuffle\"]},\n"
    " \"payload\": {\"kind\": \"text\", \"path\": \"scale.ptx\"},\n"
    " \"launch\": {\"grid\": [{\"extent\": 2}, {\"extent\": 3}, {\"extent\": 4}], \"threadgroup\": [8, 2, 1],"
    " \"shared_bytes\": 2048},\n"
    " \"count_argument\": \"scalar_u32\", \"runtime_scalar_count\": 0, \"static_arguments\": [{\"u32\": 7}]},\n"
    "{\"target\": \"scale\", \"version\": 2, \"format\": \"vulkan_spirv\", \"entry\": \"scale\", \"argument_count\": "
    "3,\n"
    " \"required\": {\"dtypes\": [], \"features\": [], \"subgroup\": []},\n"
    " \"payload\": {\"kind\": \"words_u32\", \"path\": \"below/scale.spv\"},\n"
    " \"launch\": {\"grid\": [{\"scalar_index\": 0, \"divisor\": 64}, {\"extent\": 1}, {\"extent\": 1}],"
    " \"threadgroup\": [64, 1, 1], \"shared_bytes\": 0},\n"
    " \"count_argument\": \"none\", \"runtime_scalar_count\": 1, \"static_arguments\": [],\n"
    " \"shape_family_fingerprint\": \"0x00000000000000aa\",\n"
    " \"shape_profile\": {\"dimension_count\": 1, \"scalar_index\": 0, \"fingerprint\": \"0x00000000000000aa\"}}]}\n";

static void write_file(const char *name, const void *data, size_t bytes) {
  char path[256];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, bytes, file), bytes);
  assert_int_equal(fclose(file), 0);
}

static void restore_files(void) {
  write_file("registry.json", document, strlen(document));
  write_file("scale.ptx", "text", 4);
  write_file("below/scale.spv", "\3\2\43\7\0\0\0\1", 8);
}

static int make_folder(void **state) {
  (void)state;
  strcpy(folder, "/tmp/accy-registry-XXXXXX");
  assert_non_null(mkdtemp(folder));
  snprintf(registry_path, sizeof(registry_path), "%s/registry.json", folder);
  char below[160];
  snprintf(below, sizeof(below), "%s/below", folder);
  assert_int_equal(mkdir(below, 0777), 0);
  restore_files();
  return 0;
}

static int remove_folder(void **state) {
  (void)state;
  static const char *const names[] = {"registry.json", "scale.ptx", "below/scale.spv", "below", ""};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
    remove(path);
  }
  return 0;
}

// ---- What is read ---------------------------------------------------------------------------------------------------

static void test_entries(void **state) {
  (void)state;
  AccyKernelTable *table = accyKernelTableCreate();
  AccyStatus status = {0};
  if (!accyKernelTableReadJson(table, registry_path, &status))
    fail_msg("%s", status.message);
  AccyKernelRegistry registry = accyKernelTableGetRegistry(table);
  assert_int_equal(accyKernelTableGetEntryCount(table), 2);
  assert_null(registry.lookup(registry.context, "scale", 1, AccyFormatVulkanSpirv));
  assert_null(registry.lookup(registry.context, "scale", 3, AccyFormatCudaPtx));
  assert_null(registry.lookup(registry.context, "other", 1, AccyFormatCudaPtx));
  const AccyKernelCallEntry *fixed = registry.lookup(registry.context, "scale", 1, AccyFormatCudaPtx);
  assert_non_null(fixed);
  assert_string_equal(fixed->entry, "scale_fixed");
  assert_int_equal(fixed->argument_count, 4);
  assert_int_equal(fixed->required.dtypes, ACCY_BIT(AccyDtypeF32) | ACCY_BIT(AccyDtypeI32));
  assert_int_equal(fixed->required.features, ACCY_BIT(AccyFeatureAtomicI32));
  assert_int_equal(fixed->required.subgroup_operations, ACCY_BIT(AccySubgroupOperationShuffle));
  assert_int_equal(fixed->payload.bytes, 4);
  assert_memory_equal(fixed->payload.data, "text", 4);
  assert_int_equal(fixed->launch.grid[2].extent, 4);
  assert_int_equal(fixed->launch.threadgroup[1], 2);
  assert_int_equal(fixed->launch.shared_bytes, 2048);
  assert_int_equal(fixed->count_argument, AccyCountArgumentScalarU32);
  assert_int_equal(fixed->static_argument_count, 1);
  assert_int_equal(fixed->static_arguments[0].bits, 7);
  assert_null(fixed->shape_profile);
  const AccyKernelCallEntry *derived = registry.lookup(registry.context, "scale", 2, AccyFormatVulkanSpirv);
  assert_non_null(derived);
  assert_true(derived->launch.grid[0].derived);
  assert_int_equal(derived->launch.grid[0].divisor, 64);
  assert_int_equal(derived->runtime_scalar_count, 1);
  assert_int_equal(derived->payload.kind, AccyPayloadKindWordsU32);
  assert_int_equal(derived->shape_profile->fingerprint, 0xaa);
  accyKernelTableDestroy(table);
  accyKernelTableDestroy(NULL);
}

// ---- Refusals -------------------------------------------------------------------------------------------------------

static void assert_refused(const char *reason) {
  AccyKernelTable *table = accyKernelTableCreate();
  AccyStatus status = {0};
  assert_false(accyKernelTableReadJson(table, registry_path, &status));
  accyKernelTableDestroy(table);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  if (!strstr(status.message, reason))
    fail_msg("'%s' does not say '%s'", status.message, reason);
}

/// Reads the registry with the first `from` replaced by `to`.
static void assert_edit_refused(const char *from, const char *to, const char *reason) {
  const char *place = strstr(document, from);
  assert_non_null(place);
  char edited[sizeof(document) + 256];
  snprintf(edited, sizeof(edited), "%.*s%s%s", (int)(place - document), document, to, place + strlen(from));
  write_file("registry.json", edited, strlen(edited));
  assert_refused(reason);
  restore_files();
}

static void test_rules_of_entries(void **state) {
  (void)state;
  assert_edit_refused("\"target\": \"scale\"", "\"target\": \"\"", "its target is empty");
  assert_edit_refused("\"scale_fixed\"", "\"\"", "its entry name is empty");
  assert_edit_refused("\"scale\", \"version\": 1", "\"scale\", \"version\": 0", "its version is 0");
  assert_edit_refused("\"argument_count\": 4", "\"argument_count\": 0", "more scalars than arguments");
  assert_edit_refused("\"shape_family_fingerprint\": \"0x00000000000000aa\",", "",
                      "a shape profile without a shape-family fingerprint");
  assert_edit_refused("\"shape_family_fingerprint\": \"0x00000000000000aa\"",
                      "\"shape_family_fingerprint\": \"0x00000000000000ab\"", "another fingerprint");
  assert_edit_refused("[8, 2, 1]", "[8, 0, 1]", "its threadgroup has an extent of 0");
  assert_edit_refused("{\"extent\": 3}", "{\"extent\": 0}", "a fixed axis of its grid is 0");
  assert_edit_refused("\"divisor\": 64", "\"divisor\": 0", "the divisor 0");
  assert_edit_refused("\"scalar_index\": 0, \"divisor\"", "\"scalar_index\": 1, \"divisor\"",
                      "names a runtime scalar that it does not have");
  assert_edit_refused("\"kind\": \"text\"", "\"kind\": \"bytes\"", "takes a payload of text");
  write_file("scale.ptx", "", 0);
  assert_refused("payload is absent or empty");
  write_file("scale.ptx", "a\0b", 3);
  assert_refused("holds a NUL byte");
  restore_files();
  write_file("below/scale.spv", "12345", 5);
  assert_refused("no multiple of 4");
  restore_files();
}

static void test_bad_documents(void **state) {
  (void)state;
  assert_edit_refused("\"version\": 1,", "\"version\": 2,", "$.version is 2; this reader knows version 1 only");
  assert_edit_refused("\"version\": 2, \"format\": \"vulkan_spirv\"", "\"version\": 1, \"format\": \"cuda_ptx\"",
                      "payload");
  assert_edit_refused("\"format\": \"cuda_ptx\"", "\"format\": \"ptx\"", "$.entries[0].format is 'ptx'");
  assert_edit_refused("\"argument_count\": 4", "\"argument_count\": 4, \"push_constant_bytes\": \"4\"",
                      "$.entries[0].push_constant_bytes must be a number");
  assert_edit_refused("\"argument_count\": 4,", "", "$.entries[0].argument_count is missing");
  assert_edit_refused("\"argument_count\": 4", "\"argument_count\": 4, \"extra\": 1",
                      "$.entries[0] has the key 'extra', which is unknown or repeated");
  assert_edit_refused("\"target\": \"scale\"", "\"target\": \"sc\xE4le\"", "this is not UTF-8");
  assert_edit_refused("scale.ptx", "../scale.ptx", "names no file in the folder");
  assert_edit_refused("scale.ptx", "/etc/passwd", "names no file in the folder");
  assert_edit_refused("scale.ptx", "absent.ptx", "absent.ptx");
  assert_edit_refused("{\"u32\": 7}", "{\"u8\": 7}", "$.entries[0].static_arguments[0] has the key 'u8'");
  assert_edit_refused("{\"extent\": 3}, ", "", "has 2 elements; it must have 3");
  assert_edit_refused("]}\n", "]", "this is not JSON");
  write_file("registry.json", "[]", 2);
  assert_refused("$ must be an object");
  restore_files();
  AccyKernelTable *table = accyKernelTableCreate();
  AccyStatus status = {0};
  assert_false(accyKernelTableReadJson(table, "/absent/registry.json", &status));
  accyKernelTableDestroy(table);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
}

static void test_repeated_entry(void **state) {
  (void)state;
  const char *first = strstr(document, "{\"target\""), *second = strstr(first, ",\n{\"target\"");
  char edited[2 * sizeof(document)];
  snprintf(edited, sizeof(edited), "{\"version\": 1, \"entries\": [%.*s, %.*s]}", (int)(second - first), first,
           (int)(second - first), first);
  write_file("registry.json", edited, strlen(edited));
  assert_refused("$.entries[1] cannot be registered: registry entry 'scale' version 1 for cuda_ptx is there already");
  restore_files();
}

/// Whatever the bytes, the reader answers, and says why when it refuses.
static void test_mutations(void **state) {
  (void)state;
  uint32_t random = 1;
  for (int round = 0; round < 5000; ++round) {
    char text[sizeof(document)];
    memcpy(text, document, sizeof(document));
    for (int change = 0; change < 1 + round % 3; ++change) {
      random = random * 1664525 + 1013904223;
      static const char letters[] = "0129{}[]\",:-.eanx \\";
      text[(random >> 8) % (sizeof(document) - 1)] = letters[(random >> 3) % (sizeof(letters) - 1)];
    }
    random = random * 1664525 + 1013904223;
    write_file("registry.json", text, round % 5 ? sizeof(document) - 1 : (random >> 8) % sizeof(document));
    AccyKernelTable *table = accyKernelTableCreate();
    AccyStatus status = {0};
    if (!accyKernelTableReadJson(table, registry_path, &status))
      assert_true(status.message[0] != 0);
    accyKernelTableDestroy(table);
  }
  restore_files();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_entries),       cmocka_unit_test(test_rules_of_entries),
      cmocka_unit_test(test_bad_documents), cmocka_unit_test(test_repeated_entry),
      cmocka_unit_test(test_mutations),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

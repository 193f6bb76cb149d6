// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vulkan_spirv: kernels are lowered to modules that SPIRV-Tools accepts, with the planned local size and the entry's
// name.

#include "fixture.h"

#include "lowering/format.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opcodes and operands of SPIR-V that the tests look for.
enum {
  OpExtension = 10,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpDecorate = 71,
  ModeLocalSize = 17,
  ModeDenormPreserve = 4459,
  ModeSignedZeroInfNanPreserve = 4461,
  ModeRoundingModeRte = 4462,
  CapabilityShader = 1,
  DecorationNoContraction = 42
};

static AccyLoweredPayload lower_for(Fixture *fixture, const char *text, const char *entry, const char *architecture,
                                    AccySet features) {
  AccyTargetProfile target = make_target(AccyFormatVulkanSpirv, architecture);
  target.capabilities.features = features;
  AccyGeometry geometry = {.grid = {1, 1, 1}, .threadgroup = {64, 2, 1}};
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(lower_text(fixture, text, entry, &target, geometry, &payload)))
    fail_msg("%s", fixture->diagnostics);
  assert_int_equal(payload.kind, AccyPayloadKindWordsU32);
  assert_int_equal(payload.size % 4, 0);
  assert_int_equal(((uint32_t *)payload.data)[0], 0x07230203);
  return payload;
}

static AccyLoweredPayload lower_kernel(Fixture *fixture, const char *text, const char *entry, AccySet features) {
  return lower_for(fixture, text, entry, "spv1.3", features);
}

// The next instruction with the opcode after `from` (null: from the start), or null.
static const uint32_t *find_instruction(const AccyLoweredPayload *payload, uint32_t opcode, const uint32_t *from) {
  const uint32_t *words = payload->data, *end = words + payload->size / 4;
  for (const uint32_t *at = from ? from + (*from >> 16) : words + 5; at < end; at += *at >> 16)
    if ((*at & 0xffff) == opcode)
      return at;
  return NULL;
}

static size_t count_instructions(const AccyLoweredPayload *payload, uint32_t opcode) {
  size_t count = 0;
  for (const uint32_t *at = NULL; (at = find_instruction(payload, opcode, at));)
    ++count;
  return count;
}

// The width that the execution mode is declared for; 0 when it is not.
static uint32_t mode_width(const AccyLoweredPayload *payload, uint32_t mode) {
  for (const uint32_t *at = NULL; (at = find_instruction(payload, OpExecutionMode, at));)
    if (at[2] == mode)
      return at[3];
  return 0;
}

static size_t count_no_contraction(const AccyLoweredPayload *payload) {
  size_t count = 0;
  for (const uint32_t *at = NULL; (at = find_instruction(payload, OpDecorate, at));)
    count += at[2] == DecorationNoContraction;
  return count;
}

static void test_entry_point(void **state) {
  AccyLoweredPayload payload = lower_kernel(*state, kernel_add, "accy_choir_elementwise_add_0", 0);
  const uint32_t *entryPoint = find_instruction(&payload, OpEntryPoint, NULL);
  assert_non_null(entryPoint);
  assert_string_equal((const char *)(entryPoint + 3), "accy_choir_elementwise_add_0");
  const uint32_t *mode = find_instruction(&payload, OpExecutionMode, NULL);
  assert_non_null(mode);
  assert_int_equal(mode[2], ModeLocalSize);
  assert_true(mode[3] == 64 && mode[4] == 2 && mode[5] == 1);
  assert_int_equal(count_no_contraction(&payload), 1);
  accyLoweredPayloadDestroy(&payload);
}

// A module is of its target's version, and asks for no more than it needs.
static void test_versions(void **state) {
  static const struct {
    const char *architecture;
    uint32_t word;
  } versions[] = {{"spv1.3", 0x10300}, {"spv1.4", 0x10400}, {"spv1.5", 0x10500}, {"spv1.6", 0x10600}};
  for (size_t i = 0; i < sizeof versions / sizeof *versions; ++i) {
    AccyLoweredPayload payload = lower_for(*state, kernel_add, "kernel", versions[i].architecture, 0);
    assert_int_equal(((uint32_t *)payload.data)[1], versions[i].word);
    assert_int_equal(count_instructions(&payload, OpCapability), 1);
    assert_int_equal(find_instruction(&payload, OpCapability, NULL)[1], CapabilityShader);
    assert_int_equal(count_instructions(&payload, OpExtension), 0);
    accyLoweredPayloadDestroy(&payload);
  }
}

// An extension is asked for until a version has it.
static void test_extensions(void **state) {
  static const struct {
    const char *architecture;
    AccySet feature;
    size_t extensions;
  } rows[] = {
      {"spv1.3", ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve), 1},
      {"spv1.4", ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve), 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AccyLoweredPayload payload = lower_for(*state, kernel_add, "kernel", rows[i].architecture, rows[i].feature);
    assert_int_equal(count_instructions(&payload, OpExtension), rows[i].extensions);
    accyLoweredPayloadDestroy(&payload);
  }
}

static void test_float_controls(void **state) {
  static const struct {
    AccySet feature;
    uint32_t mode;
  } rows[] = {
      {ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve), ModeSignedZeroInfNanPreserve},
      {ACCY_BIT(AccyFeatureRoundToNearestEven), ModeRoundingModeRte},
      {ACCY_BIT(AccyFeatureDenormalPreserve), ModeDenormPreserve},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AccyLoweredPayload payload = lower_kernel(*state, kernel_add, "kernel", rows[i].feature);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k)
      assert_int_equal(mode_width(&payload, rows[k].mode), k == i ? 32 : 0);
    accyLoweredPayloadDestroy(&payload);
  }
  // Integers need none.
  AccyLoweredPayload payload =
      lower_kernel(*state, kernel_remainders, "kernel", ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve));
  assert_int_equal(count_instructions(&payload, OpExecutionMode), 1);
  accyLoweredPayloadDestroy(&payload);
}

static void test_all_kernels(void **state) {
  static const char *const texts[] = {kernel_add, kernel_row_sum, kernel_predicate,
                                      kernel_dot, kernel_newton,  kernel_math};
  static const AccySet features[] = {0, ACCY_BIT(AccyFeatureStorage8Bit)};
  static const char *const architectures[] = {"spv1.3", "spv1.6"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
    for (size_t k = 0; k < 4; ++k) {
      AccyLoweredPayload payload = lower_for(*state, texts[i], "kernel", architectures[k / 2], features[k % 2]);
      accyLoweredPayloadDestroy(&payload);
    }
}

// Arithmetic on i1, which SPIR-V has on numbers only.
static void test_boolean_arithmetic(void **state) {
  static const char *const operations[] = {
      "%r = arith.addi %x, %y : i1",
      "%r = arith.muli %x, %y : i1",
      "%r = arith.maxsi %x, %y : i1",
      "%r = arith.minui %x, %y : i1",
      "%r = arith.cmpi slt, %x, %y : i1",
      "%r = arith.cmpi uge, %x, %y : i1",
      "%f = arith.sitofp %x : i1 to f32 %r = arith.fptoui %f : f32 to i1",
  };
  for (size_t i = 0; i < sizeof operations / sizeof *operations; ++i) {
    char text[512];
    snprintf(text, sizeof text,
             "gpu.module @kernels { gpu.func @kernel(%%a: memref<4xi8>, %%o: memref<4xi8>) kernel {\n"
             "%%t = gpu.thread_id x %%c = arith.constant 3 : index %%w = memref.load %%a[%%t] : memref<4xi8>\n"
             "%%v = memref.load %%a[%%c] : memref<4xi8> %%x = arith.trunci %%w : i8 to i1 %%y = arith.trunci %%v : i8 "
             "to i1\n"
             "%s %%e = arith.extui %%r : i1 to i8 memref.store %%e, %%o[%%t] : memref<4xi8> gpu.return } }",
             operations[i]);
    AccyLoweredPayload payload = lower_kernel(*state, text, "kernel", 0);
    accyLoweredPayloadDestroy(&payload);
  }
}

// From bytes to what is wider, but narrower than what bytes are computed on; and further.
static void test_extension_of_bytes(void **state) {
  static const char *const extensions[][2] = {
      {"arith.extsi", "i16"}, {"arith.extui", "i16"}, {"arith.extsi", "i64"}, {"arith.extui", "i64"}};
  AccyTargetProfile target = make_target(AccyFormatVulkanSpirv, "spv1.3");
  target.capabilities.features = ACCY_BIT(AccyFeatureStorage8Bit) | ACCY_BIT(AccyFeatureStorage16Bit);
  target.capabilities.dtypes |= ACCY_BIT(AccyDtypeI8) | ACCY_BIT(AccyDtypeI16) | ACCY_BIT(AccyDtypeI64);
  AccyGeometry geometry = {.grid = {1, 1, 1}, .threadgroup = {4, 1, 1}};
  for (size_t i = 0; i < sizeof extensions / sizeof *extensions; ++i) {
    char text[512];
    snprintf(text, sizeof text,
             "gpu.module @kernels { gpu.func @kernel(%%a: memref<4xi8>, %%o: memref<4x%s>) kernel {\n"
             "%%t = gpu.thread_id x %%x = memref.load %%a[%%t] : memref<4xi8> %%r = %s %%x : i8 to %s\n"
             "memref.store %%r, %%o[%%t] : memref<4x%s> gpu.return } }",
             extensions[i][1], extensions[i][0], extensions[i][1], extensions[i][1]);
    AccyLoweredPayload payload;
    Fixture *fixture = *state;
    if (mlirLogicalResultIsFailure(lower_text(fixture, text, "kernel", &target, geometry, &payload)))
      fail_msg("%s", fixture->diagnostics);
    accyLoweredPayloadDestroy(&payload);
  }
}

static void expect_failure(Fixture *fixture, const char *text, const char *architecture, const char *message) {
  AccyTargetProfile target = make_target(AccyFormatVulkanSpirv, architecture);
  AccyGeometry geometry = {.grid = {1, 1, 1}, .threadgroup = {8, 1, 1}};
  AccyLoweredPayload payload = {0};
  assert_true(mlirLogicalResultIsFailure(lower_text(fixture, text, "kernel", &target, geometry, &payload)));
  assert_null(payload.data);
  if (!strstr(fixture->diagnostics, message) || !strstr(fixture->diagnostics, "'kernel'"))
    fail_msg("expected '%s' in: %s", message, fixture->diagnostics);
}

static void test_missing_capabilities(void **state) {
  static const char format[] =
      "gpu.module @kernels { gpu.func @kernel(%%a: memref<4x%s>, %%o: memref<4x%s>) kernel { %%t = gpu.thread_id x\n"
      "%%x = memref.load %%a[%%t] : memref<4x%s> memref.store %%x, %%o[%%t] : memref<4x%s> gpu.return } }";
  static const char *const types[] = {"i64", "f64"};
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    char text[512];
    snprintf(text, sizeof text, format, types[i], types[i], types[i], types[i]);
    expect_failure(*state, text, "spv1.3", "[CapabilityMismatch]");
  }
  expect_failure(*state, kernel_add, "spv9",
                 "'spv9' is none of the architectures it is compiled for: spv1.3 spv1.4 spv1.5 spv1.6");
}

// Where the table of versions lacks an architecture that profiles may name, nothing is compiled for another.
static void test_unknown_version(void **state) {
  Fixture *fixture = *state;
  ParsedKernel parsed = parse_kernel(fixture, kernel_add);
  AccyTargetProfile target = make_target(AccyFormatVulkanSpirv, "spv9");
  AccyLoweringRequest request = {.kernel = parsed.kernel, .format = AccyFormatVulkanSpirv, .target = &target};
  AccyLoweredPayload payload = {0};
  fixture->diagnostics[0] = '\0';
  assert_true(mlirLogicalResultIsFailure(
      accyLoweringVulkanSpirv.lower(&request, mlirModuleGetOperation(parsed.module), parsed.kernel, &payload)));
  assert_non_null(strstr(fixture->diagnostics, "no version 'spv9' of SPIR-V to compile for [CapabilityMismatch]"));
  mlirModuleDestroy(parsed.module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_unknown_version),
      cmocka_unit_test(test_extensions),
      cmocka_unit_test(test_float_controls),
      cmocka_unit_test(test_entry_point),
      cmocka_unit_test(test_all_kernels),
      cmocka_unit_test(test_boolean_arithmetic),
      cmocka_unit_test(test_extension_of_bytes),
      cmocka_unit_test(test_missing_capabilities),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

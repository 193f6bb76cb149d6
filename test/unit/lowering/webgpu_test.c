// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// webgpu_wgsl: kernels are lowered to modules with the entry's name, the planned size of threadgroups and a binding for
// each buffer; names and sizes that WGSL does not take are refused. What the text of each operation is, lit tests
// check.

#include "fixture.h"

#include <stdio.h>
#include <string.h>

static const AccyGeometry geometry = {.grid = {1, 1, 1}, .threadgroup = {64, 2, 1}};

static AccyLoweredPayload lower_kernel(Fixture *fixture, const char *text, const char *entry) {
  AccyTargetProfile target = make_target(AccyFormatWebgpuWgsl, "wgsl");
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(lower_text(fixture, text, entry, &target, geometry, &payload)))
    fail_msg("%s", fixture->diagnostics);
  assert_int_equal(payload.kind, AccyPayloadKindText);
  assert_int_equal(strlen(payload.data), payload.size);
  return payload;
}

static void expect_text(const AccyLoweredPayload *payload, const char *part) {
  if (!strstr(payload->data, part))
    fail_msg("expected '%s' in:\n%s", part, (const char *)payload->data);
}

static void test_entry_point(void **state) {
  AccyLoweredPayload payload = lower_kernel(*state, kernel_add, "accy_choir_elementwise_add_0");
  expect_text(&payload, "@group(0) @binding(0) var<storage, read> buffer_0: array<f32, 1000>;\n");
  expect_text(&payload, "@group(0) @binding(2) var<storage, read_write> buffer_2: array<f32, 1000>;\n");
  expect_text(&payload, "@group(0) @binding(3) var<storage, read> buffer_3: array<u32, 1>;\n");
  expect_text(&payload, "\n@compute @workgroup_size(64, 2, 1)\nfn accy_choir_elementwise_add_0(");
  accyLoweredPayloadDestroy(&payload);
}

static void test_all_kernels(void **state) {
  static const char *const texts[] = {kernel_add,        kernel_row_sum, kernel_predicate, kernel_dot,
                                      kernel_newton,     kernel_math,    kernel_positions, kernel_extrema,
                                      kernel_remainders, kernel_bytes,   kernel_exchange};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    AccyLoweredPayload payload = lower_kernel(*state, texts[i], "kernel");
    expect_text(&payload, "\nfn kernel(");
    accyLoweredPayloadDestroy(&payload);
  }
}

static void expect_failure(Fixture *fixture, const char *text, const char *entry, AccyGeometry launch,
                           const char *message) {
  AccyTargetProfile target = make_target(AccyFormatWebgpuWgsl, "wgsl");
  AccyLoweredPayload payload = {0};
  assert_true(mlirLogicalResultIsFailure(lower_text(fixture, text, entry, &target, launch, &payload)));
  assert_null(payload.data);
  if (!strstr(fixture->diagnostics, message) || !strstr(fixture->diagnostics, "cannot be lowered to webgpu_wgsl"))
    fail_msg("expected '%s' in: %s", message, fixture->diagnostics);
}

// Keywords, reserved words, what WGSL predeclares, what the text declares itself, and underscores in front.
static void test_reserved_names(void **state) {
  static const char *const names[] = {"loop",   "while",       "yield",    "module", "select", "bitcast", "buffer_0",
                                      "is_nan", "f32_to_bf16", "__kernel", "_",      "vec3",   "storage", "unless"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    expect_failure(*state, kernel_add, names[i], geometry, "means something else in its text");
  static const char *const others[] = {"loops", "v0", "zero", "group", "_kernel", "buffers"};
  for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
    AccyLoweredPayload payload = lower_kernel(*state, kernel_add, others[i]);
    accyLoweredPayloadDestroy(&payload);
  }
}

static void test_empty_threadgroup(void **state) {
  AccyGeometry empty = {.grid = {1, 1, 1}, .threadgroup = {8, 0, 1}};
  AccyGeometry huge = {.grid = {1, 1, 1}, .threadgroup = {8, 1, UINT32_MAX}};
  expect_failure(*state, kernel_add, "kernel", empty, "the threadgroup 8 x 0 x 1 is none [CapabilityMismatch]");
  expect_failure(*state, kernel_add, "kernel", huge, "the threadgroup 8 x 1 x 4294967295 is none [CapabilityMismatch]");
}

static void test_wide_numbers(void **state) {
  static const char *const types[] = {"i64", "f64"};
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    char text[256];
    snprintf(text, sizeof text, "gpu.module @kernels { gpu.func @kernel(%%a: memref<4x%s>) kernel { gpu.return } }",
             types[i]);
    expect_failure(*state, text, "kernel", geometry, "buffer 0 has elements of 64 bits");
  }
  expect_failure(*state, "gpu.module @kernels { gpu.func @kernel() kernel { %x = arith.constant 1 : i64 gpu.return } }",
                 "kernel", geometry, "'arith.constant': it computes on 64 bits");
}

// Indices are 32 bits and reach 2^31 bytes.
static void test_reach(void **state) {
  AccyLoweredPayload payload = lower_kernel(
      *state, "gpu.module @kernels { gpu.func @kernel(%a: memref<2147483647xi8>) kernel { gpu.return } }", "kernel");
  expect_text(&payload, "array<u32, 536870912>");
  accyLoweredPayloadDestroy(&payload);
  expect_failure(*state, "gpu.module @kernels { gpu.func @kernel(%a: memref<536870912xf32>) kernel { gpu.return } }",
                 "kernel", geometry, "buffer 0 has 2147483648 bytes; indices of 32 bits reach 2147483647");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_entry_point),    cmocka_unit_test(test_all_kernels),
      cmocka_unit_test(test_reserved_names), cmocka_unit_test(test_empty_threadgroup),
      cmocka_unit_test(test_wide_numbers),   cmocka_unit_test(test_reach),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a gpu.shuffle must be, where it may stand, and for which launches and subgroups it is lowered.

#include "fixture.h"

#include <stdio.h>
#include <string.h>

static const char *const architectures[AccyFormatCount] = {[AccyFormatCudaPtx] = "sm_80",
                                                           [AccyFormatVulkanSpirv] = "spv1.3",
                                                           [AccyFormatMetalMsl] = "msl2.4",
                                                           [AccyFormatWebgpuWgsl] = "wgsl",
                                                           [AccyFormatCpuObject] = "x86-64"};

// Lowers a kernel of this body for subgroups of `least` to `greatest` threads, none if 0, and expects the message;
// null: it can be lowered.
static void expect(Fixture *fixture, AccyFormat format, const char *body, uint32_t least, uint32_t greatest,
                   const uint32_t threadgroup[3], const char *message) {
  char text[1024];
  snprintf(text, sizeof text,
           "gpu.module @kernels { gpu.func @f() kernel { %%c0 = arith.constant 0 : i32 %%c4 = arith.constant 4 : i32 "
           "%%c8 = arith.constant 8 : i32 %%c16 = arith.constant 16 : i32 %%c32 = arith.constant 32 : i32 "
           "%%x = arith.constant 1.0 : f32 %%n = gpu.thread_id x %%t = arith.index_cast %%n : index to i32\n"
           "%s gpu.return } }",
           body);
  AccyTargetProfile target = make_target(format, architectures[format]);
  if (least)
    target.capabilities.subgroup = (AccyTargetSubgroup){true, least, greatest, ACCY_BIT(AccySubgroupOperationShuffle)};
  AccyGeometry launch = {.grid = {1, 1, 1}, .threadgroup = {threadgroup[0], threadgroup[1], threadgroup[2]}};
  AccyLoweredPayload payload = {0};
  MlirLogicalResult result = lower_text(fixture, text, "f", &target, launch, &payload);
  if (mlirLogicalResultIsSuccess(result) != (message == NULL))
    fail_msg("%s: %s", body, fixture->diagnostics);
  if (message && !strstr(fixture->diagnostics, message))
    fail_msg("%s: expected '%s' in: %s", body, message, fixture->diagnostics);
  accyLoweredPayloadDestroy(&payload);
}

#define SHUFFLE(mode, distance, width) "%r, %p = gpu.shuffle " mode " %x, %" distance ", %" width " : f32"

// The target's subgroups have 8 to 16 threads.
static void test_form(void **state) {
  static const struct {
    const char *body, *message;
  } rows[] = {
      {SHUFFLE("xor", "c4", "c8"), NULL},
      {"%r, %p = gpu.shuffle xor %c4, %c4, %c8 : i32", NULL},
      {SHUFFLE("up", "c4", "c8"), "in mode xor"},
      {SHUFFLE("down", "c4", "c8"), "in mode xor"},
      {SHUFFLE("idx", "c4", "c8"), "in mode xor"},
      {SHUFFLE("xor", "c8", "c8"), "the distance a constant below it"},
      {SHUFFLE("xor", "c0", "c8"), "the distance a constant below it"},
      {SHUFFLE("xor", "t", "c8"), "the distance a constant below it"},
      {SHUFFLE("xor", "c4", "c16"), "the least subgroup size of the target"},
      {SHUFFLE("xor", "c4", "t"), "the least subgroup size of the target"},
      {SHUFFLE("xor", "c4", "c8") " %o = arith.ori %p, %p : i1", "nobody asks"},
      {"%h = arith.constant 1.0 : f64 %r, %p = gpu.shuffle xor %h, %c4, %c8 : f64", "one i32 or f32"},
      {"%h = arith.constant 1.0 : f16 %r, %p = gpu.shuffle xor %h, %c4, %c8 : f16", "one i32 or f32"},
      {"%b = arith.constant false scf.if %b { " SHUFFLE("xor", "c4", "c8") " }", "which all threads reach"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    expect(*state, AccyFormatVulkanSpirv, rows[i].body, 8, 16, (uint32_t[]){32, 1, 1}, rows[i].message);
}

static void test_launches(void **state) {
  static const char notWhole[] = "of whole subgroups of the greatest size", none[] = "have no shuffle";
  static const struct {
    AccyFormat format;
    uint32_t least, greatest, threadgroup[3];
    const char *message;
  } rows[] = {
      {AccyFormatVulkanSpirv, 8, 16, {16, 1, 1}, NULL},
      {AccyFormatVulkanSpirv, 8, 16, {48, 1, 1}, NULL},
      {AccyFormatMetalMsl, 8, 16, {32, 1, 1}, NULL},
      {AccyFormatWebgpuWgsl, 8, 16, {16, 1, 1}, NULL},
      {AccyFormatVulkanSpirv, 8, 0, {8, 1, 1}, NULL}, // of one size
      {AccyFormatVulkanSpirv, 8, 16, {24, 1, 1}, notWhole},
      {AccyFormatVulkanSpirv, 8, 16, {8, 1, 1}, notWhole},
      {AccyFormatWebgpuWgsl, 8, 16, {8, 1, 1}, notWhole},
      {AccyFormatVulkanSpirv, 8, 16, {16, 2, 1}, notWhole},
      {AccyFormatVulkanSpirv, 8, 16, {16, 1, 2}, notWhole},
      {AccyFormatVulkanSpirv, 8, 24, {24, 1, 1}, notWhole},
      {AccyFormatVulkanSpirv, 0, 0, {32, 1, 1}, none},
      {AccyFormatCpuObject, 0, 0, {32, 1, 1}, none},
      {AccyFormatCudaPtx, 8, 32, {32, 1, 1}, "its subgroups have at least 8 threads; a warp has 32"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    expect(*state, rows[i].format, SHUFFLE("xor", "c4", "c8"), rows[i].least, rows[i].greatest, rows[i].threadgroup,
           rows[i].message);
  expect(*state, AccyFormatCudaPtx, SHUFFLE("xor", "c16", "c32"), 32, 32, (uint32_t[]){64, 1, 1}, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_form),
      cmocka_unit_test(test_launches),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

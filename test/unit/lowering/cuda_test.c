// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda_ptx: kernels are lowered to PTX whose instructions keep the numbers' promises, and ptxas takes it where there is
// one.

#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static AccyLoweredPayload lower_kernel(Fixture *fixture, const char *text, const char *entry,
                                       const char *architecture) {
  AccyTargetProfile target = make_target(AccyFormatCudaPtx, architecture);
  AccyGeometry geometry = {.grid = {1, 1, 1}, .threadgroup = {32, 1, 1}};
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(lower_text(fixture, text, entry, &target, geometry, &payload)))
    fail_msg("%s", fixture->diagnostics);
  assert_int_equal(payload.kind, AccyPayloadKindText);
  assert_int_equal(strlen(payload.data), payload.size);
  return payload;
}

static void expect_text(const AccyLoweredPayload *payload, const char *text, int isExpected) {
  if ((strstr(payload->data, text) != NULL) != isExpected)
    fail_msg("'%s' is %s in:\n%s", text, isExpected ? "not" : "found", (const char *)payload->data);
}

static void test_add(void **state) {
  AccyLoweredPayload payload = lower_kernel(*state, kernel_add, "accy_choir_elementwise_add_0", "sm_80");
  expect_text(&payload, ".visible .entry accy_choir_elementwise_add_0(", 1);
  expect_text(&payload, ".target sm_80", 1);
  expect_text(&payload, "ld.global.nc", 1);
  expect_text(&payload, "st.global", 1);
  expect_text(&payload, ".extern", 0);
  accyLoweredPayloadDestroy(&payload);
}

static void test_rounding(void **state) {
  AccyLoweredPayload payload = lower_kernel(*state, kernel_math, "math", "sm_90");
  expect_text(&payload, "mul.rn.f32", 1);
  expect_text(&payload, "add.rn.f32", 1);
  expect_text(&payload, "sqrt.rn.f32", 1);
  expect_text(&payload, "div.rn.f32", 1);
  expect_text(&payload, "abs.f32", 1);
  expect_text(&payload, "max.NaN.f32", 1);
  expect_text(&payload, "fma", 0);
  expect_text(&payload, "ftz", 0);
  expect_text(&payload, "approx", 0);
  expect_text(&payload, ".extern", 0);
  accyLoweredPayloadDestroy(&payload);
}

static void test_narrow_square_root(void **state) {
  static const char format[] =
      "gpu.module @kernels { gpu.func @kernel(%%a: memref<4x%s>, %%o: memref<4x%s>) kernel { %%t = gpu.thread_id x\n"
      "%%x = memref.load %%a[%%t] : memref<4x%s> %%y = math.sqrt %%x : %s %%z = math.absf %%y : %s\n"
      "memref.store %%z, %%o[%%t] : memref<4x%s> gpu.return } }";
  static const char *const types[] = {"f16", "bf16", "f64"};
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    char text[512];
    snprintf(text, sizeof text, format, types[i], types[i], types[i], types[i], types[i], types[i]);
    AccyLoweredPayload payload = lower_kernel(*state, text, "kernel", "sm_90");
    expect_text(&payload, i == 2 ? "sqrt.rn.f64" : "sqrt.rn.f32", 1);
    accyLoweredPayloadDestroy(&payload);
  }
}

// Maxima that ignore NaN must not become calls of libdevice.
static void test_maxnum(void **state) {
  static const char text[] = "gpu.module @kernels { gpu.func @kernel(%a: memref<4xf32>, %o: memref<4xf32>) kernel {\n"
                             "%t = gpu.thread_id x %zero = arith.constant 0.0 : f32\n"
                             "%x = memref.load %a[%t] : memref<4xf32> %y = arith.maxnumf %x, %zero : f32\n"
                             "memref.store %y, %o[%t] : memref<4xf32> gpu.return } }";
  AccyLoweredPayload payload = lower_kernel(*state, text, "kernel", "sm_80");
  expect_text(&payload, "max.f32", 1);
  expect_text(&payload, ".extern", 0);
  accyLoweredPayloadDestroy(&payload);
}

static void test_ptxas(void **state) {
  const char *assembler = "/usr/local/cuda/bin/ptxas";
  if (access(assembler, X_OK) != 0) {
    print_message("skipped: %s is not there\n", assembler);
    skip();
  }
  static const char *const texts[] = {kernel_add, kernel_row_sum, kernel_predicate,
                                      kernel_dot, kernel_newton,  kernel_math};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    AccyLoweredPayload payload = lower_kernel(*state, texts[i], "kernel", i % 2 ? "sm_80" : "sm_90");
    int status;
    char *folder = write_and_run("kernel.ptx", &payload,
                                 "/usr/local/cuda/bin/ptxas -arch=sm_90 -o kernel.cubin kernel.ptx", &status);
    assert_int_equal(status, 0);
    remove_folder(folder);
    accyLoweredPayloadDestroy(&payload);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add),    cmocka_unit_test(test_rounding), cmocka_unit_test(test_narrow_square_root),
      cmocka_unit_test(test_maxnum), cmocka_unit_test(test_ptxas),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

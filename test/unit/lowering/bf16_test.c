// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 of hand-written kernels: computed in f32 and rounded once, on processors with and without such a type, and
// handed on through branches and loops; what would be rounded otherwise is refused by all formats.

#include "fixture.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { Count = 1 << 16, Results = 10 };

static const char kernel_text[] =
    "gpu.module @kernels { gpu.func @arithmetic(%a: memref<65536xbf16>, %b: memref<65536xbf16>,\n"
    "    %o: memref<655360xbf16>) kernel {\n"
    "%i = gpu.block_id x %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c3 = arith.constant 3 : index\n"
    "%n = arith.constant 65536 : index %k = arith.constant 1.5 : bf16\n"
    "%x = memref.load %a[%i] : memref<65536xbf16> %y = memref.load %b[%i] : memref<65536xbf16>\n"
    "%r0 = arith.addf %x, %y : bf16 %r1 = arith.mulf %x, %k : bf16 %r2 = arith.divf %x, %y : bf16\n"
    "%r3 = arith.negf %x : bf16 %r4 = math.absf %x : bf16 %r5 = math.sqrt %x : bf16\n"
    "%less = arith.cmpf olt, %x, %y : bf16\n"
    "%r6 = scf.if %less -> bf16 { scf.yield %x : bf16 } else { scf.yield %y : bf16 }\n"
    "%r7 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %x) -> bf16 { %t = arith.addf %s, %y : bf16\n"
    "  scf.yield %t : bf16 }\n"
    "%wide = arith.extf %x : bf16 to f64 %word = arith.extf %y : bf16 to f32 %narrow = arith.truncf %wide : f64 to "
    "f32\n"
    "%sum = arith.addf %narrow, %word : f32 %r8 = arith.truncf %sum : f32 to bf16\n"
    "%low = arith.constant -100.0 : bf16 %high = arith.constant 100.0 : bf16\n"
    "%above = arith.cmpf ogt, %x, %low : bf16 %below = arith.cmpf olt, %x, %high : bf16\n"
    "%fits = arith.andi %above, %below : i1 %safe = arith.select %fits, %x, %low : bf16\n"
    "%integer = arith.fptosi %safe : bf16 to i16 %r9 = arith.sitofp %integer : i16 to bf16\n"
#define STORE(k, offset)                                                                                               \
  "%o" #k " = arith.constant " #offset " : index %i" #k " = arith.addi %i, %o" #k " : index\n"                         \
  "memref.store %r" #k ", %o[%i" #k "] : memref<655360xbf16>\n"
    STORE(0, 0) STORE(1, 65536) STORE(2, 131072) STORE(3, 196608) STORE(4, 262144) STORE(5, 327680) STORE(6, 393216)
        STORE(7, 458752) STORE(8, 524288) STORE(9, 589824) "gpu.return } }";

static float widen(uint16_t value) {
  uint32_t bits = (uint32_t)value << 16;
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

// The nearer of the two neighbours, found by their distances.
static uint16_t narrow(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t below = (uint16_t)(bits >> 16), above = (uint16_t)(below + 1);
  if (isnan(value))
    return 0x7fc0;
  if (isinf(value) || value == widen(below))
    return below;
  double toBelow = fabs((double)value - widen(below));
  double next = isinf(widen(above)) ? copysign(0x1p128, value) : widen(above);
  double toAbove = fabs(next - value);
  return toBelow < toAbove || (toBelow == toAbove && below % 2 == 0) ? below : above;
}

static void compute(uint16_t left, uint16_t right, uint16_t results[Results]) {
  float x = widen(left), y = widen(right), carried = x;
  for (int i = 0; i < 3; ++i)
    carried = widen(narrow(carried + y));
  float safe = x > -100.0f && x < 100.0f ? x : -100.0f;
  const float values[Results] = {x + y,    x * 1.5f,      x / y,   -x,    fabsf(x),
                                 sqrtf(x), x < y ? x : y, carried, x + y, truncf(safe) + 0.0f};
  for (int i = 0; i < Results; ++i)
    results[i] = narrow(values[i]);
}

static void check_values(Fixture *fixture, const char *architecture) {
  typedef void (*Entry)(void *, void *, void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
  static uint16_t a[Count], b[Count], o[Count * Results];
  AccyTargetProfile target = make_target(AccyFormatCpuObject, architecture);
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(lower_text(fixture, kernel_text, "arithmetic", &target, (AccyGeometry){0}, &payload)))
    fail_msg("%s", fixture->diagnostics);
  int status;
  char *folder = write_and_run("kernel.o", &payload, "cc -shared -o kernel.so kernel.o", &status), path[128];
  assert_int_equal(status, 0);
  accyLoweredPayloadDestroy(&payload);
  snprintf(path, sizeof path, "%s/kernel.so", folder);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *address = dlsym(library, "arithmetic");
  remove_folder(folder);
  Entry entry;
  memcpy(&entry, &address, sizeof entry);
  for (uint32_t i = 0; i < Count; ++i)
    a[i] = (uint16_t)i, b[i] = (uint16_t)(i * 40503u + 77u);
  entry(a, b, o, Count, Count, 1, 1, 1, 1, 1);
  for (uint32_t i = 0; i < Count; ++i) {
    uint16_t expected[Results];
    compute(a[i], b[i], expected);
    for (uint32_t r = 0; r < Results; ++r) {
      uint16_t actual = o[r * Count + i];
      bool bothNan = isnan(widen(actual)) && isnan(widen(expected[r]));
      if (actual != expected[r] && !bothNan)
        fail_msg("%s: result %u of %04x, %04x is %04x, expected %04x", architecture, r, a[i], b[i], actual,
                 expected[r]);
    }
  }
  dlclose(library);
}

static void test_values(void **state) {
  check_values(*state, "x86-64");
  if (__builtin_cpu_supports("x86-64-v3"))
    check_values(*state, "x86-64-v3");
  if (__builtin_cpu_supports("x86-64-v4"))
    check_values(*state, "x86-64-v4");
}

// Formats that have no processor here take the kernel, too.
static void test_formats(void **state) {
  static const struct {
    AccyFormat format;
    const char *architecture;
  } rows[] = {
      {AccyFormatCpuObject, "aarch64"},  {AccyFormatCpuObject, "neoverse-v2"}, {AccyFormatWebassemblyModule, "wasm32"},
      {AccyFormatCudaPtx, "sm_75"},      {AccyFormatCudaPtx, "sm_80"},         {AccyFormatCudaPtx, "sm_90"},
      {AccyFormatVulkanSpirv, "spv1.3"},
  };
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AccyTargetProfile target = make_target(rows[i].format, rows[i].architecture);
    target.capabilities.dtypes = ACCY_BIT(AccyDtypeBf16) | ACCY_BIT(AccyDtypeI16) | ACCY_BIT(AccyDtypeF64);
    target.capabilities.features = ACCY_BIT(AccyFeatureStorage16Bit);
    AccyLoweredPayload payload = {0};
    if (mlirLogicalResultIsFailure(
            lower_text(fixture, kernel_text, "arithmetic", &target, (AccyGeometry){{1, 1, 1}, {1, 1, 1}, 0}, &payload)))
      fail_msg("%s: %s", rows[i].architecture, fixture->diagnostics);
    accyLoweredPayloadDestroy(&payload);
  }
}

static void test_refusals(void **state) {
  static const struct {
    const char *operation, *message;
  } rows[] = {
      {"%x = arith.constant 1 : i32 %y = arith.sitofp %x : i32 to bf16", "'arith.sitofp': it would round twice"},
      {"%x = arith.constant 1 : i64 %y = arith.uitofp %x : i64 to bf16", "'arith.uitofp': it would round twice"},
      {"%x = arith.constant 1.0 : f64 %y = arith.truncf %x : f64 to bf16", "'arith.truncf': it would round twice"},
      {"%x = arith.constant 1.0 : f32 %y = arith.truncf %x toward_zero : f32 to bf16",
       "'arith.truncf': bf16 are rounded to nearest"},
  };
  static const struct {
    AccyFormat format;
    const char *architecture;
  } formats[] = {{AccyFormatCpuObject, "x86-64-v3"}, {AccyFormatWebassemblyModule, "wasm32"},
                 {AccyFormatCudaPtx, "sm_90"},       {AccyFormatVulkanSpirv, "spv1.3"},
                 {AccyFormatMetalMsl, "msl3.0"},     {AccyFormatWebgpuWgsl, "wgsl"}};
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    for (size_t k = 0; k < sizeof formats / sizeof *formats; ++k) {
      char text[256];
      snprintf(text, sizeof text, "gpu.module @kernels { gpu.func @f() kernel { %s gpu.return } }", rows[i].operation);
      AccyTargetProfile target = make_target(formats[k].format, formats[k].architecture);
      AccyLoweredPayload payload = {0};
      AccyGeometry geometry = {{1, 1, 1}, {1, 1, 1}, 0};
      assert_true(mlirLogicalResultIsFailure(lower_text(fixture, text, "f", &target, geometry, &payload)));
      if (!strstr(fixture->diagnostics, rows[i].message))
        fail_msg("expected '%s' in: %s", rows[i].message, fixture->diagnostics);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_formats),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 and f16 of hand-written kernels: computed in f32 and rounded once, on processors with and without such types,
// and handed on through branches and loops; what would be rounded otherwise is refused.

#include "fixture.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Count = 1 << 16, Results = 10 };

// TYPE stands for the type.
static const char kernel_form[] =
    "gpu.module @kernels { gpu.func @arithmetic(%a: memref<65536xTYPE>, %b: memref<65536xTYPE>,\n"
    "    %o: memref<655360xTYPE>) kernel {\n"
    "%i = gpu.block_id x %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c3 = arith.constant 3 : index\n"
    "%n = arith.constant 65536 : index %k = arith.constant 1.5 : TYPE\n"
    "%x = memref.load %a[%i] : memref<65536xTYPE> %y = memref.load %b[%i] : memref<65536xTYPE>\n"
    "%r0 = arith.addf %x, %y : TYPE %r1 = arith.mulf %x, %k : TYPE %r2 = arith.divf %x, %y : TYPE\n"
    "%r3 = arith.negf %x : TYPE %r4 = math.absf %x : TYPE %r5 = math.sqrt %x : TYPE\n"
    "%less = arith.cmpf olt, %x, %y : TYPE\n"
    "%r6 = scf.if %less -> TYPE { scf.yield %x : TYPE } else { scf.yield %y : TYPE }\n"
    "%r7 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %x) -> TYPE { %t = arith.addf %s, %y : TYPE\n"
    "  scf.yield %t : TYPE }\n"
    "%wide = arith.extf %x : TYPE to f64 %word = arith.extf %y : TYPE to f32 %narrow = arith.truncf %wide : f64 to "
    "f32\n"
    "%sum = arith.addf %narrow, %word : f32 %r8 = arith.truncf %sum : f32 to TYPE\n"
    "%low = arith.constant -100.0 : TYPE %high = arith.constant 100.0 : TYPE\n"
    "%above = arith.cmpf ogt, %x, %low : TYPE %below = arith.cmpf olt, %x, %high : TYPE\n"
    "%fits = arith.andi %above, %below : i1 %safe = arith.select %fits, %x, %low : TYPE\n"
    "%integer = arith.fptosi %safe : TYPE to i16 %r9 = arith.sitofp %integer : i16 to TYPE\n"
#define STORE(k, offset)                                                                                               \
  "%o" #k " = arith.constant " #offset " : index %i" #k " = arith.addi %i, %o" #k " : index\n"                         \
  "memref.store %r" #k ", %o[%i" #k "] : memref<655360xTYPE>\n"
    STORE(0, 0) STORE(1, 65536) STORE(2, 131072) STORE(3, 196608) STORE(4, 262144) STORE(5, 327680) STORE(6, 393216)
        STORE(7, 458752) STORE(8, 524288) STORE(9, 589824) "gpu.return } }";

// The kernel's text for the type; the caller frees it.
static char *kernel_text(const char *type) {
  static const char placeholder[] = "TYPE";
  size_t length = strlen(type), size = 0;
  char *text = calloc(1, sizeof kernel_form);
  assert_non_null(text);
  for (const char *c = kernel_form; *c;) {
    bool isPlaceholder = strncmp(c, placeholder, sizeof placeholder - 1) == 0;
    memcpy(text + size, isPlaceholder ? type : c, isPlaceholder ? length : 1);
    size += isPlaceholder ? length : 1;
    c += isPlaceholder ? sizeof placeholder - 1 : 1;
  }
  return text;
}

// A narrow float: its name, the bits of its fraction, and the exponent of its largest numbers.
typedef struct NarrowType {
  const char *name;
  int fractionBits, greatestExponent;
} NarrowType;

static const NarrowType types[] = {{"bf16", 7, 127}, {"f16", 10, 15}};

static double widen(const NarrowType *type, uint16_t value) {
  int bias = type->greatestExponent, units = 1 << type->fractionBits, fraction = value & (units - 1);
  int exponent = (value & 0x7fff) >> type->fractionBits;
  double sign = value & 0x8000 ? -1 : 1;
  if (exponent == 2 * bias + 1)
    return fraction ? NAN : sign * INFINITY;
  double significand = exponent ? units + fraction : fraction;
  return sign * ldexp(significand, (exponent ? exponent : 1) - bias - type->fractionBits);
}

// The nearer of the two neighbours, found by their distances; the one beyond the largest number is where the next would
// be.
static uint16_t narrow(const NarrowType *type, double value) {
  uint16_t infinity = (uint16_t)((2 * type->greatestExponent + 1) << type->fractionBits), low = 0, high = infinity;
  uint16_t sign = signbit(value) ? 0x8000 : 0;
  double magnitude = fabs(value), limit = ldexp(1, type->greatestExponent + 1);
  if (isnan(value))
    return (uint16_t)(infinity | 1);
  if (magnitude >= limit)
    return sign | infinity;
  while (high - low > 1) { // low <= magnitude < high
    uint16_t middle = (uint16_t)((low + high) / 2);
    if (widen(type, middle) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  double toLow = magnitude - widen(type, low), toHigh = (high == infinity ? limit : widen(type, high)) - magnitude;
  return sign | (toLow < toHigh || (toLow == toHigh && low % 2 == 0) ? low : high);
}

static void compute(const NarrowType *type, uint16_t left, uint16_t right, uint16_t results[Results]) {
  float x = (float)widen(type, left), y = (float)widen(type, right), carried = x;
  for (int i = 0; i < 3; ++i)
    carried = (float)widen(type, narrow(type, carried + y));
  float safe = x > -100.0f && x < 100.0f ? x : -100.0f;
  const float values[Results] = {x + y,    x * 1.5f,      x / y,   -x,    fabsf(x),
                                 sqrtf(x), x < y ? x : y, carried, x + y, truncf(safe) + 0.0f};
  for (int i = 0; i < Results; ++i)
    results[i] = narrow(type, values[i]);
}

static void check_values(Fixture *fixture, const NarrowType *type, const char *architecture) {
  typedef void (*Entry)(void *, void *, void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
  static uint16_t a[Count], b[Count], o[Count * Results];
  AccyTargetProfile target = make_target(AccyFormatCpuObject, architecture);
  AccyLoweredPayload payload;
  char *text = kernel_text(type->name);
  if (mlirLogicalResultIsFailure(lower_text(fixture, text, "arithmetic", &target, (AccyGeometry){0}, &payload)))
    fail_msg("%s", fixture->diagnostics);
  free(text);
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
    compute(type, a[i], b[i], expected);
    for (uint32_t r = 0; r < Results; ++r) {
      uint16_t actual = o[r * Count + i];
      bool bothNan = isnan(widen(type, actual)) && isnan(widen(type, expected[r]));
      if (actual != expected[r] && !bothNan)
        fail_msg("%s on %s: result %u of %04x, %04x is %04x, expected %04x", type->name, architecture, r, a[i], b[i],
                 actual, expected[r]);
    }
  }
  dlclose(library);
}

static void test_values(void **state) {
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    check_values(*state, &types[i], "x86-64");
    if (__builtin_cpu_supports("x86-64-v3"))
      check_values(*state, &types[i], "x86-64-v3");
    if (__builtin_cpu_supports("x86-64-v4"))
      check_values(*state, &types[i], "x86-64-v4");
  }
}

// Formats that have no processor here take the kernel, too.
static void check_format(Fixture *fixture, const char *type, AccyFormat format, const char *architecture,
                         AccySet features) {
  AccyTargetProfile target = make_target(format, architecture);
  target.capabilities.dtypes = ACCY_BIT(AccyDtypeBf16) | ACCY_BIT(AccyDtypeI16) | ACCY_BIT(AccyDtypeF64);
  target.capabilities.features = features;
  AccyLoweredPayload payload = {0};
  AccyGeometry geometry = {{1, 1, 1}, {1, 1, 1}, 0};
  char *text = kernel_text(type);
  if (mlirLogicalResultIsFailure(lower_text(fixture, text, "arithmetic", &target, geometry, &payload)))
    fail_msg("%s on %s: %s", type, architecture, fixture->diagnostics);
  free(text);
  accyLoweredPayloadDestroy(&payload);
}

static void test_formats(void **state) {
  static const struct {
    AccyFormat format;
    const char *architecture;
  } rows[] = {
      {AccyFormatCpuObject, "aarch64"},  {AccyFormatCpuObject, "neoverse-v2"}, {AccyFormatWebassemblyModule, "wasm32"},
      {AccyFormatCudaPtx, "sm_75"},      {AccyFormatCudaPtx, "sm_80"},         {AccyFormatCudaPtx, "sm_90"},
      {AccyFormatVulkanSpirv, "spv1.3"},
  };
  const AccySet storage = ACCY_BIT(AccyFeatureStorage16Bit), arithmetic = ACCY_BIT(AccyFeatureF16Arithmetic);
  const AccySet features[] = {0, storage, arithmetic, storage | arithmetic};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    for (size_t k = 0; k < sizeof features / sizeof *features; ++k)
      for (size_t t = 0; t < sizeof types / sizeof *types; ++t)
        check_format(*state, types[t].name, rows[i].format, rows[i].architecture, features[k]);
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
      {"%x = arith.constant 1.0 : f64 %y = arith.truncf %x : f64 to f16", "'arith.truncf': it would round twice"},
      {"%x = arith.constant 1.0 : f32 %y = arith.truncf %x toward_zero : f32 to f16",
       "'arith.truncf': f16 are rounded to nearest"},
  };
  // The last two are of f16, which the first formats have no code for, or none that rounds an f64.
  static const struct {
    AccyFormat format;
    const char *architecture;
  } formats[] = {{AccyFormatCpuObject, "x86-64-v3"}, {AccyFormatWebassemblyModule, "wasm32"},
                 {AccyFormatVulkanSpirv, "spv1.3"},  {AccyFormatMetalMsl, "msl3.0"},
                 {AccyFormatCudaPtx, "sm_90"},       {AccyFormatWebgpuWgsl, "wgsl"}};
  enum { Bf16Rows = 4, FormatsWithoutF16 = 4 };
  Fixture *fixture = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    for (size_t k = 0; k < (i < Bf16Rows ? sizeof formats / sizeof *formats : FormatsWithoutF16); ++k) {
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

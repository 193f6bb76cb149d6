// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cpu_object: kernels are lowered, linked, loaded and run, and their values compared.

#include "fixture.h"

#include "bundle/elf_symbols.h"
#include "lowering/cpu/object.h"

#include <dlfcn.h>
#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A loaded kernel.
typedef struct Loaded {
  void *library;
  void *entry;
} Loaded;

static const char *const architectures[] = {"x86-64", "x86-64-v3"};

static Loaded load(Fixture *fixture, const char *text, const char *entry, const char *architecture) {
  AccyTargetProfile target = make_target(AccyFormatCpuObject, architecture);
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(lower_text(fixture, text, entry, &target, (AccyGeometry){0}, &payload)))
    fail_msg("%s", fixture->diagnostics);
  assert_int_equal(payload.kind, AccyPayloadKindBytes);
  assert_memory_equal(payload.data,
                      "\x7f"
                      "ELF",
                      4);
  int status;
  char *folder = write_and_run("kernel.o", &payload, "cc -shared -o kernel.so kernel.o", &status), path[128];
  assert_int_equal(status, 0);
  accyLoweredPayloadDestroy(&payload);
  snprintf(path, sizeof path, "%s/kernel.so", folder);
  Loaded loaded = {.library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
  assert_non_null(loaded.library);
  loaded.entry = dlsym(loaded.library, entry);
  assert_non_null(loaded.entry);
  remove_folder(folder);
  return loaded;
}

typedef void (*Entry3)(void *, void *, void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
typedef void (*Entry4)(void *, void *, void *, void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t,
                       uint32_t);

static Entry3 entry3(Loaded loaded) {
  Entry3 entry;
  memcpy(&entry, &loaded.entry, sizeof entry);
  return entry;
}

static Entry4 entry4(Loaded loaded) {
  Entry4 entry;
  memcpy(&entry, &loaded.entry, sizeof entry);
  return entry;
}

// Every count up to the buffers' size that matters, on grids that are just large enough, too large, and too small.
static void test_add(void **state) {
  for (size_t i = 0; i < sizeof architectures / sizeof *architectures; ++i) {
    Loaded loaded = load(*state, kernel_add, "accy_choir_elementwise_add_0", architectures[i]);
    static const uint32_t counts[] = {0, 1, 7, 64, 999, 1000};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
      for (uint32_t threads = 1; threads <= 64; threads += 63) {
        float a[1000], b[1000], o[1000];
        for (int k = 0; k < 1000; ++k)
          a[k] = (float)k, b[k] = 0.5f, o[k] = -1.0f;
        a[3] = NAN, b[4] = INFINITY;
        uint32_t count = counts[c], blocks = (count + threads - 1) / threads;
        entry4(loaded)(a, b, o, &count, count, blocks, 1, 1, threads, 1, 1);
        for (uint32_t k = 0; k < 1000; ++k) {
          float expected = k < count ? a[k] + b[k] : -1.0f;
          assert_memory_equal(&o[k], &expected, sizeof expected);
        }
      }
    // A grid of fewer threads than elements runs just those.
    float a[1000] = {0}, b[1000] = {0}, o[1000];
    uint32_t count = 1000;
    o[499] = o[500] = -1.0f;
    entry4(loaded)(a, b, o, &count, count, 5, 1, 1, 100, 1, 1);
    assert_true(o[499] == 0.0f && o[500] == -1.0f);
    dlclose(loaded.library);
  }
}

static void test_row_sum(void **state) {
  Loaded loaded = load(*state, kernel_row_sum, "row_sum", "x86-64");
  float a[1000], o[20];
  for (int k = 0; k < 1000; ++k)
    a[k] = 1.0f / (float)(k + 1);
  uint32_t count = 10;
  entry3(loaded)(a, o, &count, count, 10, 1, 1, 1, 1, 1);
  for (int row = 0; row < 10; ++row) {
    float sum = 0.0f;
    for (int k = 0; k < 100; ++k)
      sum += a[row * 100 + k];
    assert_memory_equal(&o[row], &sum, sizeof sum);
    assert_true(o[row + 10] == 7.0f * (float)(row + 1));
  }
  dlclose(loaded.library);
}

static void test_predicate(void **state) {
  Loaded loaded = load(*state, kernel_predicate, "predicate", "x86-64-v3");
  float a[13] = {-2, -1, -0.5f, 0, 0.5f, 1, 2, NAN, INFINITY, -INFINITY, 3, -3, 0.25f};
  uint8_t p[13], o[13];
  for (int k = 0; k < 13; ++k)
    p[k] = k % 3 != 0;
  uint32_t count = 13;
  entry4(loaded)(a, p, o, &count, count, 1, 1, 1, 13, 1, 1);
  for (int k = 0; k < 13; ++k) {
    float r = p[k] && a[k] > 0 ? a[k] * a[k] : 0.0f;
    bool large = r >= a[k], flag = large != (bool)p[k];
    assert_int_equal(o[k], flag ? p[k] : large);
  }
  dlclose(loaded.library);
}

static void test_dot(void **state) {
  for (size_t i = 0; i < sizeof architectures / sizeof *architectures; ++i) {
    Loaded loaded = load(*state, kernel_dot, "dot", architectures[i]);
    float a[30], b[42], o[70] = {0};
    for (int k = 0; k < 30; ++k)
      a[k] = (float)k * 0.125f;
    for (int k = 0; k < 42; ++k)
      b[k] = (float)(k - 20) * 0.3f;
    entry3(loaded)(a, b, o, 70, 2, 3, 2, 4, 2, 1);
    for (int batch = 0; batch < 2; ++batch)
      for (int m = 0; m < 5; ++m)
        for (int n = 0; n < 7; ++n) {
          float sum = 0.0f;
          for (int k = 0; k < 3; ++k) {
            // Rounded on its own: the kernel's products are never fused with its sums.
            volatile float product = a[(batch * 5 + m) * 3 + k] * b[(batch * 3 + k) * 7 + n];
            sum += product;
          }
          assert_memory_equal(&o[(batch * 5 + m) * 7 + n], &sum, sizeof sum);
        }
    dlclose(loaded.library);
  }
}

static void test_while(void **state) {
  Loaded loaded = load(*state, kernel_newton, "newton", "x86-64");
  uint32_t a[5] = {0, 1, 1000, 0x80000000u, 0xffffffffu}, o[10];
  uint32_t count = 5;
  entry3(loaded)(a, o, &count, count, 5, 1, 1, 1, 1, 1);
  for (int k = 0; k < 5; ++k) {
    uint32_t halvings = 0;
    for (uint32_t v = a[k]; v > 1; v /= 2)
      ++halvings;
    assert_int_equal(o[k], halvings);
    assert_int_equal(o[k + 5], (uint32_t)(((uint64_t)a[k] * a[k]) >> 32));
  }
  dlclose(loaded.library);
}

static void test_math(void **state) {
  Loaded loaded = load(*state, kernel_math, "math", "x86-64-v3");
  float a[9] = {1, 2, 0.1f, -3, NAN, INFINITY, 0, 1e30f, 1e-40f}, b[9] = {3, 0.7f, 0.3f, 1, 1, 1, -1, 1e30f, 5}, o[9];
  uint32_t count = 9;
  entry4(loaded)(a, b, o, &count, count, 9, 1, 1, 1, 1, 1);
  for (int k = 0; k < 9; ++k) {
    volatile float product = a[k] * b[k];
    float u = fabsf(sqrtf(product + b[k]) / a[k]);
    float expected = isnan(u) || isnan(b[k]) ? NAN : fmaxf(u, b[k]);
    assert_true(isnan(expected) ? isnan(o[k]) : o[k] == expected);
  }
  dlclose(loaded.library);
}

// What the code of a processor has: the guard becomes the loop's bound, so that elementwise kernels work on whole
// vectors.
typedef struct ProcessorCase {
  const char *architecture;
  unsigned machine;
  const char *present, *absent; // patterns of grep in the disassembly of an addition
} ProcessorCase;

static const ProcessorCase processor_cases[] = {
    {"x86-64", EM_X86_64, "[^v]addps.*xmm", "[yz]mm"},
    {"x86-64-v2", EM_X86_64, "[^v]addps.*xmm", "[yz]mm"},
    {"x86-64-v3", EM_X86_64, "vaddps.*ymm", "zmm"},
    {"x86-64-v4", EM_X86_64, "vaddps.*[yz]mm", "[^v]addps"},
    {"aarch64", EM_AARCH64, "fadd.*v[0-9]*.4s", "z[0-9]*.s"},
    {"neoverse-n1", EM_AARCH64, "fadd.*v[0-9]*.4s", "z[0-9]*.s"},
    {"neoverse-v1", EM_AARCH64, "fadd.*z[0-9]*.s", "addps"},
    {"neoverse-v2", EM_AARCH64, "fadd.*\\(z[0-9]*.s\\|v[0-9]*.4s\\)", "addps"},
};
enum { ProcessorCaseCount = sizeof processor_cases / sizeof *processor_cases };

static AccyLoweredPayload lower_addition(Fixture *fixture, const char *architecture) {
  AccyTargetProfile target = make_target(AccyFormatCpuObject, architecture);
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, "add", &target, (AccyGeometry){0}, &payload)))
    fail_msg("%s", fixture->diagnostics);
  return payload;
}

static void test_vectorization(void **state) {
  const char *disassembler = "/usr/lib/llvm-22/bin/llvm-objdump";
  if (access(disassembler, X_OK) != 0) {
    print_message("skipped: %s is not there\n", disassembler);
    skip();
  }
  for (size_t i = 0; i < ProcessorCaseCount; ++i) {
    AccyLoweredPayload payload = lower_addition(*state, processor_cases[i].architecture);
    char command[512];
    int status;
    snprintf(command, sizeof command,
             "%s -d --no-show-raw-insn kernel.o >text && grep -q '%s' text && ! grep -q '%s' text", disassembler,
             processor_cases[i].present, processor_cases[i].absent);
    remove_folder(write_and_run("kernel.o", &payload, command, &status));
    if (status)
      fail_msg("the code for %s lacks '%s' or has '%s'", processor_cases[i].architecture, processor_cases[i].present,
               processor_cases[i].absent);
    accyLoweredPayloadDestroy(&payload);
  }
}

static void count_undefined(const AccyElfSymbol *symbol, void *userData) {
  *(int *)userData += symbol->isUndefined;
}

// An object is for its profile's processor, and asks for nothing.
static void test_processors(void **state) {
  for (size_t i = 0; i < ProcessorCaseCount; ++i) {
    AccyLoweredPayload payload = lower_addition(*state, processor_cases[i].architecture);
    Elf64_Ehdr header;
    memcpy(&header, payload.data, sizeof header);
    assert_int_equal(header.e_machine, processor_cases[i].machine);
    assert_int_equal(header.e_type, ET_REL);
    int undefined = 0;
    assert_true(accyElfVisitSymbols(payload.data, payload.size, count_undefined, &undefined));
    assert_int_equal(undefined, 0);
    accyLoweredPayloadDestroy(&payload);
  }
  AccyTargetProfile target = make_target(AccyFormatCpuObject, "pdp11");
  AccyLoweredPayload payload = {0};
  Fixture *fixture = *state;
  assert_true(mlirLogicalResultIsFailure(lower_text(fixture, kernel_add, "add", &target, (AccyGeometry){0}, &payload)));
  assert_non_null(strstr(fixture->diagnostics, "'pdp11' is none of the architectures it is compiled for: x86-64"));
  assert_non_null(strstr(fixture->diagnostics, "aarch64"));
}

// Where the table of processors lacks an architecture that profiles may name, nothing is compiled for another.
static void test_unknown_processor(void **state) {
  Fixture *fixture = *state;
  ParsedKernel parsed = parse_kernel(fixture, kernel_add);
  AccyTargetProfile target = make_target(AccyFormatCpuObject, "pdp11");
  AccyLoweringRequest request = {.kernel = parsed.kernel, .format = AccyFormatCpuObject, .target = &target};
  fixture->diagnostics[0] = '\0';
  assert_false(accyCpuHasF16(&request));
  assert_true(mlirLogicalResultIsFailure(accyCpuCheck(&request)));
  assert_non_null(strstr(fixture->diagnostics, "there is no processor 'pdp11' to compile for [CapabilityMismatch]"));
  mlirModuleDestroy(parsed.module);
}

// A libm call must not be left in an object: the baseline processor multiplies and adds at once by one only.
static void test_foreign_symbols(void **state) {
  Fixture *fixture = *state;
  static const char text[] =
      "gpu.module @kernels { gpu.func @fused(%a: memref<4xf32>, %o: memref<4xf32>) kernel {\n"
      "%t = gpu.thread_id x %x = memref.load %a[%t] : memref<4xf32> %y = math.fma %x, %x, %x : f32\n"
      "memref.store %y, %o[%t] : memref<4xf32> gpu.return } }";
  AccyTargetProfile target = make_target(AccyFormatCpuObject, "x86-64");
  target.capabilities.features = ACCY_BIT(AccyFeatureFusedMultiplyAdd);
  AccyLoweredPayload payload = {0};
  assert_true(mlirLogicalResultIsFailure(lower_text(fixture, text, "fused", &target, (AccyGeometry){0}, &payload)));
  assert_null(payload.data);
  assert_non_null(strstr(fixture->diagnostics, "kernel 'fused' cannot be lowered to cpu_object"));
  assert_non_null(strstr(fixture->diagnostics, "fmaf"));
  assert_non_null(strstr(fixture->diagnostics, "[CapabilityMismatch]"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add),
      cmocka_unit_test(test_row_sum),
      cmocka_unit_test(test_predicate),
      cmocka_unit_test(test_dot),
      cmocka_unit_test(test_while),
      cmocka_unit_test(test_math),
      cmocka_unit_test(test_vectorization),
      cmocka_unit_test(test_processors),
      cmocka_unit_test(test_unknown_processor),
      cmocka_unit_test(test_foreign_symbols),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

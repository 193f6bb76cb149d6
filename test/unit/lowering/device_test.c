// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowered kernels on the runtime's devices: the same buffers and launches everywhere, compared with values computed
// here. A device that this machine lacks is skipped with a message.

#include "fixture.h"

#include "runtime/device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every case has its buffers here, as words; bytes are packed into them.
enum { MaxBuffers = 4, MaxWords = 1000 };

typedef union Buffer {
  float f32[MaxWords];
  uint32_t u32[MaxWords];
  uint8_t u8[MaxWords * 4];
} Buffer;

// A kernel with its launch. `bytes` are the buffers' sizes, 0 after the last.
typedef struct Case {
  const char *name, *text;
  size_t bytes[MaxBuffers];
  uint32_t grid[3], threadgroup[3];
  size_t output;
  bool isFloat; // the output, in which any NaN is as good as another
  /// Fills the buffers with what the kernel reads and what it finds in its output.
  void (*fill)(Buffer *buffers);
  /// Does what the kernel does.
  void (*compute)(Buffer *buffers);
} Case;

static void fill_add(Buffer *b) {
  for (int i = 0; i < 1000; ++i)
    b[0].f32[i] = (float)i * 0.37f, b[1].f32[i] = 1.0f / (float)(i + 1), b[2].f32[i] = -1.0f;
  b[0].f32[5] = NAN, b[0].f32[6] = INFINITY, b[1].f32[6] = -INFINITY, b[0].f32[7] = -0.0f, b[1].f32[7] = -0.0f;
  b[3].u32[0] = 777;
}
static void compute_add(Buffer *b) {
  for (uint32_t i = 0; i < b[3].u32[0]; ++i)
    b[2].f32[i] = b[0].f32[i] + b[1].f32[i];
}
static void fill_add_nothing(Buffer *b) {
  fill_add(b);
  b[3].u32[0] = 0;
}

static void fill_row_sum(Buffer *b) {
  for (int i = 0; i < 1000; ++i)
    b[0].f32[i] = 1.0f / (float)(i + 1);
  memset(b[1].u8, 0xff, 80);
  b[2].u32[0] = 10;
}
static void compute_row_sum(Buffer *b) {
  for (int row = 0; row < 10; ++row) {
    float sum = 0.0f;
    for (int i = 0; i < 100; ++i)
      sum += b[0].f32[row * 100 + i];
    b[1].f32[row] = sum;
    b[1].f32[row + 10] = 7.0f * (float)(row + 1);
  }
}

static void fill_predicate(Buffer *b) {
  static const float values[13] = {-2, -1, -0.5f, 0, 0.5f, 1, 2, NAN, INFINITY, -INFINITY, 3, -3, 0.25f};
  memcpy(b[0].f32, values, sizeof values);
  for (int i = 0; i < 13; ++i)
    b[1].u8[i] = i % 3 != 0, b[2].u8[i] = 0x55;
  b[3].u32[0] = 13;
}
static void compute_predicate(Buffer *b) {
  for (int i = 0; i < 13; ++i) {
    float x = b[0].f32[i], r = b[1].u8[i] && x > 0 ? x * x : 0.0f;
    bool large = r >= x, flag = large != (bool)b[1].u8[i];
    b[2].u8[i] = flag ? b[1].u8[i] : large;
  }
}

static void fill_dot(Buffer *b) {
  for (int i = 0; i < 30; ++i)
    b[0].f32[i] = (float)i * 0.121f;
  for (int i = 0; i < 42; ++i)
    b[1].f32[i] = (float)(i - 20) * 0.3f;
  memset(b[2].u8, 0xff, 280);
}
static void compute_dot(Buffer *b) {
  for (int batch = 0; batch < 2; ++batch)
    for (int m = 0; m < 5; ++m)
      for (int n = 0; n < 7; ++n) {
        float sum = 0.0f;
        for (int k = 0; k < 3; ++k) {
          // Rounded on its own: a kernel's products are never fused with its sums.
          volatile float product = b[0].f32[(batch * 5 + m) * 3 + k] * b[1].f32[(batch * 3 + k) * 7 + n];
          sum += product;
        }
        b[2].f32[(batch * 5 + m) * 7 + n] = sum;
      }
}

static void fill_newton(Buffer *b) {
  static const uint32_t values[5] = {0, 1, 1000, 0x80000000u, 0xffffffffu};
  memcpy(b[0].u32, values, sizeof values);
  memset(b[1].u8, 0xff, 40);
  b[2].u32[0] = 5;
}
static void compute_newton(Buffer *b) {
  for (int i = 0; i < 5; ++i) {
    uint32_t halvings = 0;
    for (uint32_t v = b[0].u32[i]; v > 1; v /= 2)
      ++halvings;
    b[1].u32[i] = halvings;
    b[1].u32[i + 5] = (uint32_t)(((uint64_t)b[0].u32[i] * b[0].u32[i]) >> 32);
  }
}

static void fill_math(Buffer *b) {
  static const float x[9] = {1, 2, 0.1f, -3, NAN, INFINITY, 0, 1e30f, 1e-30f},
                     y[9] = {3, 0.7f, 0.3f, 1, 1, 1, -1, 1e30f, 5};
  memcpy(b[0].f32, x, sizeof x);
  memcpy(b[1].f32, y, sizeof y);
  memset(b[2].u8, 0, 36);
  b[3].u32[0] = 9;
}
static void compute_math(Buffer *b) {
  for (int i = 0; i < 9; ++i) {
    float x = b[0].f32[i], y = b[1].f32[i];
    volatile float product = x * y;
    float u = fabsf(sqrtf(product + y) / x);
    b[2].f32[i] = isnan(u) || isnan(y) ? NAN : fmaxf(u, y);
  }
}

static void fill_positions(Buffer *b) {
  memset(b[0].u8, 0xff, 1152);
}
static void compute_positions(Buffer *b) {
  for (uint32_t block = 0; block < 12; ++block)
    for (uint32_t thread = 0; thread < 24; ++thread)
      b[0].u32[block * 24 + thread] = (block * 1000 + thread) * 2;
}

static void fill_exchange(Buffer *b) {
  for (uint32_t i = 0; i < 128; ++i)
    b[0].u32[i] = i * 2654435761u;
}
static void compute_exchange(Buffer *b) {
  uint32_t values[128], next[128];
  memcpy(values, b[0].u32, sizeof values);
  for (uint32_t k = 0; k < 3; ++k) {
    for (uint32_t i = 0; i < 128; ++i)
      next[i] = values[i] + values[i / 64 * 64 + (63 - i % 64 + k) % 64];
    memcpy(values, next, sizeof values);
  }
  for (uint32_t i = 0; i < 128; ++i)
    b[1].u32[i] = values[i] + 0x3f000000u;
}

// NaN and zeros of both signs in the first half; the second half, for maxnumf and minnumf, which do not order zeros,
// has NaN.
static void fill_extrema(Buffer *b) {
  static const float specials[4] = {0.0f, -0.0f, NAN, -1.5f};
  for (int i = 0; i < 16; ++i) {
    b[0].f32[i] = specials[i / 4], b[1].f32[i] = specials[i % 4];
    b[0].f32[16 + i] = i % 3 ? (float)i - 7.5f : NAN, b[1].f32[16 + i] = i % 5 ? 2.5f : NAN;
  }
}
static float extreme(float x, float y, bool isMaximum) {
  if (isnan(x) || isnan(y))
    return NAN;
  if (x == y)
    return (signbit(x) != 0) == isMaximum ? y : x;
  return (x > y) == isMaximum ? x : y;
}
static void compute_extrema(Buffer *b) {
  for (int i = 0; i < 16; ++i) {
    b[2].f32[i] = extreme(b[0].f32[i], b[1].f32[i], true);
    b[2].f32[16 + i] = extreme(b[0].f32[i], b[1].f32[i], false);
    b[2].f32[32 + i] = fmaxf(b[0].f32[16 + i], b[1].f32[16 + i]);
    b[2].f32[48 + i] = fminf(b[0].f32[16 + i], b[1].f32[16 + i]);
  }
}

static void fill_remainders(Buffer *b) {
  static const int32_t dividends[4] = {INT32_MIN, -7, 7, INT32_MAX}, divisors[4] = {3, -3, INT32_MIN, 1000};
  for (int i = 0; i < 16; ++i)
    b[0].u32[i] = (uint32_t)dividends[i / 4], b[1].u32[i] = (uint32_t)divisors[i % 4];
}
static void compute_remainders(Buffer *b) {
  for (int i = 0; i < 16; ++i)
    b[2].u32[i] = (uint32_t)((int32_t)b[0].u32[i] % (int32_t)b[1].u32[i]);
}

static void fill_bytes(Buffer *b) {
  static const uint8_t values[16] = {0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x40, 0xc0, 0x55, 0xaa, 3, 0xf0, 0x0f, 100};
  for (int i = 0; i < 16; ++i)
    b[0].u8[i] = values[i], b[1].u8[i] = values[(i * 7 + 4) % 16];
}
static void compute_bytes(Buffer *b) {
  for (int i = 0; i < 16; ++i) {
    uint8_t x = b[0].u8[i], y = b[1].u8[i], sum = (uint8_t)(x + y);
    b[2].u32[i] = sum;
    b[2].u32[16 + i] = (uint32_t)(int8_t)sum;
    b[2].u32[32 + i] = sum;
    bool isEither = (x < y) != ((int8_t)sum < (int8_t)y);
    b[2].u32[48 + i] = isEither ? (x > y ? x : y) : sum;
  }
}

static const Case cases[] = {
    {"add", kernel_add, {4000, 4000, 4000, 4}, {16, 1, 1}, {64, 1, 1}, 2, true, fill_add, compute_add},
    {"add", kernel_add, {4000, 4000, 4000, 4}, {1, 1, 1}, {1, 1, 1}, 2, true, fill_add_nothing, compute_add},
    {"row_sum", kernel_row_sum, {4000, 80, 4}, {3, 1, 1}, {4, 1, 1}, 1, true, fill_row_sum, compute_row_sum},
    {"predicate", kernel_predicate, {52, 13, 13, 4}, {2, 1, 1}, {8, 1, 1}, 2, false, fill_predicate, compute_predicate},
    {"dot", kernel_dot, {120, 168, 280}, {2, 3, 2}, {4, 2, 1}, 2, true, fill_dot, compute_dot},
    {"newton", kernel_newton, {20, 40, 4}, {5, 1, 1}, {1, 1, 1}, 1, false, fill_newton, compute_newton},
    {"math", kernel_math, {36, 36, 36, 4}, {1, 1, 1}, {32, 1, 1}, 2, true, fill_math, compute_math},
    {"positions", kernel_positions, {1152}, {3, 2, 2}, {4, 3, 2}, 0, false, fill_positions, compute_positions},
    {"exchange", kernel_exchange, {512, 512}, {2, 1, 1}, {64, 1, 1}, 1, false, fill_exchange, compute_exchange},
    {"extrema", kernel_extrema, {128, 128, 256}, {1, 1, 1}, {16, 1, 1}, 2, true, fill_extrema, compute_extrema},
    {"remainders",
     kernel_remainders,
     {64, 64, 64},
     {1, 1, 1},
     {16, 1, 1},
     2,
     false,
     fill_remainders,
     compute_remainders},
    {"bytes", kernel_bytes, {16, 16, 256}, {1, 1, 1}, {16, 1, 1}, 2, false, fill_bytes, compute_bytes},
};

static size_t buffer_count(const Case *test) {
  size_t count = 0;
  while (count < MaxBuffers && test->bytes[count])
    ++count;
  return count;
}

// The arguments of a launch: the buffers, and for host-loop formats element count, grid and threadgroup.
static size_t make_arguments(const Case *test, bool isHostLoop, AccyDeviceArgument *out) {
  size_t count = buffer_count(test);
  for (size_t i = 0; i < count; ++i)
    out[i] = (AccyDeviceArgument){.isRegion = true,
                                  .region = {.buffer = i, .offset = 0, .bytes = (test->bytes[i] + 3) / 4 * 4}};
  if (!isHostLoop)
    return count;
  for (int i = 0; i < 7; ++i) {
    uint32_t value = i == 0 ? 0 : i < 4 ? test->grid[i - 1] : test->threadgroup[i - 4];
    out[count++] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = value};
  }
  return count;
}

static bool is_same(const Case *test, const Buffer *actual, const Buffer *expected) {
  if (!test->isFloat)
    return memcmp(actual, expected, test->bytes[test->output]) == 0;
  for (size_t i = 0; i < test->bytes[test->output] / 4; ++i)
    if (!(isnan(actual->f32[i]) && isnan(expected->f32[i])) && actual->u32[i] != expected->u32[i])
      return false;
  return true;
}

static void check(bool ok, const AccyRuntimeError *error) {
  if (!ok)
    fail_msg("%s", error->message);
}

static void run_case(const AccyDevice *device, AccyFormat format, const Case *test, const AccyLoweredPayload *payload) {
  Buffer *buffers = calloc(MaxBuffers, sizeof *buffers), *expected = calloc(MaxBuffers, sizeof *expected);
  test->fill(buffers);
  memcpy(expected, buffers, MaxBuffers * sizeof *buffers);
  test->compute(expected);
  AccyDeviceArgument arguments[MaxBuffers + 7];
  size_t sizes[MaxBuffers], count = buffer_count(test);
  AccyDeviceCode code = {.path = "kernel", .data = payload->data, .bytes = payload->size};
  AccyDeviceLaunch launch = {.entry = test->name,
                             .arguments = arguments,
                             .argumentCount = make_arguments(test, accyFormatIsHostLoop(format), arguments)};
  memcpy(launch.grid, test->grid, sizeof launch.grid);
  memcpy(launch.threadgroup, test->threadgroup, sizeof launch.threadgroup);
  for (size_t i = 0; i < count; ++i)
    sizes[i] = arguments[i].region.bytes;
  AccyDeviceProgram program = {.format = format,
                               .bufferBytes = sizes,
                               .bufferCount = count,
                               .codes = &code,
                               .codeCount = 1,
                               .launches = &launch,
                               .launchCount = 1};
  void *state;
  AccyRuntimeError error;
  check(device->open(&(AccyDeviceChoice){0}, &state, &error), &error);
  check(device->load(state, &program, &error), &error);
  for (size_t i = 0; i < count; ++i)
    check(device->write(state, arguments[i].region, &buffers[i], test->bytes[i], &error), &error);
  check(device->run(state, NULL, &error), &error);
  Buffer *actual = &buffers[test->output];
  check(device->read(state, arguments[test->output].region, actual, test->bytes[test->output], &error), &error);
  device->close(state);
  if (!is_same(test, actual, &expected[test->output])) {
    for (size_t i = 0; i < (test->bytes[test->output] + 3) / 4; ++i)
      if (actual->u32[i] != expected[test->output].u32[i])
        print_message("word %zu: %08x, expected %08x\n", i, actual->u32[i], expected[test->output].u32[i]);
    fail_msg("%s on %s has other values", test->name, device->name);
  }
  free(buffers);
  free(expected);
}

static void run_cases(Fixture *fixture, const AccyDevice *device, AccyFormat format, const char *architecture,
                      AccySet features) {
  void *state;
  AccyRuntimeError error;
  if (!device->open(&(AccyDeviceChoice){0}, &state, &error)) {
    print_message("skipped: no %s device: %s\n", device->name, error.message);
    skip();
  }
  device->close(state);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    if (accyFormatIsHostLoop(format) && strstr(cases[i].text, "gpu.barrier"))
      continue; // see lowering_test.c
    AccyTargetProfile target = make_target(format, architecture);
    target.capabilities.features = features;
    AccyGeometry geometry = {0};
    memcpy(geometry.grid, cases[i].grid, sizeof geometry.grid);
    memcpy(geometry.threadgroup, cases[i].threadgroup, sizeof geometry.threadgroup);
    AccyLoweredPayload payload;
    if (mlirLogicalResultIsFailure(lower_text(fixture, cases[i].text, cases[i].name, &target, geometry, &payload)))
      fail_msg("%s", fixture->diagnostics);
    run_case(device, format, &cases[i], &payload);
    accyLoweredPayloadDestroy(&payload);
  }
}

static void test_cpu(void **state) {
  run_cases(*state, &accyCpuDevice, AccyFormatCpuObject, "x86-64", 0);
}

static void test_cpu_machine_code(void **state) {
  run_cases(*state, &accyCpuDevice, AccyFormatCpuMachineCode, "x86-64", 0);
}
static void test_vulkan(void **state) {
  run_cases(*state, &accyVulkanDevice, AccyFormatVulkanSpirv, "spv1.3", 0);
}
static void test_vulkan_8bit_storage(void **state) {
  run_cases(*state, &accyVulkanDevice, AccyFormatVulkanSpirv, "spv1.3", ACCY_BIT(AccyFeatureStorage8Bit));
}
static void test_cuda(void **state) {
  run_cases(*state, &accyCudaDevice, AccyFormatCudaPtx, "sm_80", 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cpu),    cmocka_unit_test(test_cpu_machine_code),
      cmocka_unit_test(test_vulkan), cmocka_unit_test(test_vulkan_8bit_storage),
      cmocka_unit_test(test_cuda),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

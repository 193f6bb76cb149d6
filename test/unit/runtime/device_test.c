// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of the devices: the same program on each of them, and what each must refuse. A device that this
// machine lacks is skipped, and says so.
#define _GNU_SOURCE
#include "test/unit/runtime/testing.h"

#include "runtime/device.h"

#include <math.h>

enum { Elements = 13, CountBytes = 4, RegionBytes = 64, BufferCount = 4, MaxAlignment = 256 };

// Buffers: left and right in one, at two offsets; sum; total; the element counts.
enum { InputBuffer, SumBuffer, TotalBuffer, CountBuffer };

// sum = left + right, then total = 2 (the fill) + sum.
typedef struct TestProgram {
  size_t bufferBytes[BufferCount];
  char *code;
  AccyDeviceCode codes[1];
  AccyDeviceArgument arguments[2][11];
  AccyDeviceLaunch launches[2];
  AccyDeviceProgram program;
} TestProgram;

static const AccyDeviceRegion left_region = {InputBuffer, 0, RegionBytes};
static const AccyDeviceRegion right_region = {InputBuffer, MaxAlignment, RegionBytes};
static const AccyDeviceRegion sum_region = {SumBuffer, 0, RegionBytes};
static const AccyDeviceRegion total_region = {TotalBuffer, 0, RegionBytes};
static const AccyDeviceRegion count_region = {CountBuffer, 0, CountBytes};

static void read_code(TestProgram *test, const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  size_t bytes = (size_t)ftell(file);
  rewind(file);
  test->code = calloc(bytes + 1, 1);
  assert_int_equal(fread(test->code, 1, bytes, file), bytes);
  fclose(file);
  test->codes[0] = (AccyDeviceCode){"kernels", test->code, bytes};
}

static size_t add_scalars(const AccyDeviceLaunch *launch, AccyDeviceArgument *arguments, size_t count) {
  uint32_t values[] = {Elements,
                       launch->grid[0],
                       launch->grid[1],
                       launch->grid[2],
                       launch->threadgroup[0],
                       launch->threadgroup[1],
                       launch->threadgroup[2]};
  for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
    arguments[count++] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = values[i]};
  return count;
}

static AccyDeviceArgument region_argument(AccyDeviceRegion region) {
  return (AccyDeviceArgument){.isRegion = true, .region = region};
}

static void make_program(TestProgram *test, const AccyDevice *device) {
  const char *path = device == &accyCpuDevice      ? ACCY_TEST_OBJECT
                     : device == &accyVulkanDevice ? ACCY_TEST_SPIRV
                                                   : ACCY_TEST_PTX;
  *test = (TestProgram){.bufferBytes = {MaxAlignment + RegionBytes, RegionBytes, RegionBytes, 16}};
  read_code(test, path);
  bool host_loop = device == &accyCpuDevice;
  for (int i = 0; i < 2; ++i) {
    AccyDeviceLaunch *launch = &test->launches[i];
    *launch = (AccyDeviceLaunch){.grid = {2, 1, 1}, .threadgroup = {8, 1, 1}, .arguments = test->arguments[i]};
    size_t count = 0;
    test->arguments[i][count++] = region_argument(i ? sum_region : left_region);
    test->arguments[i][count++] = region_argument(i ? total_region : right_region);
    if (i == 0)
      test->arguments[i][count++] = region_argument(sum_region);
    test->arguments[i][count++] = region_argument(count_region);
    launch->argumentCount = host_loop ? add_scalars(launch, test->arguments[i], count) : count;
  }
  test->launches[0].entry = "accy_test_add";
  test->launches[1].entry = "accy_test_accumulate";
  // The bits of 2.0f.
  test->launches[1].fills[test->launches[1].fillCount++] = (AccyDeviceFill){total_region, 0x40000000};
  test->program = (AccyDeviceProgram){.bufferBytes = test->bufferBytes,
                                      .bufferCount = BufferCount,
                                      .codes = test->codes,
                                      .codeCount = 1,
                                      .launches = test->launches,
                                      .launchCount = 2};
}

static const AccyDevice *device_of(void **state) {
  return *state;
}

static void *open_or_skip(const AccyDevice *device) {
  void *opened;
  AccyRuntimeError error;
  if (device->open(&(AccyDeviceChoice){0}, &opened, &error))
    return opened;
  print_message("skipped: device %s: %s\n", device->name, error.message);
  skip();
  return NULL;
}

static void write_inputs(const AccyDevice *device, void *opened) {
  float left[Elements], right[Elements];
  for (int i = 0; i < Elements; ++i) {
    left[i] = (float)i;
    right[i] = 0.5f;
  }
  left[3] = INFINITY;
  left[4] = NAN;
  uint32_t count = Elements;
  AccyRuntimeError error;
  ASSERT_OK(device->write(opened, left_region, left, sizeof left, &error), error);
  ASSERT_OK(device->write(opened, right_region, right, sizeof right, &error), error);
  ASSERT_OK(device->write(opened, count_region, &count, sizeof count, &error), error);
}

static void runs_kernels_in_order(void **state) {
  const AccyDevice *device = device_of(state);
  void *opened = open_or_skip(device);
  assert_true(*device->hardwareName(opened));
  size_t alignment = device->regionAlignment(opened);
  assert_true(alignment >= 4 && alignment <= MaxAlignment && (alignment & (alignment - 1)) == 0);
  TestProgram test;
  make_program(&test, device);
  AccyRuntimeError error;
  ASSERT_OK(device->load(opened, &test.program, &error), error);
  write_inputs(device, opened);
  for (int run = 0; run < 3; ++run) {
    double seconds[2] = {-1, -1};
    ASSERT_OK(device->run(opened, run ? seconds : NULL, &error), error);
    assert_true(!run || ((isnan(seconds[0]) || seconds[0] >= 0) && (isnan(seconds[1]) || seconds[1] >= 0)));
    // Words beyond the count keep the fill: each run starts anew from it.
    float total[RegionBytes / 4];
    ASSERT_OK(device->read(opened, total_region, total, sizeof total, &error), error);
    for (int i = 0; i < RegionBytes / 4; ++i) {
      if (i == 4)
        assert_true(isnan(total[i]));
      else
        assert_true(total[i] == (i >= Elements ? 2 : i == 3 ? INFINITY : (float)i + 2.5f));
    }
  }
  device->close(opened);
  free(test.code);
}

static void runs_nothing(void **state) {
  const AccyDevice *device = device_of(state);
  void *opened = open_or_skip(device);
  AccyDeviceProgram program = {0};
  AccyRuntimeError error;
  ASSERT_OK(device->load(opened, &program, &error), error);
  ASSERT_OK(device->run(opened, NULL, &error), error);
  device->close(opened);
}

static void closes_unused(void **state) {
  const AccyDevice *device = device_of(state);
  device->close(open_or_skip(device));
}

static void expect_load_failure(const AccyDevice *device, TestProgram *test, const char *part) {
  void *opened = open_or_skip(device);
  AccyRuntimeError error = {""};
  assert_false(device->load(opened, &test->program, &error));
  ASSERT_CONTAINS(error.message, part);
  device->close(opened);
}

static void refuses_an_absent_entry(void **state) {
  const AccyDevice *device = device_of(state);
  device->close(open_or_skip(device));
  TestProgram test;
  make_program(&test, device);
  test.launches[1].entry = "accy_test_absent";
  expect_load_failure(device, &test, "accy_test_absent");
  free(test.code);
}

static void refuses_damaged_code(void **state) {
  const AccyDevice *device = device_of(state);
  device->close(open_or_skip(device));
  TestProgram test;
  make_program(&test, device);
  size_t bytes = test.codes[0].bytes;
  static const size_t lengths[] = {0, 3, 16, 40};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
    test.codes[0].bytes = lengths[i];
    test.code[lengths[i]] = '\0';
    expect_load_failure(device, &test, "");
    free(test.code);
    make_program(&test, device);
  }
  // Cut in the middle, at a word.
  test.codes[0].bytes = bytes / 8 * 4;
  test.code[test.codes[0].bytes] = '\0';
  expect_load_failure(device, &test, "");
  free(test.code);
}

static void vulkan_refuses_what_the_device_lacks(void **state) {
  (void)state;
  const AccyDevice *device = &accyVulkanDevice;
  device->close(open_or_skip(device));
  TestProgram test;
  make_program(&test, device);
  test.launches[0].threadgroup[0] = 4;
  expect_load_failure(device, &test, "is not the planned threadgroup 4x1x1");
  test.launches[0].threadgroup[0] = 1u << 30;
  expect_load_failure(device, &test, "more than the device takes");
  test.launches[0].threadgroup[0] = 8;
  test.launches[0].sharedBytes = 16;
  expect_load_failure(device, &test, "dynamic shared memory");
  test.launches[0].sharedBytes = 0;
  // An execution mode that hardly any driver offers takes the place of the local size: 17, then 8 x 1 x 1.
  const uint32_t localSize[] = {17, 8, 1, 1}, flushToZero[] = {4460, 64, 1, 1};
  char *mode = memmem(test.code, test.codes[0].bytes, localSize, sizeof localSize);
  assert_non_null(mode);
  memcpy(mode, flushToZero, sizeof flushToZero);
  expect_load_failure(device, &test, "execution mode DenormFlushToZero 64");
  memcpy(mode, localSize, sizeof localSize);
  // The module's first instruction is OpCapability Shader; 6 is Kernel, which Vulkan never has.
  const uint32_t kernel = 6;
  memcpy(test.code + 6 * sizeof kernel, &kernel, sizeof kernel);
  expect_load_failure(device, &test, "capability 6");
  free(test.code);
}

static void vulkan_packs_push_constants(void **state) {
  (void)state;
  const AccyDevice *device = &accyVulkanDevice;
  void *opened = open_or_skip(device);
  TestProgram test;
  make_program(&test, device);
  // The kernel reads none, which Vulkan allows.
  test.arguments[0][4] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = 1};
  test.arguments[0][5] = (AccyDeviceArgument){.scalarBytes = 8, .scalar.u64 = 2};
  test.launches[0].argumentCount = 6;
  AccyRuntimeError error;
  ASSERT_OK(device->load(opened, &test.program, &error), error);
  write_inputs(device, opened);
  ASSERT_OK(device->run(opened, NULL, &error), error);
  device->close(opened);
  free(test.code);
}

static void cpu_names_a_missing_compiler(void **state) {
  (void)state;
  TestProgram test;
  make_program(&test, &accyCpuDevice);
  assert_int_equal(setenv("ACCY_CC", "/absent/compiler", 1), 0);
  expect_load_failure(&accyCpuDevice, &test, "/absent/compiler");
  assert_int_equal(setenv("ACCY_CC", "false", 1), 0);
  expect_load_failure(&accyCpuDevice, &test, "it says nothing");
  unsetenv("ACCY_CC");
  free(test.code);
}

// A folder of its own is where device cpu links; nothing may stay in it.
static void cpu_leaves_no_file(void **state) {
  (void)state;
  assert_int_equal(setenv("TMPDIR", test_folder, 1), 0);
  void *device = (void *)&accyCpuDevice;
  runs_kernels_in_order(&device);
  refuses_an_absent_entry(&device);
  refuses_damaged_code(&device);
  assert_int_equal(count_test_files(false), 0);
  assert_int_equal(setenv("TMPDIR", "/absent", 1), 0);
  TestProgram test;
  make_program(&test, &accyCpuDevice);
  expect_load_failure(&accyCpuDevice, &test, "/absent");
  unsetenv("TMPDIR");
  free(test.code);
}

static void the_table_has_all_devices(void **state) {
  (void)state;
  assert_int_equal(accyDeviceGetCount(), 3);
  for (size_t i = 0; i < accyDeviceGetCount(); ++i) {
    const AccyDevice *device = accyDeviceFind(accyDeviceGetName(i));
    assert_non_null(device);
    for (int format = 0; format < AccyFormatCount; ++format)
      if (device->formats & ACCY_BIT(format))
        assert_ptr_equal(accyDeviceFindForFormat((AccyFormat)format), device);
    assert_non_null(accyDeviceGetDescription(i));
  }
  assert_null(accyDeviceFind("abacus"));
  assert_null(accyDeviceFindForFormat(AccyFormatMetalMsl));
  assert_null(accyDeviceGetName(3));
}

// Swaps the cpu kernels for one that stores its scalars.
static void cpu_takes_scalars_of_eight_bytes(void **state) {
  (void)state;
  TestProgram test;
  make_program(&test, &accyCpuDevice);
  uint64_t wide = 0x0123456789abcdef;
  AccyDeviceArgument *arguments = test.arguments[0];
  arguments[0] = region_argument(sum_region);
  arguments[1] = (AccyDeviceArgument){.scalarBytes = 8, .scalar.u64 = wide};
  arguments[2] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = 42};
  test.launches[0].entry = "accy_test_store_scalars";
  test.launches[0].argumentCount = 3;
  test.program.launchCount = 1;
  void *opened = open_or_skip(&accyCpuDevice);
  AccyRuntimeError error;
  ASSERT_OK(accyCpuDevice.load(opened, &test.program, &error), error);
  ASSERT_OK(accyCpuDevice.run(opened, NULL, &error), error);
  uint64_t stored[2];
  ASSERT_OK(accyCpuDevice.read(opened, sum_region, stored, sizeof stored, &error), error);
  assert_true(stored[0] == wide && stored[1] == 42);
  accyCpuDevice.close(opened);
  free(test.code);
}

static int use_test_cuda_driver(void **state) {
  (void)state;
  return access(ACCY_TEST_CUDA_DRIVER, F_OK) || setenv("ACCY_CUDA_DRIVER", ACCY_TEST_CUDA_DRIVER, 1);
}

static void cuda_reports_what_the_driver_says(void **state) {
  (void)state;
  TestProgram test;
  make_program(&test, &accyCudaDevice);
  test.code[100] = '\0';
  expect_load_failure(&accyCudaDevice, &test, "CUDA_ERROR_INVALID_PTX): ptxas fatal : the text is cut off");
  free(test.code);
  make_program(&test, &accyCudaDevice);
  test.launches[0].threadgroup[1] = 0;
  void *opened = open_or_skip(&accyCudaDevice);
  AccyRuntimeError error;
  ASSERT_OK(accyCudaDevice.load(opened, &test.program, &error), error);
  assert_false(accyCudaDevice.run(opened, NULL, &error));
  ASSERT_CONTAINS(error.message, "accy_test_add: launching failed");
  accyCudaDevice.close(opened);
  free(test.code);
  assert_int_equal(setenv("ACCY_CUDA_DRIVER", "libm.so.6", 1), 0);
  assert_false(accyCudaDevice.open(&(AccyDeviceChoice){0}, &opened, &error));
  ASSERT_CONTAINS(error.message, "lacks cuInit");
}

#define DEVICE_TEST(test, device) {#device ": " #test, test, NULL, NULL, (void *)&device}
#define DEVICE_TESTS(device)                                                                                           \
  DEVICE_TEST(runs_kernels_in_order, device), DEVICE_TEST(runs_nothing, device), DEVICE_TEST(closes_unused, device),   \
      DEVICE_TEST(refuses_an_absent_entry, device), DEVICE_TEST(refuses_damaged_code, device)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_has_all_devices),
      DEVICE_TESTS(accyCpuDevice),
      DEVICE_TESTS(accyVulkanDevice),
      DEVICE_TESTS(accyCudaDevice),
      cmocka_unit_test(vulkan_refuses_what_the_device_lacks),
      cmocka_unit_test(vulkan_packs_push_constants),
      cmocka_unit_test(cpu_names_a_missing_compiler),
      cmocka_unit_test(cpu_leaves_no_file),
      cmocka_unit_test(cpu_takes_scalars_of_eight_bytes),
  };
  const struct CMUnitTest tests_with_test_cuda_driver[] = {
      DEVICE_TESTS(accyCudaDevice),
      cmocka_unit_test(cuda_reports_what_the_driver_says),
  };
  int failures = cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
  return failures + cmocka_run_group_tests(tests_with_test_cuda_driver, use_test_cuda_driver, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function of the math library lowers to every format; where the device is there, it runs and keeps its limit on
// it too. Devices may flush subnormals, and Vulkan promises 2.5 ulp for a division: see docs/accuracy.md.

#include "test/unit/lowering/fixture.h"

#include "expand_store.h"
#include "measure.h"
#include "runtime/device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a format's kernels are compiled for here, and the device that runs them.
typedef struct Target {
  AccyFormat format;
  const char *architecture;
  const AccyDevice *device;
} Target;

enum { THREADS = 64, INPUTS = MATH_BATCH };
static const AccyGeometry geometry = {.grid = {INPUTS / THREADS, 1, 1}, .threadgroup = {THREADS, 1, 1}};

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// One thread an element; the stored value is replaced by a function of %x, or of %x and %y. 4096 is MATH_BATCH.
static const char kernel_text[] =
    "gpu.module @kernels { gpu.func @math(%left: memref<4096xf32>, %right: memref<4096xf32>, %out: memref<4096xf32>)\n"
    "kernel {\n"
    "  %block = gpu.block_id x\n  %size = gpu.block_dim x\n  %thread = gpu.thread_id x\n"
    "  %first = arith.muli %block, %size : index\n  %i = arith.addi %first, %thread : index\n"
    "  %x = memref.load %left[%i] : memref<4096xf32>\n"
    "  %y = memref.load %right[%i] : memref<4096xf32>\n"
    "  memref.store %x, %out[%i] : memref<4096xf32>\n"
    "  gpu.return\n} }";
_Static_assert(INPUTS == 4096, "kernel_text has another size");

static AccyLoweredPayload lower_function(Fixture *fixture, const MathFunction *function, const Target *target) {
  fixture->diagnostics[0] = '\0';
  ParsedKernel parsed = parse_kernel(fixture, kernel_text);
  AccyMathLibrary library = accyMathLibraryCreate(fixture->context);
  assert_true(accyMathExpandAtStore(library, parsed.kernel, function->name, function->binary ? 2 : 1));
  accyMathLibraryDestroy(library);
  AccyTargetProfile profile = make_target(target->format, target->architecture);
  AccyLoweringRequest request = {.kernel = parsed.kernel,
                                 .entryName = mlirStringRefCreateFromCString("math"),
                                 .format = target->format,
                                 .target = &profile,
                                 .geometry = geometry};
  AccyLoweredPayload payload;
  if (mlirLogicalResultIsFailure(accyLowerKernel(&request, &payload)))
    fail_msg("%s on %s: %s", function->name, target->device->name, fixture->diagnostics);
  mlirModuleDestroy(parsed.module);
  return payload;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

typedef struct Buffers {
  float left[INPUTS];
  float right[INPUTS];
  float out[INPUTS];
} Buffers;

static AccyDeviceRegion region_of(size_t buffer) {
  return (AccyDeviceRegion){buffer, 0, INPUTS * sizeof(float)};
}

static size_t make_arguments(const Target *target, AccyDeviceArgument *arguments) {
  size_t count = 0;
  for (size_t buffer = 0; buffer < 3; ++buffer)
    arguments[count++] = (AccyDeviceArgument){.isRegion = true, .region = region_of(buffer)};
  const uint32_t scalars[] = {INPUTS, INPUTS / THREADS, 1, 1, THREADS, 1, 1};
  for (size_t i = 0; target->format == AccyFormatCpuObject && i < sizeof scalars / sizeof *scalars; ++i)
    arguments[count++] = (AccyDeviceArgument){.scalarBytes = 4, .scalar.u32 = scalars[i]};
  return count;
}

static void require(bool ok, const AccyRuntimeError *error) {
  if (!ok)
    fail_msg("%s", error->message);
}

/// Runs the kernel once. Returns whether the device is there.
static bool run_kernel(const Target *target, const AccyLoweredPayload *payload, Buffers *buffers) {
  const AccyDevice *device = target->device;
  AccyRuntimeError error;
  void *state;
  if (!device->open(&(AccyDeviceChoice){0}, &state, &error)) {
    print_message("skipped: device %s: %s\n", device->name, error.message);
    return false;
  }
  AccyDeviceArgument arguments[10];
  size_t sizes[] = {sizeof buffers->left, sizeof buffers->right, sizeof buffers->out};
  AccyDeviceCode code = {"math", payload->data, payload->size};
  AccyDeviceLaunch launch = {.entry = "math",
                             .arguments = arguments,
                             .argumentCount = make_arguments(target, arguments),
                             .grid = {INPUTS / THREADS, 1, 1},
                             .threadgroup = {THREADS, 1, 1}};
  AccyDeviceProgram program = {.format = target->format,
                               .bufferBytes = sizes,
                               .bufferCount = 3,
                               .codes = &code,
                               .codeCount = 1,
                               .launches = &launch,
                               .launchCount = 1};
  require(device->load(state, &program, &error), &error);
  require(device->write(state, region_of(0), buffers->left, sizeof buffers->left, &error), &error);
  require(device->write(state, region_of(1), buffers->right, sizeof buffers->right, &error), &error);
  require(device->run(state, NULL, &error), &error);
  require(device->read(state, region_of(2), buffers->out, sizeof buffers->out, &error), &error);
  device->close(state);
  return true;
}

/// Floats of all exponents and both signs, and for the right argument every sum with the left one's bits.
static void fill_inputs(Buffers *buffers) {
  for (uint32_t i = 0; i < INPUTS; ++i) {
    const uint32_t bits = i * UINT32_C(1048583), other = i * UINT32_C(2654435761);
    memcpy(&buffers->left[i], &bits, sizeof bits);
    memcpy(&buffers->right[i], &other, sizeof other);
    // Of every two, one near 1 with a power of moderate size.
    if (i % 2) {
      buffers->left[i] = (float)i * 0x1p-11f - 0.5f;
      buffers->right[i] = (float)(i % 64) - 31.5f;
    }
  }
}

static bool is_subnormal(double value) {
  return value != 0.0 && fabs(value) < 0x1p-126;
}

/// Where a device may flush: subnormal arguments and results.
static bool may_be_flushed(const MathFunction *function, float x, float y, double exact) {
  return is_subnormal((double)x) || (function->binary && is_subnormal((double)y)) || is_subnormal(exact);
}

static Measurement measure_buffers(const MathFunction *function, const Target *target, const Buffers *buffers) {
  Measurement found = {0};
  for (size_t i = 0; i < INPUTS; ++i) {
    const float x = buffers->left[i], y = buffers->right[i];
    const double exact = function->unary ? function->unary((double)x) : function->binary((double)x, (double)y);
    if (target->format == AccyFormatVulkanSpirv && may_be_flushed(function, x, y, exact))
      continue;
    measure_result(&found, x, y, buffers->out[i], exact);
  }
  return found;
}

static void check_function(const MathFunction *function, const Target *target, const Buffers *buffers) {
  const Measurement found = measure_buffers(function, target, buffers);
  assert_true(found.inputs > INPUTS / 2);
  if (found.wrong_specials)
    fail_msg("%s on %s: %llu special values are wrong, first at %a, %a", function->name, target->device->name,
             (unsigned long long)found.wrong_specials, (double)found.first_wrong[0], (double)found.first_wrong[1]);
  if (!(found.max_ulp <= function->limit))
    fail_msg("%s on %s: %.3f ulp at %a, %a; the limit is %g", function->name, target->device->name, found.max_ulp,
             (double)found.worst[0], (double)found.worst[1], function->limit);
}

/// Lowers every function, and runs it where the device is there.
static void lower_and_run(Fixture *fixture, const Target *target) {
  Buffers *buffers = malloc(sizeof *buffers);
  assert_non_null(buffers);
  fill_inputs(buffers);
  bool is_there = true;
  for (size_t f = 0; f < math_function_count; ++f) {
    AccyLoweredPayload payload = lower_function(fixture, &math_functions[f], target);
    is_there = is_there && run_kernel(target, &payload, buffers);
    accyLoweredPayloadDestroy(&payload);
    if (is_there)
      check_function(&math_functions[f], target, buffers);
  }
  free(buffers);
  if (!is_there)
    skip();
}

static void test_cpu(void **state) {
  lower_and_run(*state, &(Target){AccyFormatCpuObject, "x86-64", &accyCpuDevice});
}
static void test_cpu_with_fma(void **state) {
  lower_and_run(*state, &(Target){AccyFormatCpuObject, "x86-64-v3", &accyCpuDevice});
}
static void test_vulkan(void **state) {
  lower_and_run(*state, &(Target){AccyFormatVulkanSpirv, "spv1.3", &accyVulkanDevice});
}
static void test_cuda(void **state) {
  lower_and_run(*state, &(Target){AccyFormatCudaPtx, "sm_90", &accyCudaDevice});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cpu),
      cmocka_unit_test(test_cpu_with_fma),
      cmocka_unit_test(test_vulkan),
      cmocka_unit_test(test_cuda),
  };
  return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

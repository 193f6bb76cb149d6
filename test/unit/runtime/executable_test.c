// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of runtime/executable.c, program.c and placement.c: bundles made by hand on each device.
#define _GNU_SOURCE
#include "test/unit/runtime/testing.h"

#include "accy-c/Bundle.h"
#include "accy-c/Runtime.h"
#include "runtime/program.h"
#include "test/unit/runtime/test_bundle.h"

#include <math.h>

static const TestBundleOptions cpu_bundle = {AccyFormatCpuObject, ACCY_TEST_OBJECT, 1, {13}, 512};
static const TestBundleOptions vulkan_bundle = {AccyFormatVulkanSpirv, ACCY_TEST_SPIRV, 1, {13}, 512};
static const TestBundleOptions cuda_bundle = {AccyFormatCudaPtx, ACCY_TEST_PTX, 1, {13}, 512};

static void write_bundle(const TestBundleOptions *options) {
  AccyStatus status;
  ASSERT_OK(testBundleWrite(options, test_folder, &status), status);
}

static AccyExecutable load_or_skip(const char *device) {
  AccyExecutable executable;
  AccyRuntimeError error;
  if (accyExecutableLoad(test_folder, &(AccyDeviceChoice){.device = device}, &executable, &error))
    return executable;
  if (!strstr(error.message, "on this machine"))
    fail_msg("%s", error.message);
  print_message("skipped: %s\n", error.message);
  skip();
  return executable;
}

static AccyTensor make_input(const TestBundleOptions *options) {
  AccyRuntimeError error;
  AccyTensor tensor;
  ASSERT_OK(accyTensorCreate(AccyDtypeF32, (int32_t)options->rank, options->dims, &tensor, &error), error);
  for (size_t i = 0; i < tensor.elements; ++i)
    ((float *)tensor.data)[i] = i == 3 ? INFINITY : (float)i + 1;
  return tensor;
}

static void check_outputs(AccyExecutable executable, const AccyTensor *input) {
  AccyRuntimeError error;
  AccyTensor total, same;
  ASSERT_OK(accyExecutableGetOutput(executable, 0, &total, &error), error);
  ASSERT_OK(accyExecutableGetOutput(executable, 1, &same, &error), error);
  AccyTensorComparison comparison;
  ASSERT_OK(accyTensorCompare(&same, input, 0, 0, &comparison, &error), error);
  assert_true(comparison.equal);
  assert_int_equal(total.elements, input->elements);
  for (size_t i = 0; i < total.elements; ++i)
    assert_true(((float *)total.data)[i] == ((float *)input->data)[i] + testBundleConstant(i) + 2);
  accyTensorDestroy(&total);
  accyTensorDestroy(&same);
}

static void run_bundle(const TestBundleOptions *options) {
  write_bundle(options);
  AccyExecutable executable = load_or_skip(NULL);
  AccyRuntimeError error;
  assert_int_equal(accyExecutableGetInputCount(executable), 1);
  assert_int_equal(accyExecutableGetOutputCount(executable), 2);
  assert_int_equal(accyExecutableGetKernelCount(executable), 2);
  assert_string_equal(accyExecutableGetKernelEntry(executable, 1), "accy_test_accumulate");
  assert_null(accyExecutableGetKernelEntry(executable, 2));
  assert_true(*accyExecutableGetHardwareName(executable));
  AccyTensor input = make_input(options);
  AccyTensor output;
  assert_false(accyExecutableRun(executable, NULL, &error));
  ASSERT_CONTAINS(error.message, "input 0 was never set");
  ASSERT_OK(accyExecutableSetInput(executable, 0, &input, &error), error);
  assert_false(accyExecutableGetOutput(executable, 0, &output, &error));
  ASSERT_CONTAINS(error.message, "has not run");
  double seconds[2];
  for (int run = 0; run < 2; ++run) {
    ASSERT_OK(accyExecutableRun(executable, run ? seconds : NULL, &error), error);
    check_outputs(executable, &input);
  }
  accyTensorDestroy(&input);
  accyExecutableDestroy(executable);
  count_test_files(true);
}

// One dimension, several, none, an empty tensor, and allocations that no device can bind at their offsets.
static void runs_every_shape(void **state) {
  TestBundleOptions options = *(const TestBundleOptions *)*state;
  run_bundle(&options);
  options.total_offset = 516;
  run_bundle(&options);
  options = (TestBundleOptions){options.format, options.code, 3, {2, 3, 5}, 512};
  run_bundle(&options);
  options = (TestBundleOptions){options.format, options.code, 0, {0}, 512};
  run_bundle(&options);
  options = (TestBundleOptions){options.format, options.code, 2, {4, 0}, 512};
  run_bundle(&options);
}

static void refuses_wrong_inputs(void **state) {
  const TestBundleOptions *options = *state;
  write_bundle(options);
  AccyExecutable executable = load_or_skip(NULL);
  AccyRuntimeError error;
  AccyTensor tensor;
  static const int64_t longer[] = {14}, matrix[] = {13, 1}, right[] = {13};
  ASSERT_OK(accyTensorCreate(AccyDtypeF32, 1, longer, &tensor, &error), error);
  assert_false(accyExecutableSetInput(executable, 0, &tensor, &error));
  ASSERT_CONTAINS(error.message, "input 0 is f32[13], but f32[14] was given");
  accyTensorDestroy(&tensor);
  ASSERT_OK(accyTensorCreate(AccyDtypeF32, 2, matrix, &tensor, &error), error);
  assert_false(accyExecutableSetInput(executable, 0, &tensor, &error));
  accyTensorDestroy(&tensor);
  ASSERT_OK(accyTensorCreate(AccyDtypeI32, 1, right, &tensor, &error), error);
  assert_false(accyExecutableSetInput(executable, 0, &tensor, &error));
  ASSERT_CONTAINS(error.message, "i32[13] was given");
  assert_false(accyExecutableSetInput(executable, 1, &tensor, &error));
  ASSERT_CONTAINS(error.message, "no input 1");
  accyTensorDestroy(&tensor);
  assert_false(accyExecutableGetOutput(executable, 2, &tensor, &error));
  ASSERT_CONTAINS(error.message, "no output 2");
  accyExecutableDestroy(executable);
  count_test_files(true);
}

static void expect_load_error(const char *folder, const char *device, const char *part) {
  AccyRuntimeError error = {""};
  AccyExecutable executable = {NULL};
  assert_false(accyExecutableLoad(folder, &(AccyDeviceChoice){.device = device}, &executable, &error));
  assert_null(executable.ptr);
  ASSERT_CONTAINS(error.message, part);
}

static void refuses_other_devices(void **state) {
  (void)state;
  write_bundle(&cpu_bundle);
  expect_load_error(test_folder, "vulkan", "does not run cpu_object, which the bundle holds");
  expect_load_error(test_folder, "abacus", "no device is called 'abacus'");
  expect_load_error("/absent", NULL, "/absent");
  accyExecutableDestroy((AccyExecutable){NULL});
  count_test_files(true);
}

// The device program of the cpu bundle, without files.
static void expect_build_error(void (*change)(AccyPlan *plan), const char *part) {
  AccyStatus status;
  AccyPlan *plan;
  ASSERT_OK(testBundleMakePlan(&cpu_bundle, &plan, &status), status);
  change(plan);
  AccyProgram program;
  AccyRuntimeError error = {""};
  assert_false(accyProgramBuild(plan, 16, &program, &error));
  ASSERT_CONTAINS(error.message, part);
  accyPlanDestroy(plan);
}

static void make_dynamic(AccyPlan *plan) {
  plan->slots[2].has_static_size = false;
}

static void shrink_allocation(AccyPlan *plan) {
  plan->memory.allocations[0].bytes = 4;
}

static void move_allocation(AccyPlan *plan) {
  plan->memory.allocations[0].offset = UINT64_MAX - 15;
}

static void misassign(AccyPlan *plan) {
  plan->memory.assignments[0].allocation = 9;
}

static void misname_slot(AccyPlan *plan) {
  plan->kernels[0].input_slots[0] = 99;
}

static void inject_entry(AccyPlan *plan) {
  strcpy(plan->kernels[0].artifact.entry, "x\"); //");
}

static void ask_scratch(AccyPlan *plan) {
  plan->kernels[0].scratch_fill.present = true;
}

static void unsound_plans_are_refused(void **state) {
  (void)state;
  expect_build_error(make_dynamic, "static");
  expect_build_error(shrink_allocation, "does not fit");
  expect_build_error(move_allocation, "more bytes than memory");
  expect_build_error(misassign, "allocation 9");
  expect_build_error(misname_slot, "slot 99");
  expect_build_error(inject_entry, "not an identifier");
  expect_build_error(ask_scratch, "scratch");
}

static void allocations_share_an_arena(void **state) {
  (void)state;
  AccyStatus status;
  AccyPlan *plan;
  ASSERT_OK(testBundleMakePlan(&cpu_bundle, &plan, &status), status);
  AccyProgram program;
  AccyRuntimeError error;
  ASSERT_OK(accyProgramBuild(plan, 16, &program, &error), error);
  const AccyDeviceRegion *sum = &program.slotRegions[2], *total = &program.slotRegions[3];
  assert_int_equal(sum->buffer, total->buffer);
  assert_int_equal(total->offset, 512);
  // The kernels are in one file, and it is kept once.
  assert_int_equal(program.device.codeCount, 1);
  accyProgramFree(&program);
  // No device can bind at an offset of 512 when it asks for multiples of 1024.
  ASSERT_OK(accyProgramBuild(plan, 1024, &program, &error), error);
  assert_int_not_equal(program.slotRegions[2].buffer, program.slotRegions[3].buffer);
  assert_int_equal(program.slotRegions[3].offset, 0);
  accyProgramFree(&program);
  accyPlanDestroy(plan);
}

static int use_test_cuda_driver(void **state) {
  return access(ACCY_TEST_CUDA_DRIVER, F_OK) || setenv("ACCY_CUDA_DRIVER", ACCY_TEST_CUDA_DRIVER, 1) ||
         make_test_folder(state);
}

#define BUNDLE_TESTS(bundle)                                                                                           \
  {#bundle ": runs_every_shape", runs_every_shape, NULL, NULL, (void *)&bundle}, {                                     \
    #bundle ": refuses_wrong_inputs", refuses_wrong_inputs, NULL, NULL, (void *)&bundle                                \
  }

int main(void) {
  const struct CMUnitTest tests[] = {
      BUNDLE_TESTS(cpu_bundle),
      BUNDLE_TESTS(vulkan_bundle),
      BUNDLE_TESTS(cuda_bundle),
      cmocka_unit_test(refuses_other_devices),
      cmocka_unit_test(unsound_plans_are_refused),
      cmocka_unit_test(allocations_share_an_arena),
  };
  const struct CMUnitTest tests_with_test_cuda_driver[] = {BUNDLE_TESTS(cuda_bundle)};
  int failures = cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
  return failures + cmocka_run_group_tests(tests_with_test_cuda_driver, use_test_cuda_driver, remove_test_folder);
}

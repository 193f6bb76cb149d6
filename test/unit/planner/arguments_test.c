// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of kernels in their order, and a plan's inputs and outputs in theirs.
#include "accy-c/Plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void assert_slot(const AccyKernel *kernel, uint32_t index, uint32_t slot) {
  AccyArgument argument = accyKernelArgument(kernel, index);
  assert_int_equal(argument.kind, AccyArgumentBuffer);
  assert_int_equal(argument.slot, slot);
}

static void assert_scalar(const AccyKernel *kernel, uint32_t index, AccyArgumentKind kind, AccyScalarKind type,
                          uint64_t bits) {
  AccyArgument argument = accyKernelArgument(kernel, index);
  assert_int_equal(argument.kind, kind);
  assert_int_equal(argument.scalar.kind, type);
  assert_int_equal(argument.scalar.bits, bits);
}

// Inputs, output, element count, runtime scalars, static scalars.
static void test_order(void **state) {
  (void)state;
  uint32_t inputs[] = {5, 3, 5};
  AccyScalar runtime[] = {{AccyScalarKindF32, 0x3f800000}, {AccyScalarKindU64, 9}};
  AccyScalar constants[] = {{AccyScalarKindU32, 7}};
  AccyKernel kernel = {.input_slots = inputs,
                       .input_slot_count = 3,
                       .output_slot = 8,
                       .element_count = 100,
                       .runtime_scalars = runtime,
                       .runtime_scalar_count = 2,
                       .static_arguments = constants,
                       .static_argument_count = 1};
  static const struct {
    AccyCountArgument count;
    AccyArgumentKind kind; // of the argument after the buffers
    uint32_t arguments;
  } rows[] = {{AccyCountArgumentNone, AccyArgumentRuntimeScalar, 7},
              {AccyCountArgumentScalarU32, AccyArgumentCount, 8},
              {AccyCountArgumentDeviceBufferU32, AccyArgumentCountBuffer, 8}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    kernel.count_argument = rows[i].count;
    uint32_t count = accyKernelArgumentCount(&kernel);
    assert_int_equal(count, rows[i].arguments);
    for (uint32_t j = 0; j < 3; ++j)
      assert_slot(&kernel, j, inputs[j]);
    assert_slot(&kernel, 3, 8);
    assert_int_equal(accyKernelArgument(&kernel, 4).kind, rows[i].kind);
    if (rows[i].count != AccyCountArgumentNone)
      assert_int_equal(accyKernelArgument(&kernel, 4).count, 100);
    assert_scalar(&kernel, count - 3, AccyArgumentRuntimeScalar, AccyScalarKindF32, 0x3f800000);
    assert_scalar(&kernel, count - 2, AccyArgumentRuntimeScalar, AccyScalarKindU64, 9);
    assert_scalar(&kernel, count - 1, AccyArgumentStaticScalar, AccyScalarKindU32, 7);
  }
}

static void add_slot(AccyPlan *plan, uint32_t id, AccySet roles) {
  static int64_t dims[] = {8}, strides[] = {1};
  static uint32_t order[] = {0};
  AccySlot slot = {.id = id, .roles = roles, .dtype = AccyDtypeF32};
  slot.layout = (AccyLayout){AccyLayoutKindRowMajor, 1, dims, strides, order, 4, true, true};
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  assert_true(accyPlanAddSlot(plan, &slot, NULL));
}

// Inputs in the order of the slots; outputs as they are returned, an input and repeats among them.
static void test_inputs_and_outputs(void **state) {
  (void)state;
  const uint32_t outputs[] = {3, 0, 3, 1};
  AccyPlan *plan = accyPlanCreate();
  add_slot(plan, 0, ACCY_BIT(AccyRoleInput) | ACCY_BIT(AccyRoleOutput));
  add_slot(plan, 1, ACCY_BIT(AccyRoleOutput));
  add_slot(plan, 2, ACCY_BIT(AccyRoleInput));
  add_slot(plan, 3, ACCY_BIT(AccyRoleOutput));
  assert_true(accyPlanSetInputs(plan, NULL));
  assert_true(accyPlanSetOutputs(plan, outputs, 4, NULL));
  assert_int_equal(accyPlanGetInputCount(plan), 2);
  assert_int_equal(accyPlanGetInput(plan, 0), 0);
  assert_int_equal(accyPlanGetInput(plan, 1), 2);
  assert_int_equal(accyPlanGetOutputCount(plan), 4);
  for (uint32_t i = 0; i < 4; ++i)
    assert_int_equal(accyPlanGetOutput(plan, i), outputs[i]);
  accyPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_order), cmocka_unit_test(test_inputs_and_outputs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

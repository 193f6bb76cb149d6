// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans: arguments, artifacts, copies, standalone kernels. Spec: planner.md, section 4.
#include "planner/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/Launch.h"
#include "small_plan.h"

static void test_host_loop_arguments(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
  AccyStatus status = {0};
  if (!accyPlanVerify(plan, &status))
    fail_msg("%s", status.message);
  const AccyKernel *kernel = &plan->kernels[0];
  assert_int_equal(kernel->contract.argument_count, 11);
  assert_int_equal(kernel->artifact.scalar_argument_count, 7);
  static const uint32_t expected[] = {8, 1, 1, 1, 8, 1, 1};
  for (uint32_t i = 0; i < 7; ++i) {
    AccyArgument argument = accyKernelArgument(kernel, 4 + i);
    assert_int_equal(argument.kind, AccyArgumentStaticScalar);
    assert_int_equal(argument.scalar.bits, expected[i]);
  }
  assert_int_equal(accyKernelArgument(kernel, 0).slot, 0);
  assert_int_equal(accyKernelArgument(kernel, 2).slot, 2);
  assert_int_equal(accyKernelArgument(kernel, 3).kind, AccyArgumentCountBuffer);
  assert_int_equal(accyKernelArgument(kernel, 3).count, 8);
  assert_int_equal(plan->input_count, 1);
  assert_int_equal(plan->output_count, 2);
  accyPlanDestroy(plan);

  AccyScalar scalars[ACCY_HOST_LOOP_ARGUMENTS];
  AccyGeometry geometry = {{1, 1, 1}, {1, 1, 1}, 0};
  assert_false(accyHostLoopArguments((uint64_t)1 << 32, &geometry, scalars, &status));
  assert_int_equal(status.code, AccyStatusCodeLaunchArgumentMismatch);
}

static void test_generated_kernels(void **state) {
  (void)state;
  for (int kind = 0; kind < AccyKernelKindCount; ++kind)
    assert_int_equal(accyGeneratedCountArgument((AccyKernelKind)kind),
                     kind == AccyKernelKindDotGeneral ? AccyCountArgumentNone : AccyCountArgumentDeviceBufferU32);
  static const struct {
    AccyKernelKind kind;
    AccyDtype input, output;
    AccyStatusCode expected;
  } rows[] = {
      {AccyKernelKindDotGeneral, AccyDtypeF16, AccyDtypeF32, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindReduction, AccyDtypeF32, AccyDtypeI32, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindReduction, AccyDtypeF32, AccyDtypeF32, AccyStatusCodeUnsupportedOperation},
      {AccyKernelKindReduction, AccyDtypeI32, AccyDtypeF32, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindDotGeneral, AccyDtypeF32, AccyDtypeF16, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindDotGeneral, AccyDtypeF32, AccyDtypeF32, AccyStatusCodeUnsupportedOperation},
      {AccyKernelKindShape, AccyDtypeF64, AccyDtypeF64, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindShape, AccyDtypeF32, AccyDtypeF32, AccyStatusCodeUnsupportedOperation},
      {AccyKernelKindScan, AccyDtypeF32, AccyDtypeI32, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindScan, AccyDtypeI32, AccyDtypeF32, AccyStatusCodeUnsupportedOperation},
      {AccyKernelKindElementwise, AccyDtypeI1, AccyDtypeF32, AccyStatusCodeUnsupportedOperation},
      {AccyKernelKindElementwise, AccyDtypeF32, AccyDtypeI32, AccyStatusCodeCapabilityMismatch},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyStatus status = {0};
    assert_false(accyFailWithoutBody(rows[i].kind, rows[i].input, rows[i].output, &status));
    assert_int_equal(status.code, rows[i].expected);
  }
}

static void test_payloads(void **state) {
  (void)state;
  static const struct {
    AccyFormat format;
    AccyPayloadKind kind;
    uint64_t bytes;
    bool valid;
  } rows[] = {
      {AccyFormatCudaPtx, AccyPayloadKindText, 8, true},
      {AccyFormatCudaPtx, AccyPayloadKindBytes, 8, false},
      {AccyFormatCudaPtx, AccyPayloadKindText, 0, false},
      {AccyFormatVulkanSpirv, AccyPayloadKindWordsU32, 8, true},
      {AccyFormatVulkanSpirv, AccyPayloadKindWordsU32, 7, false},
      {AccyFormatCpuObject, AccyPayloadKindText, 8, false},
      {AccyFormatWebassemblyModule, AccyPayloadKindBytes, 8, true},
      {AccyFormatMetalMsl, AccyPayloadKindNone, 8, false},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyKernel kernel = {.output_slot = 0};
    AccyRequirements required = {0};
    AccyPayload payload = {rows[i].kind, AccyPayloadOwnershipOwned, "12345678", rows[i].bytes};
    AccyStatus status = {0};
    assert_int_equal(accyKernelSetArtifact(&kernel, AccyBackendCuda, rows[i].format, "name", AccyKernelSourceTensor,
                                           AccyLaunchKindGeneric, &required, &payload, &status),
                     rows[i].valid);
    assert_int_equal(status.code, rows[i].valid ? AccyStatusCodeOk : AccyStatusCodeInvalidArtifact);
    if (!rows[i].valid)
      continue;
    assert_int_equal(kernel.contract.payload_kind, rows[i].kind); // two words are eight bytes
    assert_int_equal(kernel.contract.payload_bytes, 8);
    assert_int_equal(kernel.artifact.payload.ownership, AccyPayloadOwnershipOwned);
  }
}

// ---- Copies ---------------------------------------------------------------------------------------------------------

static void test_copy_outlives_the_original(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned), *copy = NULL;
  assert_true(accyPlanCopy(plan, &copy, NULL));
  const AccySlot *slot = &plan->slots[1], *copied = &copy->slots[1];
  assert_ptr_not_equal(slot->layout.dims, copied->layout.dims);
  assert_ptr_not_equal(slot->constant, copied->constant);
  assert_ptr_not_equal(plan->kernels[0].artifact.payload.data, copy->kernels[0].artifact.payload.data);
  assert_ptr_not_equal(plan->memory.allocations, copy->memory.allocations);
  accyPlanDestroy(plan);
  assert_true(accyPlanVerify(copy, NULL));
  assert_memory_equal(copy->kernels[0].artifact.payload.data,
                      "\x7f"
                      "ELF",
                      4);
  assert_int_equal(copy->slots[1].constant[0], 7);
  assert_int_equal(copy->total_kernel_ops, 1);
  assert_int_equal(copy->total_static_bytes, 96);
  accyPlanDestroy(copy);
}

static void test_totals_stay_at_the_greatest_number(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
  AccyKernel kernel = plan->kernels[0];
  kernel.resources.static_total_bytes = UINT64_MAX - 90;
  assert_true(accyPlanAddKernel(plan, &kernel, NULL));
  assert_int_equal(accyPlanGetTotalKernelOps(plan), 2);
  assert_true(accyPlanGetTotalStaticBytes(plan) == UINT64_MAX);
  accyPlanDestroy(plan);
}

static void test_external_payloads_are_not_copied(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipExternal), *copy = NULL;
  AccyStatus status = {0};
  assert_true(accyPlanVerify(plan, NULL));
  assert_false(accyPlanCopy(plan, &copy, &status));
  assert_null(copy);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  accyPlanDestroy(plan);
}

static void test_outputs_need_slots(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
  const uint32_t absent[] = {2, ACCY_NO_SLOT};
  AccyStatus status = {0};
  assert_false(accyPlanSetOutputs(plan, absent, 2, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  assert_int_equal(plan->outputs[0], 2);
  accyPlanDestroy(plan);
}

// What fails leaves the plan as it was.
static void test_failures_change_nothing(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
  AccyArena arena = plan->arena;
  max_align_t workspace[1];
  plan->arena = accyArenaInWorkspace(workspace, sizeof(workspace));
  uint32_t inputs = plan->input_count, slots = plan->slot_count, kernels = plan->kernel_count;
  const uint32_t outputs[64] = {0};
  AccyStatus status = {0};
  assert_true(inputs > 0);
  AccyMemoryPlan memory = plan->memory;
  while (accyPlanSetInputs(plan, &status))
    ; // until the workspace is used up
  assert_int_equal(status.code, AccyStatusCodeOutOfMemory);
  assert_false(accyPlanSetOutputs(plan, outputs, 64, &status));
  assert_false(accyPlanAddSlot(plan, &plan->slots[0], &status));
  assert_false(accyPlanAddKernel(plan, &plan->kernels[0], &status));
  assert_false(accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 16, NULL, &status));
  assert_int_equal(plan->input_count, inputs);
  assert_int_equal(plan->slot_count, slots);
  assert_int_equal(plan->kernel_count, kernels);
  assert_memory_equal(&plan->memory, &memory, sizeof(memory));
  assert_true(accyPlanVerify(plan, NULL));
  plan->arena = arena;
  accyPlanDestroy(plan);
}

static void test_standalone_kernel(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
  AccyKernel made = plan->kernels[0], kernel;
  AccyScalar constant = {AccyScalarKindU32, 5};
  AccyStatus status = {0};
  assert_true(accyStandaloneKernel(&made.artifact, &made.launch, &made.contract, NULL, 0, &constant, 1, &kernel, NULL));
  assert_int_equal(kernel.id, 0);
  assert_int_equal(kernel.input_slot_count, 0);
  assert_int_equal(kernel.work_item, 0);
  assert_int_equal(kernel.output_slot, ACCY_NO_SLOT);
  assert_int_equal(kernel.input_layout_fingerprint, 0);
  assert_int_equal(kernel.output_layout_fingerprint, 0);
  assert_int_equal(kernel.body_fingerprint, 0);
  assert_int_equal(kernel.static_argument_count, 1);
  assert_int_equal(kernel.runtime_scalar_count, 0);
  assert_memory_equal(&kernel.launch, &made.launch, sizeof made.launch);
  assert_int_equal(kernel.contract.argument_count, made.contract.argument_count);
  assert_int_equal(kernel.contract.source, AccyKernelSourceChoirKernel);
  assert_true(accyPlanAddKernel(plan, &kernel, NULL));
  if (!accyPlanVerify(plan, &status))
    fail_msg("%s", status.message);
  made.contract.argument_count = 1;
  assert_false(accyStandaloneKernel(&made.artifact, &made.launch, &made.contract, NULL, 0, NULL, 0, &kernel, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  accyPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_host_loop_arguments),
      cmocka_unit_test(test_generated_kernels),
      cmocka_unit_test(test_payloads),
      cmocka_unit_test(test_copy_outlives_the_original),
      cmocka_unit_test(test_totals_stay_at_the_greatest_number),
      cmocka_unit_test(test_external_payloads_are_not_copied),
      cmocka_unit_test(test_outputs_need_slots),
      cmocka_unit_test(test_failures_change_nothing),
      cmocka_unit_test(test_standalone_kernel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

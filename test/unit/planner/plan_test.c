// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans: arguments, artifacts, copies and verification; resources. Spec: planner.md, sections 4 and 6.
#include "planner/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/Launch.h"
#include "accy-c/Target.h"
#include "planner/fingerprint.h"
#include "planner/memory.h"
#include "planner/slot.h"

// ---- Resources ------------------------------------------------------------------------------------------------------

static void test_fused_resources(void **state) {
  (void)state;
  AccyValueSize inputs[] = {{true, 32}, {true, 32}, {true, 32}}, output = {true, 32};
  AccyWorkItem item = {.kind = AccyKernelKindElementwise, .op_count = 2, .inputs = inputs, .input_count = 3};
  item.outputs = &output;
  item.output_count = 1;
  item.external_operand_count = 3;
  item.chain_operand_count = 1;
  item.element_count = 8;
  item.element_size = 4;
  AccyResources resources;
  accyResourcesCompute(&item, &resources);
  assert_int_equal(resources.static_read_bytes, 96);
  assert_int_equal(resources.static_write_bytes, 32);
  assert_int_equal(resources.static_total_bytes, 128);
  assert_int_equal(resources.estimated_element_ops, 16);
  assert_int_equal(resources.ops_per_kib, 128);
  assert_int_equal(resources.resource_class, AccyResourceClassMemoryBound);
  inputs[1].is_static = false;
  accyResourcesCompute(&item, &resources);
  assert_false(resources.static_bytes_complete);
  assert_int_equal(resources.resource_class, AccyResourceClassUnknown);
}

static void test_dot_and_reduction_ops(void **state) {
  (void)state;
  AccyWorkItem dot = {.kind = AccyKernelKindDotGeneral, .op_count = 1, .m = 16, .n = 16, .k = 16, .batch = 1};
  AccyResources resources;
  accyResourcesCompute(&dot, &resources);
  assert_int_equal(resources.estimated_element_ops, 8192);
  dot.m = dot.n = UINT64_MAX;
  accyResourcesCompute(&dot, &resources);
  assert_int_equal(resources.estimated_element_ops, UINT64_MAX);
  AccyWorkItem sum = {.kind = AccyKernelKindReduction, .op_count = 1, .element_count = 1, .input_element_count = 256};
  accyResourcesCompute(&sum, &resources);
  assert_int_equal(resources.estimated_element_ops, 256);
}

static void test_class_limits(void **state) {
  (void)state;
  static const struct {
    uint64_t ops;
    AccyResourceClass expected;
  } rows[] = {{0, AccyResourceClassUnknown},
              {256, AccyResourceClassMemoryBound},
              {257, AccyResourceClassBalanced},
              {1024, AccyResourceClassBalanced},
              {1025, AccyResourceClassComputeWeighted},
              {UINT64_MAX, AccyResourceClassComputeWeighted}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyResources resources = {.static_bytes_complete = true, .static_total_bytes = 1024};
    resources.estimated_element_ops = rows[i].ops;
    accyResourcesClassify(&resources);
    assert_int_equal(resources.resource_class, rows[i].expected);
  }
  assert_int_equal(accyThreadgroupShare(UINT64_MAX, 2, 4), UINT64_MAX / 2 + 1); // saturates before it divides
  assert_int_equal(accyThreadgroupShare(7, 0, 4), 0);
  assert_int_equal(accyThreadgroupShare(0, 7, 4), 0);
  assert_int_equal(accyThreadgroupShare(7, 7, 0), 0);
}

// ---- A small plan ---------------------------------------------------------------------------------------------------

static void add_slot(AccyPlan *plan, AccySet roles) {
  AccyArena arena = {0};
  static const int64_t dims[] = {8};
  static const uint8_t bytes[32] = {7};
  AccySlot slot = {.id = plan->slot_count, .roles = roles, .dtype = AccyDtypeF32};
  assert_true(accyLayoutMakeRowMajor(&arena, dims, 1, 4, &slot.layout, NULL));
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  if (roles & ACCY_BIT(AccyRoleConstant))
    slot.constant = bytes;
  assert_true(accyPlanAddSlot(plan, &slot, NULL));
  accyArenaFree(&arena);
}

/// out = x + c on `cpu` as an object file, eleven arguments.
static AccyPlan *make_plan(AccyPayloadOwnership ownership) {
  static const char payload_text[] = "\x7f"
                                     "ELF";
  AccyPlan *plan = accyPlanCreate();
  assert_non_null(plan);
  assert_true(accyTargetProfileLookup("cpu", 3, &plan->target, NULL));
  plan->target.format = AccyFormatCpuObject;
  add_slot(plan, ACCY_BIT(AccyRoleInput));
  add_slot(plan, ACCY_BIT(AccyRoleConstant));
  add_slot(plan, ACCY_BIT(AccyRoleOutput));
  uint32_t inputs[] = {0, 1}, outputs[] = {2, 2};
  AccyScalar scalars[ACCY_HOST_LOOP_ARGUMENTS];
  AccyKernel kernel = {.input_slots = inputs, .input_slot_count = 2, .output_slot = 2, .element_count = 8};
  kernel.resources = (AccyResources){.static_total_bytes = 96, .op_count = 1, .element_count = 8};
  kernel.count_argument = accyGeneratedCountArgument(AccyKernelKindElementwise);
  AccyLaunchRequest request = {.target = &plan->target.capabilities, .format = plan->target.format};
  request.resources = &kernel.resources;
  request.has_geometry = true;
  request.geometry = (AccyGeometry){{1, 1, 1}, {8, 1, 1}, 0};
  assert_true(accyLaunchResourcesPlan(&request, &kernel.launch, NULL));
  assert_true(accyHostLoopArguments(8, &kernel.launch.geometry, scalars, NULL));
  kernel.static_arguments = scalars;
  kernel.static_argument_count = ACCY_HOST_LOOP_ARGUMENTS;
  uint64_t fingerprints[] = {plan->slots[0].layout_fingerprint, plan->slots[1].layout_fingerprint};
  kernel.input_layout_fingerprint = accyInputLayoutsFingerprint(fingerprints, 2);
  kernel.output_layout_fingerprint = plan->slots[2].layout_fingerprint;
  AccyRequirements required = {.dtypes = ACCY_BIT(AccyDtypeF32)};
  AccyPayload payload = {AccyPayloadKindBytes, ownership, payload_text, 4};
  assert_true(accyKernelSetArtifact(&kernel, AccyBackendCpu, AccyFormatCpuObject, "accy_choir_elementwise_add_0",
                                    AccyKernelSourceTensor, AccyLaunchKindGeneric, &required, &payload, NULL));
  assert_true(accyPlanAddKernel(plan, &kernel, NULL));
  assert_true(accyPlanSetInputs(plan, NULL));
  assert_true(accyPlanSetOutputs(plan, outputs, 2, NULL));
  assert_true(accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 16, NULL, NULL));
  return plan;
}

static void test_host_loop_arguments(void **state) {
  (void)state;
  AccyPlan *plan = make_plan(AccyPayloadOwnershipOwned);
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
  assert_int_equal(accyGeneratedCountArgument(AccyKernelKindDotGeneral), AccyCountArgumentNone);
  assert_int_equal(accyGeneratedCountArgument(AccyKernelKindReduction), AccyCountArgumentDeviceBufferU32);
  static const struct {
    AccyKernelKind kind;
    AccyDtype input, output;
    AccyStatusCode expected;
  } rows[] = {
      {AccyKernelKindDotGeneral, AccyDtypeF16, AccyDtypeF32, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindReduction, AccyDtypeF32, AccyDtypeI32, AccyStatusCodeCapabilityMismatch},
      {AccyKernelKindReduction, AccyDtypeF32, AccyDtypeF32, AccyStatusCodeUnsupportedOperation},
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
  }
}

// ---- Copies ---------------------------------------------------------------------------------------------------------

static void test_copy_outlives_the_original(void **state) {
  (void)state;
  AccyPlan *plan = make_plan(AccyPayloadOwnershipOwned), *copy = NULL;
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

static void test_external_payloads_are_not_copied(void **state) {
  (void)state;
  AccyPlan *plan = make_plan(AccyPayloadOwnershipExternal), *copy = NULL;
  AccyStatus status = {0};
  assert_true(accyPlanVerify(plan, NULL));
  assert_false(accyPlanCopy(plan, &copy, &status));
  assert_null(copy);
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  accyPlanDestroy(plan);
}

static void test_outputs_need_slots(void **state) {
  (void)state;
  AccyPlan *plan = make_plan(AccyPayloadOwnershipOwned);
  const uint32_t absent[] = {2, ACCY_NO_SLOT};
  AccyStatus status = {0};
  assert_false(accyPlanSetOutputs(plan, absent, 2, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedOperation);
  assert_int_equal(plan->outputs[0], 2);
  accyPlanDestroy(plan);
}

// ---- Verification ---------------------------------------------------------------------------------------------------

typedef void (*Damage)(AccyPlan *plan);

// What fails leaves the plan as it was.
static void test_failures_change_nothing(void **state) {
  (void)state;
  AccyPlan *plan = make_plan(AccyPayloadOwnershipOwned);
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

static void rename_entry(AccyPlan *plan) {
  plan->kernels[0].contract.entry[0] = 'X';
}
static void clear_entry(AccyPlan *plan) {
  plan->kernels[0].contract.entry[0] = plan->kernels[0].artifact.entry[0] = 0;
}
static void change_format(AccyPlan *plan) {
  plan->kernels[0].artifact.format = AccyFormatCudaPtx;
}
static void change_backend(AccyPlan *plan) {
  plan->kernels[0].artifact.backend = AccyBackendCuda;
}
static void change_payload_kind(AccyPlan *plan) {
  plan->kernels[0].artifact.payload.kind = AccyPayloadKindText;
}
static void empty_payload(AccyPlan *plan) {
  plan->kernels[0].artifact.payload.bytes = plan->kernels[0].contract.payload_bytes = 0;
}
static void add_argument(AccyPlan *plan) {
  ++plan->kernels[0].contract.argument_count;
  ++plan->kernels[0].artifact.argument_count;
}
static void read_unknown_slot(AccyPlan *plan) {
  plan->kernels[0].input_slots[0] = 77;
}
static void write_unknown_slot(AccyPlan *plan) {
  plan->kernels[0].output_slot = 77;
}
static void change_input_fingerprint(AccyPlan *plan) {
  ++plan->kernels[0].input_layout_fingerprint;
}
static void change_output_fingerprint(AccyPlan *plan) {
  ++plan->kernels[0].output_layout_fingerprint;
}
static void empty_grid(AccyPlan *plan) {
  plan->kernels[0].launch.geometry.grid[1] = 0;
}
static void no_candidates(AccyPlan *plan) {
  plan->kernels[0].launch.candidate_count = 0;
}
static void repeat_slot_id(AccyPlan *plan) {
  plan->slots[1].id = 0;
}
static void wrong_input(AccyPlan *plan) {
  plan->inputs[0] = 2;
}
static void unknown_allocation(AccyPlan *plan) {
  plan->memory.assignments[0].allocation = 9;
}
static void small_allocation(AccyPlan *plan) {
  plan->memory.allocations[0].bytes = 31;
}
static void crooked_allocation(AccyPlan *plan) {
  plan->memory.allocations[0].offset = 1;
}
static void too_many_elements(AccyPlan *plan) {
  plan->kernels[0].element_count = (uint64_t)1 << 32;
}

static void test_damage_is_found(void **state) {
  (void)state;
  static const Damage damages[] = {rename_entry,        clear_entry,
                                   change_format,       change_backend,
                                   change_payload_kind, empty_payload,
                                   add_argument,        read_unknown_slot,
                                   write_unknown_slot,  change_input_fingerprint,
                                   empty_grid,          no_candidates,
                                   repeat_slot_id,      change_output_fingerprint,
                                   wrong_input,         unknown_allocation,
                                   small_allocation,    crooked_allocation,
                                   too_many_elements};
  for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); ++i) {
    AccyPlan *plan = make_plan(AccyPayloadOwnershipOwned);
    AccyStatus status = {0};
    assert_true(accyPlanVerify(plan, NULL));
    damages[i](plan);
    if (accyPlanVerify(plan, &status))
      fail_msg("damage %zu was not found", i);
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    accyPlanDestroy(plan);
  }
}

static void test_standalone_kernel(void **state) {
  (void)state;
  AccyPlan *plan = make_plan(AccyPayloadOwnershipOwned);
  AccyKernel made = plan->kernels[0], kernel;
  AccyScalar constant = {AccyScalarKindU32, 5};
  AccyStatus status = {0};
  assert_true(accyStandaloneKernel(&made.artifact, &made.launch, &made.contract, NULL, 0, &constant, 1, &kernel, NULL));
  assert_int_equal(kernel.id, 0);
  assert_int_equal(kernel.input_slot_count, 0);
  assert_int_equal(kernel.input_layout_fingerprint, 0);
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
      cmocka_unit_test(test_fused_resources),
      cmocka_unit_test(test_dot_and_reduction_ops),
      cmocka_unit_test(test_class_limits),
      cmocka_unit_test(test_host_loop_arguments),
      cmocka_unit_test(test_generated_kernels),
      cmocka_unit_test(test_payloads),
      cmocka_unit_test(test_copy_outlives_the_original),
      cmocka_unit_test(test_external_payloads_are_not_copied),
      cmocka_unit_test(test_outputs_need_slots),
      cmocka_unit_test(test_failures_change_nothing),
      cmocka_unit_test(test_damage_is_found),
      cmocka_unit_test(test_standalone_kernel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

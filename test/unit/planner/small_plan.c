// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See small_plan.h.
#include "small_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/Launch.h"
#include "accy-c/Target.h"
#include "planner/fingerprint.h"
#include "planner/slot.h"

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

AccyPlan *makeSmallPlan(AccyPayloadOwnership ownership) {
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
  assert_true(accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 0, NULL, NULL));
  return plan;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sample_plan.h.
#include "sample_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/Launch.h"
#include "accy-c/Target.h"
#include "planner/entry_name.h"
#include "planner/fingerprint.h"
#include "planner/memory.h"
#include "planner/plan.h"
#include "planner/slot.h"

static const uint8_t constant_bytes[1024] = {1, 2, 3};

static void add_slot(AccyPlan *plan, AccySet roles, int64_t rows, int64_t cols) {
  AccyArena arena = {0};
  int64_t dims[] = {rows, cols};
  AccySlot slot = {.id = plan->slot_count, .roles = roles, .dtype = AccyDtypeF32};
  assert_true(accyLayoutMakeRowMajor(&arena, dims, 2, 4, &slot.layout, NULL));
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  if (roles & ACCY_BIT(AccyRoleConstant))
    slot.constant = constant_bytes;
  assert_true(accyPlanAddSlot(plan, &slot, NULL));
  accyArenaFree(&arena);
}

static void set_resources(AccyKernel *kernel, uint64_t m, uint64_t n, uint64_t k) {
  AccyValueSize inputs[] = {{true, 1024}, {true, 1024}}, output = {true, 1024};
  AccyWorkItem item = {.kind = kernel->kind, .op_count = 1, .inputs = inputs, .input_count = 2, .outputs = &output};
  item.output_count = 1;
  item.external_operand_count = 2;
  item.element_count = 256;
  item.element_size = 4;
  item.m = m;
  item.n = n;
  item.k = k;
  item.batch = 1;
  accyResourcesCompute(&item, &kernel->resources);
  kernel->element_count = 256;
}

static void add_kernel(AccyPlan *plan, AccyKernel *kernel, const char *entry, AccyKernelSource source,
                       AccyLaunchKind launch_kind, const char *text) {
  AccyRequirements required = {ACCY_BIT(AccyDtypeF32), ACCY_BIT(AccyFeatureAsyncCopy),
                               ACCY_BIT(AccySubgroupOperationShuffle)};
  AccyPayload payload = {AccyPayloadKindText, AccyPayloadOwnershipOwned, text, strlen(text)};
  uint64_t fingerprints[2];
  for (uint32_t i = 0; i < 2; ++i)
    fingerprints[i] = accyPlanFindSlot(plan, kernel->input_slots[i])->layout_fingerprint;
  kernel->input_layout_fingerprint = accyInputLayoutsFingerprint(fingerprints, 2);
  kernel->output_layout_fingerprint = accyPlanFindSlot(plan, kernel->output_slot)->layout_fingerprint;
  kernel->body_fingerprint = 0xfedcba9876543210u; // beyond what a double holds
  assert_true(accyKernelSetArtifact(kernel, AccyBackendCuda, AccyFormatCudaPtx, entry, source, launch_kind, &required,
                                    &payload, NULL));
  assert_true(accyPlanAddKernel(plan, kernel, NULL));
}

static AccyLaunchRequest launch_request(const AccyPlan *plan, const AccyKernel *kernel, AccyLaunchShape shape) {
  AccyLaunchRequest request = {.target = &plan->target.capabilities, .format = plan->target.format, .shape = shape};
  request.resources = &kernel->resources;
  request.input_dtype = request.output_dtype = AccyDtypeF32;
  request.dot_general.m = request.dot_general.n = request.dot_general.k = 16;
  request.dot_general.batch = 1;
  return request;
}

static void add_elementwise(AccyPlan *plan) {
  uint32_t inputs[] = {0, 1};
  AccyKernel kernel = {.id = 0, .kind = AccyKernelKindElementwise, .input_slots = inputs, .input_slot_count = 2};
  kernel.output_slot = 2;
  kernel.count_argument = accyGeneratedCountArgument(kernel.kind);
  set_resources(&kernel, 0, 0, 0);
  AccyLaunchRequest request = launch_request(plan, &kernel, AccyLaunchShapeGeneric);
  assert_true(accyLaunchResourcesPlan(&request, &kernel.launch, NULL));
  const char *ops[] = {"add"};
  char entry[ACCY_NAME_CAPACITY];
  AccyEntryNameRequest name = {.kind = kernel.kind, .op_names = ops, .op_count = 1};
  accyEntryName(&name, entry);
  kernel.output_fill = (AccyFill){true, 0xff800000u};
  add_kernel(plan, &kernel, entry, AccyKernelSourceTensor, AccyLaunchKindGeneric, ".visible .entry add");
}

static void add_dot(AccyPlan *plan) {
  uint32_t inputs[] = {2, 0};
  AccyKernel kernel = {.id = 1, .work_item = 1, .kind = AccyKernelKindDotGeneral, .input_slots = inputs};
  kernel.input_slot_count = 2;
  kernel.output_slot = 3;
  kernel.count_argument = accyGeneratedCountArgument(kernel.kind);
  set_resources(&kernel, 16, 16, 16);
  AccyLaunchRequest request = launch_request(plan, &kernel, AccyLaunchShapeDotGeneral);
  assert_true(accyLaunchResourcesPlan(&request, &kernel.launch, NULL));
  add_kernel(plan, &kernel, "accy_choir_dot_general_f32_16x16x16_1", AccyKernelSourceTensor, AccyLaunchKindDotGeneral,
             ".visible .entry dot");
}

static void add_kernel_call(AccyPlan *plan) {
  uint32_t inputs[] = {3, 2};
  AccyScalar runtime[] = {{AccyScalarKindU64, UINT64_MAX}, {AccyScalarKindU32, 256}, {AccyScalarKindF32, 0x7fc00000u}};
  AccyScalar constants[] = {{AccyScalarKindI32, 0xffffffffu}, {AccyScalarKindF64, 0x3ff0000000000001u}};
  AccyKernel kernel = {.id = 2, .work_item = 2, .kind = AccyKernelKindKernelCall, .input_slots = inputs};
  kernel.input_slot_count = 2;
  kernel.output_slot = 4;
  kernel.count_argument = AccyCountArgumentScalarU32;
  kernel.runtime_scalars = runtime;
  kernel.runtime_scalar_count = 3;
  kernel.static_arguments = constants;
  kernel.static_argument_count = 2;
  kernel.has_kernel_call_launch = true;
  kernel.kernel_call_launch =
      (AccyKernelCallLaunch){{{true, 0, 1, 64}, {false, 1, 0, 0}, {false, 1, 0, 0}}, {64, 1, 1}, 2048};
  set_resources(&kernel, 0, 0, 0);
  AccyLaunchRequest request = launch_request(plan, &kernel, AccyLaunchShapeAuthored);
  request.has_geometry = true;
  request.geometry = (AccyGeometry){{4, 1, 1}, {64, 1, 1}, 2048};
  assert_true(accyLaunchResourcesPlan(&request, &kernel.launch, NULL));
  add_kernel(plan, &kernel, "custom/scale", AccyKernelSourceKernelCall, AccyLaunchKindKernelCall, ".entry scale");
}

AccyPlan *makeSamplePlan(void) {
  AccyPlan *plan = accyPlanCreate();
  assert_non_null(plan);
  strcpy(plan->function, "main");
  assert_true(accyTargetProfileLookup("cuda:sm_90", 10, &plan->target, NULL));
  add_slot(plan, ACCY_BIT(AccyRoleInput), 16, 16);
  add_slot(plan, ACCY_BIT(AccyRoleConstant), 16, 16);
  add_slot(plan, ACCY_BIT(AccyRoleTemporary), 16, 16);
  add_slot(plan, ACCY_BIT(AccyRoleTemporary), 16, 16);
  add_slot(plan, ACCY_BIT(AccyRoleOutput), 16, 16);
  add_slot(plan, ACCY_BIT(AccyRoleTemporary), ACCY_DYNAMIC, 16);
  add_elementwise(plan);
  add_dot(plan);
  add_kernel_call(plan);
  uint32_t outputs[] = {4, 4};
  assert_true(accyPlanSetInputs(plan, NULL));
  assert_true(accyPlanSetOutputs(plan, outputs, 2, NULL));
  assert_true(accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 256, NULL, NULL));
  AccyStatus status = {0};
  if (!accyPlanVerify(plan, &status))
    fail_msg("%s", status.message);
  return plan;
}

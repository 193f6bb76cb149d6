// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that are no enumerators, and counts beyond their bounds: every function that takes one refuses it.
#include "planner/kernel_call.h"
#include "planner/plan.h"
#include "planner/slot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { Unknown = 77 };

static const char text[] = ".visible .entry kernel()";
static const AccyPayload payload = {AccyPayloadKindText, AccyPayloadOwnershipOwned, text, sizeof(text) - 1};

#define EXPECT_INVALID(call)                                                                                           \
  do {                                                                                                                 \
    AccyStatus status = {0};                                                                                           \
    assert_false(call);                                                                                                \
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);                                                      \
    assert_true(status.message[0]);                                                                                    \
  } while (0)

// ---- Facts ----------------------------------------------------------------------------------------------------------

static void test_facts_of_no_format(void **state) {
  (void)state;
  static const unsigned beyond[] = {0, 70, UINT32_MAX - 100};
  for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); ++i) {
    AccyFormat format = (AccyFormat)(AccyFormatCount + beyond[i]);
    assert_int_equal(accyFormatBackend(format), AccyBackendCount);
    assert_int_equal(accyFormatPayloadKind(format), AccyPayloadKindNone);
    assert_false(accyFormatIsHostLoop(format) || accyFormatSharesBuffers(format));
    assert_string_equal(accyFormatFileExtension(format), "");
    assert_int_equal(accyBackendDefaultFormat((AccyBackend)(AccyBackendCount + beyond[i])), AccyFormatCount);
    assert_int_equal(accyDtypeByteSize((AccyDtype)(AccyDtypeCount + beyond[i])), 0);
  }
}

// ---- Slots ----------------------------------------------------------------------------------------------------------

static AccySlot make_slot(AccyArena *arena, uint32_t id, AccySet roles) {
  const int64_t dims[] = {4};
  AccySlot slot = {.id = id, .roles = roles, .dtype = AccyDtypeF32};
  assert_true(accyLayoutMakeRowMajor(arena, dims, 1, 4, &slot.layout, NULL));
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  return slot;
}

enum { SlotFaults = 7 };

static void damage_slot(AccySlot *slot, int fault) {
  int *const words[] = {(int *)&slot->dtype, (int *)&slot->space, (int *)&slot->access, (int *)&slot->transfer,
                        (int *)&slot->layout.kind};
  if (fault < 5)
    *words[fault] = Unknown;
  else if (fault == 5)
    slot->roles = ACCY_BIT(AccyRoleCount);
  else
    slot->layout.rank = ACCY_SLOT_MAX_RANK + 1;
}

static void test_slots(void **state) {
  (void)state;
  AccyArena arena = {0};
  AccyPlan *plan = accyPlanCreate();
  assert_non_null(plan);
  for (int fault = 0; fault < SlotFaults; ++fault) {
    AccySlot slot = make_slot(&arena, 0, ACCY_BIT(AccyRoleTemporary));
    damage_slot(&slot, fault);
    EXPECT_INVALID(accySlotComplete(&slot, &status));
    EXPECT_INVALID(accySlotVerify(&slot, 0, &status));
    EXPECT_INVALID(accyPlanAddSlot(plan, &slot, &status));
    AccyMemoryRequest request = {.slots = &slot, .slot_count = 1};
    AccyMemoryPlan *memory;
    EXPECT_INVALID(accyMemoryPlanCreate(&request, &memory, &status));
  }
  assert_int_equal(accyPlanGetSlotCount(plan), 0);
  accyPlanDestroy(plan);
  accyArenaFree(&arena);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static void test_memory_requests(void **state) {
  (void)state;
  AccyArena arena = {0};
  AccySlot slot = make_slot(&arena, 0, ACCY_BIT(AccyRoleTemporary));
  AccyMemoryRequest request = {.slots = &slot, .slot_count = 1, .strategy = (AccyMemoryStrategy)Unknown};
  AccyMemoryPlan *memory;
  EXPECT_INVALID(accyMemoryPlanCreate(&request, &memory, &status));
  request = (AccyMemoryRequest){.slots = &slot, .slot_count = 1, .min_alignment = 48};
  EXPECT_INVALID(accyMemoryPlanCreate(&request, &memory, &status));
  request.min_alignment = 0;
  request.preferred_alignment = 48;
  EXPECT_INVALID(accyMemoryPlanCreate(&request, &memory, &status));
  request.preferred_alignment = 0;
  const uint32_t zero = 0, alignment = 48;
  const AccyKernelUse use = {.outputs = &zero, .output_count = 1};
  request.kernels = &use;
  request.kernel_count = 1;
  request.kernel_alignments = &alignment;
  EXPECT_INVALID(accyMemoryPlanCreate(&request, &memory, &status));
  request.kernel_alignments = &zero;
  slot.layout.alignment = 3;
  EXPECT_INVALID(accyMemoryPlanCreate(&request, &memory, &status));
  accyArenaFree(&arena);
}

static void test_blocks(void **state) {
  (void)state;
  const AccyPackBlock backwards = {.first = 2, .last = 1, .bytes = 8, .alignment = 4}, unaligned = {.bytes = 8};
  uint64_t offset, bytes;
  EXPECT_INVALID(accyPackPeak(&backwards, 1, &bytes, &status));
  EXPECT_INVALID(accyPackBlocks(&backwards, 1, NULL, &offset, &bytes, &status));
  EXPECT_INVALID(accyPackBlocks(&unaligned, 1, NULL, &offset, &bytes, &status));
}

// ---- Targets and launches -------------------------------------------------------------------------------------------

static void test_formats_of_targets(void **state) {
  (void)state;
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup("cuda", 4, &profile, NULL));
  AccyFormat unknown = (AccyFormat)Unknown, format;
  AccyStatus status = {0};
  assert_false(accyTargetChooseFormat(&profile.capabilities, &unknown, NULL, &format, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedArtifactFormat);
  AccyTargetProfile other;
  assert_false(accyTargetResolveProfile(&profile.capabilities, &unknown, NULL, NULL, &other, &status));
  AccyBackendHandle handle = accyBackendHandleForTarget(&profile.capabilities);
  AccyArtifactRequest request = {.format = unknown, .entry = "kernel", .payload = payload};
  AccyArtifact artifact;
  assert_false(accyBackendMakeArtifact(&handle, &request, &artifact, &status));
  assert_int_equal(status.code, AccyStatusCodeUnsupportedArtifactFormat);
}

static AccyLaunchRequest make_request(const AccyTargetCapabilities *target, const AccyResources *resources,
                                      AccyLaunchShape shape) {
  AccyLaunchRequest request = {.target = target, .format = AccyFormatCudaPtx, .resources = resources, .shape = shape};
  request.input_dtype = request.output_dtype = AccyDtypeF32;
  return request;
}

static void test_launches(void **state) {
  (void)state;
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup("cuda", 4, &profile, NULL));
  AccyResources resources = {.element_count = 4};
  AccyLaunchResources launch;
  AccyLaunchRequest good = make_request(&profile.capabilities, &resources, AccyLaunchShapeGeneric), request = good;
  request.shape = (AccyLaunchShape)Unknown;
  EXPECT_INVALID(accyLaunchResourcesPlan(&request, &launch, &status));
  request = good;
  request.format = (AccyFormat)Unknown;
  EXPECT_INVALID(accyLaunchResourcesPlan(&request, &launch, &status));
  for (int shape = AccyLaunchShapeElementwiseRank2; shape <= AccyLaunchShapeReductionGroup; ++shape) {
    if (shape == AccyLaunchShapeElementwiseVector)
      continue; // which has no tile
    request = make_request(&profile.capabilities, &resources, (AccyLaunchShape)shape);
    request.input_dtype = (AccyDtype)Unknown;
    EXPECT_INVALID(accyLaunchResourcesPlan(&request, &launch, &status));
    request = make_request(&profile.capabilities, &resources, (AccyLaunchShape)shape);
    request.output_dtype = (AccyDtype)Unknown;
    EXPECT_INVALID(accyLaunchResourcesPlan(&request, &launch, &status));
    if (shape < AccyLaunchShapeReduction)
      continue;
    request = make_request(&profile.capabilities, &resources, (AccyLaunchShape)shape);
    request.reduction.kind = (AccyReductionKind)Unknown;
    EXPECT_INVALID(accyLaunchResourcesPlan(&request, &launch, &status));
  }
  good.input_dtype = (AccyDtype)Unknown; // which this shape does not look at
  assert_true(accyLaunchResourcesPlan(&good, &launch, NULL));
}

// ---- Kernels and plans ----------------------------------------------------------------------------------------------

static void test_artifacts(void **state) {
  (void)state;
  const AccyRequirements none = {0};
  AccyKernel kernel = {.id = 0};
  AccyPayload strange = payload;
  strange.ownership = (AccyPayloadOwnership)Unknown;
#define SET(backend, format, source, launch, payload)                                                                  \
  accyKernelSetArtifact(&kernel, (AccyBackend)(backend), (AccyFormat)(format), "kernel", (AccyKernelSource)(source),   \
                        (AccyLaunchKind)(launch), &none, payload, &status)
  EXPECT_INVALID(SET(Unknown, AccyFormatCudaPtx, 0, 0, &payload));
  EXPECT_INVALID(SET(AccyBackendCuda, Unknown, 0, 0, &payload));
  EXPECT_INVALID(SET(AccyBackendCuda, AccyFormatCudaPtx, Unknown, 0, &payload));
  EXPECT_INVALID(SET(AccyBackendCuda, AccyFormatCudaPtx, 0, Unknown, &payload));
  EXPECT_INVALID(SET(AccyBackendCuda, AccyFormatCudaPtx, 0, 0, &strange));
  AccyStatus status;
  assert_true(SET(AccyBackendCuda, AccyFormatCudaPtx, 0, 0, &payload));
#undef SET
}

// A plan of one kernel, which reads slot 0 and writes slot 1, and has a scalar of each sort.
static AccyPlan *make_plan(void) {
  static AccyScalar scalar = {AccyScalarKindU32, 1};
  AccyArena arena = {0};
  AccyPlan *plan = accyPlanCreate();
  assert_non_null(plan);
  assert_true(accyPlanSetFunction(plan, "main", NULL));
  assert_true(accyTargetProfileLookup("cuda", 4, &plan->target, NULL));
  AccySlot slots[] = {make_slot(&arena, 0, ACCY_BIT(AccyRoleInput)), make_slot(&arena, 1, ACCY_BIT(AccyRoleOutput))};
  for (int i = 0; i < 2; ++i)
    assert_true(accyPlanAddSlot(plan, &slots[i], NULL));
  uint32_t input = 0, output = 1;
  AccyKernel kernel = {.input_slot_count = 1, .input_slots = &input, .output_slot = output, .element_count = 4};
  kernel.runtime_scalars = kernel.static_arguments = &scalar;
  kernel.runtime_scalar_count = kernel.static_argument_count = 1;
  kernel.output_layout_fingerprint = slots[1].layout_fingerprint;
  kernel.input_layout_fingerprint = accyInputLayoutsFingerprint(&slots[0].layout_fingerprint, 1);
  const AccyRequirements none = {0};
  assert_true(accyKernelSetArtifact(&kernel, AccyBackendCuda, AccyFormatCudaPtx, "kernel", AccyKernelSourceTensor,
                                    AccyLaunchKindGeneric, &none, &payload, NULL));
  AccyResources resources = {.element_count = 4};
  AccyLaunchRequest request = make_request(&plan->target.capabilities, &resources, AccyLaunchShapeGeneric);
  assert_true(accyLaunchResourcesPlan(&request, &kernel.launch, NULL));
  assert_true(accyPlanAddKernel(plan, &kernel, NULL));
  assert_true(accyPlanSetInputs(plan, NULL) && accyPlanSetOutputs(plan, &output, 1, NULL));
  assert_true(accyPlanAssignMemory(plan, AccyMemoryStrategyReuse, 0, NULL, NULL));
  accyArenaFree(&arena);
  return plan;
}

static void test_plans(void **state) {
  (void)state;
  AccyPlan *plan = make_plan();
  assert_true(accyPlanVerify(plan, NULL));
  AccyKernel *kernel = &plan->kernels[0];
  int *const words[] = {(int *)&plan->target.capabilities.backend,
                        (int *)&plan->target.format,
                        (int *)&plan->memory.strategy,
                        (int *)&plan->memory.allocations[0].space,
                        (int *)&plan->slots[0].dtype,
                        (int *)&kernel->kind,
                        (int *)&kernel->contract.source,
                        (int *)&kernel->contract.launch_kind,
                        (int *)&kernel->contract.format,
                        (int *)&kernel->contract.payload_kind,
                        (int *)&kernel->count_argument,
                        (int *)&kernel->artifact.format,
                        (int *)&kernel->artifact.backend,
                        (int *)&kernel->artifact.payload.kind,
                        (int *)&kernel->artifact.payload.ownership,
                        (int *)&kernel->launch.resource_class,
                        (int *)&kernel->launch.tile.kind,
                        (int *)&kernel->launch.candidates[0].tile.kind,
                        (int *)&kernel->runtime_scalars[0].kind,
                        (int *)&kernel->static_arguments[0].kind};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    int before = *words[i];
    *words[i] = Unknown;
    EXPECT_INVALID(accyPlanVerify(plan, &status));
    *words[i] = before;
  }
  assert_true(accyPlanVerify(plan, NULL));
  AccyScalar strange = {(AccyScalarKind)Unknown, 0};
  AccyKernel alone;
  EXPECT_INVALID(accyStandaloneKernel(&kernel->artifact, &kernel->launch, &kernel->contract, &strange, 1, NULL, 0,
                                      &alone, &status));
  EXPECT_INVALID(accyStandaloneKernel(&kernel->artifact, &kernel->launch, &kernel->contract, NULL, 0, &strange, 1,
                                      &alone, &status));
  assert_true(accyStandaloneKernel(&kernel->artifact, &kernel->launch, &kernel->contract, kernel->runtime_scalars, 1,
                                   NULL, 0, &alone, NULL));
  accyPlanDestroy(plan);
}

static void test_registry_entries(void **state) {
  (void)state;
  AccyScalar scalar = {AccyScalarKindU32, 1};
  AccyKernelCallEntry entry = {.target = "own/kernel", .version = 1, .format = AccyFormatCudaPtx, .entry = "kernel"};
  entry.argument_count = 3;
  entry.payload = payload;
  entry.static_arguments = &scalar;
  entry.static_argument_count = 1;
  entry.launch = (AccyKernelCallLaunch){{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {1, 1, 1}, 0};
  assert_true(accyKernelCallEntryVerify(&entry, NULL));
  AccyKernelTable *table = accyKernelTableCreate();
  assert_non_null(table);
  int *const words[] = {(int *)&entry.format, (int *)&entry.payload.kind, (int *)&entry.payload.ownership,
                        (int *)&entry.count_argument, (int *)&scalar.kind};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    int before = *words[i];
    *words[i] = Unknown;
    EXPECT_INVALID(accyKernelCallEntryVerify(&entry, &status));
    EXPECT_INVALID(accyKernelTableAdd(table, &entry, &status));
    *words[i] = before;
  }
  assert_true(accyKernelTableAdd(table, &entry, NULL));
  accyKernelTableDestroy(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_facts_of_no_format), cmocka_unit_test(test_slots),
      cmocka_unit_test(test_memory_requests),    cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_formats_of_targets), cmocka_unit_test(test_launches),
      cmocka_unit_test(test_artifacts),          cmocka_unit_test(test_plans),
      cmocka_unit_test(test_registry_entries),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

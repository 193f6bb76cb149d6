// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OutOfMemory: each allocation of the planner fails in turn, and is reported without a leak.
#include "accy-c/KernelCall.h"
#include "planner/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "failing_allocations.h"
#include "planner/kernel_call.h"

static AccySlot slot_of(uint32_t id, AccySet roles) {
  static int64_t dims[] = {8}, strides[] = {1};
  static uint32_t order[] = {0};
  static const uint8_t bytes[32] = {1};
  AccySlot slot = {.id = id, .roles = roles, .dtype = AccyDtypeF32};
  slot.layout = (AccyLayout){AccyLayoutKindRowMajor, 1, dims, strides, order, 4, true, true};
  slot.constant = roles & ACCY_BIT(AccyRoleConstant) ? bytes : NULL;
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  return slot;
}

static bool add_slots(AccyPlan *plan, AccyStatus *status) {
  static const AccyRole roles[] = {AccyRoleInput, AccyRoleConstant, AccyRoleTemporary, AccyRoleOutput};
  for (uint32_t i = 0; i < 4; ++i) {
    AccySlot slot = slot_of(i, ACCY_BIT(roles[i]));
    if (!accyPlanAddSlot(plan, &slot, status))
      return false;
  }
  return true;
}

// Slot 2 is made of 0 and 1, slot 3 of 2 and 1.
static bool add_kernels(AccyPlan *plan, AccyStatus *status) {
  static const AccyPayload payload = {AccyPayloadKindText, AccyPayloadOwnershipOwned, ".entry k", 8};
  const AccyRequirements required = {.dtypes = ACCY_BIT(AccyDtypeF32)};
  for (uint32_t i = 0; i < 2; ++i) {
    uint32_t inputs[] = {i * 2, 1};
    AccyScalar constant = {AccyScalarKindU32, 7};
    AccyKernel kernel = {.id = i, .input_slots = inputs, .input_slot_count = 2, .output_slot = 2 + i};
    kernel.static_arguments = &constant;
    kernel.static_argument_count = 1;
    assert_true(accyKernelSetArtifact(&kernel, AccyBackendCuda, AccyFormatCudaPtx, "k", AccyKernelSourceTensor,
                                      AccyLaunchKindGeneric, &required, &payload, NULL));
    if (!accyPlanAddKernel(plan, &kernel, status))
      return false;
  }
  return true;
}

static bool copy_plan(const AccyPlan *plan, AccyStatus *status) {
  AccyPlan *copy;
  if (!accyPlanCopy(plan, &copy, status))
    return false;
  accyPlanDestroy(copy);
  return true;
}

static bool make_plan(void *strategy, AccyStatus *status) {
  const uint32_t outputs[] = {3, 3};
  AccyPlan *plan = accyPlanCreate();
  if (!plan)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  bool made = add_slots(plan, status) && add_kernels(plan, status) && accyPlanSetInputs(plan, status) &&
              accyPlanSetOutputs(plan, outputs, 2, status) &&
              accyPlanAssignMemory(plan, *(const AccyMemoryStrategy *)strategy, 16, NULL, status) &&
              copy_plan(plan, status);
  accyPlanDestroy(plan);
  return made;
}

static void test_plans(void **state) {
  (void)state;
  for (int i = 0; i < AccyMemoryStrategyCount; ++i) {
    AccyMemoryStrategy strategy = (AccyMemoryStrategy)i;
    fail_each_allocation(make_plan, &strategy);
  }
}

// Blocks that no greedy order places within the goal, so that the search runs.
static bool pack(void *data, AccyStatus *status) {
  (void)data;
  AccyPackBlock blocks[24];
  uint64_t offsets[24], arena, peak;
  for (uint32_t i = 0; i < 24; ++i)
    blocks[i] = (AccyPackBlock){i * 7 % 11, i * 7 % 11 + i % 5, 100 + i * 37 % 91, 1};
  const AccyPackOptions options = {.search_budget = 200, .goal = 1};
  return accyPackPeak(blocks, 24, &peak, status) && accyPackBlocks(blocks, 24, &options, offsets, &arena, status);
}

static void test_packing(void **state) {
  (void)state;
  fail_each_allocation(pack, NULL);
}

static bool register_kernels(void *data, AccyStatus *status) {
  (void)data;
  const AccyScalar seven = {AccyScalarKindU32, 7};
  const AccyShapeProfile profile = {1, 0, 42};
  AccyKernelTable *table = accyKernelTableCreate();
  if (!table)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a table");
  AccyKernelCallEntry entry = {.target = "mine", .format = AccyFormatCudaPtx, .entry = "k", .argument_count = 4};
  entry.payload = (AccyPayload){AccyPayloadKindText, AccyPayloadOwnershipOwned, ".entry k", 8};
  entry.launch = (AccyKernelCallLaunch){{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {8, 1, 1}, 0};
  entry.static_arguments = &seven;
  entry.static_argument_count = 1;
  entry.shape_profile = &profile;
  entry.has_shape_family = true;
  entry.shape_family_fingerprint = 42;
  bool added = true;
  for (entry.version = 1; added && entry.version <= 1000; ++entry.version) {
    uint32_t before = accyKernelTableGetEntryCount(table);
    added = accyKernelTableAdd(table, &entry, status);
    assert_int_equal(accyKernelTableGetEntryCount(table), before + added);
  }
  accyKernelTableDestroy(table);
  return added;
}

static void test_registries(void **state) {
  (void)state;
  fail_each_allocation(register_kernels, NULL);
}

static const AccyKernelCallEntry *look_up(void *context, const char *target, uint32_t version, AccyFormat format) {
  (void)target;
  (void)version;
  (void)format;
  return context;
}

static bool plan_call(void *entry, AccyStatus *status) {
  AccyTargetProfile cuda;
  assert_true(accyTargetProfileLookup("cuda", 4, &cuda, NULL));
  const AccyKernelRegistry registry = {look_up, entry};
  const AccyKernelCallRequest request = {.target = "mine",
                                         .version = 1,
                                         .format = AccyFormatCudaPtx,
                                         .backend = AccyBackendCuda,
                                         .capabilities = &cuda.capabilities,
                                         .dtype = AccyDtypeF32,
                                         .element_count = 8};
  AccyArena arena = {0};
  AccyKernel kernel = {.output_slot = 0};
  bool planned = accyKernelCallPlan(&registry, &request, &arena, &kernel, status);
  accyArenaFree(&arena);
  return planned;
}

static void test_kernel_calls(void **state) {
  (void)state;
  AccyKernelCallEntry entry = {.target = "mine", .version = 1, .format = AccyFormatCudaPtx, .entry = "k"};
  entry.argument_count = 1;
  entry.payload = (AccyPayload){AccyPayloadKindText, AccyPayloadOwnershipOwned, ".entry k", 8};
  entry.launch = (AccyKernelCallLaunch){{{.extent = 1}, {.extent = 1}, {.extent = 1}}, {8, 1, 1}, 0};
  fail_each_allocation(plan_call, &entry);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plans),
      cmocka_unit_test(test_packing),
      cmocka_unit_test(test_registries),
      cmocka_unit_test(test_kernel_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

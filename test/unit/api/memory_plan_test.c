// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-c/MemoryPlan.h and Launch.h: planning memory and launches without a plan.
#include "accy-c/Launch.h"
#include "accy-c/MemoryPlan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static AccySlot slot_of(uint32_t id, AccySet roles) {
  static int64_t dims[] = {8}, strides[] = {1};
  static uint32_t order[] = {0};
  AccySlot slot = {.id = id, .roles = roles, .dtype = AccyDtypeF32};
  slot.layout = (AccyLayout){.kind = AccyLayoutKindRowMajor,
                             .rank = 1,
                             .dims = dims,
                             .strides = strides,
                             .minor_to_major = order,
                             .alignment = 4,
                             .contiguous = true,
                             .static_layout = true};
  accySlotSetDefaults(&slot);
  assert_true(accySlotComplete(&slot, NULL));
  return slot;
}

static void test_chain(void **state) {
  (void)state;
  AccySlot slots[4];
  slots[0] = slot_of(0, ACCY_BIT(AccyRoleInput));
  slots[1] = slot_of(1, ACCY_BIT(AccyRoleTemporary));
  slots[2] = slot_of(2, ACCY_BIT(AccyRoleTemporary));
  slots[3] = slot_of(3, ACCY_BIT(AccyRoleOutput));
  const uint32_t ids[] = {0, 1, 2, 3};
  const AccyKernelUse kernels[] = {{&ids[0], 1, &ids[1], 1}, {&ids[1], 1, &ids[2], 1}, {&ids[2], 1, &ids[3], 1}};
  AccyMemoryRequest request = {.slots = slots, .slot_count = 4, .kernels = kernels, .kernel_count = 3};
  request.outputs = &ids[3];
  request.output_count = 1;
  request.strategy = AccyMemoryStrategyPack;
  AccyMemoryPlan *plan;
  assert_true(accyMemoryPlanCreate(&request, &plan, NULL));
  assert_int_equal(plan->assignment_count, 3);
  assert_int_equal(plan->total_static_slot_bytes, 96);
  assert_int_equal(plan->peak_static_live_bytes, 64);
  assert_int_equal(accyMemoryArenaBytes(plan, AccySpaceDeviceGlobal), 64);
  accyMemoryPlanDestroy(plan);
  accyMemoryPlanDestroy(NULL);
  const uint32_t unknown = 9;
  AccyStatus status = {0};
  request.outputs = &unknown;
  assert_false(accyMemoryPlanCreate(&request, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
}

static void test_launch(void **state) {
  (void)state;
  AccyTargetProfile cuda;
  AccyLaunchResources launch;
  assert_true(accyTargetProfileLookup("cuda", 4, &cuda, NULL));
  AccyResources resources = {.static_total_bytes = 96, .static_bytes_complete = true, .op_count = 1};
  resources.element_count = 8;
  resources.estimated_element_ops = 8;
  accyResourcesClassify(&resources);
  AccyLaunchRequest request = {.target = &cuda.capabilities, .format = cuda.format, .resources = &resources};
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.geometry.threadgroup[0], 32);
  assert_int_equal(launch.est_bytes, 384);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_chain), cmocka_unit_test(test_launch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does not hold together in a plan is found, however its ids are numbered. Spec: planner.md, sections 1, 3, 4
// and 8.
#include "planner/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planner/id_index.h"
#include "small_plan.h"

typedef void (*Damage)(AccyPlan *plan);

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
static void alias_unknown_input(AccyPlan *plan) {
  plan->kernels[0].has_aliased_input = true;
  plan->kernels[0].aliased_input = 2;
}
static void alias_no_output(AccyPlan *plan) {
  plan->kernels[0].has_aliased_input = true;
  plan->kernels[0].output_slot = ACCY_NO_SLOT;
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
static void repeat_allocation_id(AccyPlan *plan) {
  plan->memory.allocations[1] = plan->memory.allocations[0]; // arrays have room for every slot
  plan->memory.allocation_count = 2;
}
static void assign_twice(AccyPlan *plan) {
  plan->memory.assignments[1] = plan->memory.assignments[0];
  plan->memory.assignment_count = 2;
}
static void unknown_arena(AccyPlan *plan) {
  plan->memory.arenas[0].space = (AccySpace)AccySpaceCount;
}
static void repeat_arena(AccyPlan *plan) {
  plan->memory.arenas[1] = plan->memory.arenas[0];
  plan->memory.arena_count = 2;
}
static void larger_arena(AccyPlan *plan) {
  ++plan->memory.arenas[0].arena_bytes;
}
static void least_above_the_arena(AccyPlan *plan) {
  ++plan->memory.arenas[0].least_bytes;
}
static void peak_above_the_least(AccyPlan *plan) {
  ++plan->memory.arenas[0].peak_bytes;
}
static void too_many_elements(AccyPlan *plan) {
  plan->kernels[0].element_count = (uint64_t)1 << 32;
}

static void test_damage_is_found(void **state) {
  (void)state;
  static const Damage damages[] = {
      rename_entry,        clear_entry,          change_format,         change_backend,
      change_payload_kind, empty_payload,        add_argument,          read_unknown_slot,
      write_unknown_slot,  alias_unknown_input,  alias_no_output,       change_input_fingerprint,
      empty_grid,          no_candidates,        repeat_slot_id,        change_output_fingerprint,
      wrong_input,         unknown_allocation,   small_allocation,      crooked_allocation,
      too_many_elements,   repeat_allocation_id, assign_twice,          unknown_arena,
      repeat_arena,        larger_arena,         least_above_the_arena, peak_above_the_least};
  for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); ++i) {
    AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
    AccyStatus status = {0};
    assert_true(accyPlanVerify(plan, NULL));
    damages[i](plan);
    if (accyPlanVerify(plan, &status))
      fail_msg("damage %zu was not found", i);
    assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    accyPlanDestroy(plan);
  }
}

/// Ids may be any numbers: 7, 3 and 4000000000 for 0, 1 and 2.
static void renumber(AccyPlan *plan) {
  static const uint32_t ids[] = {7, 3, 4000000000u};
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    plan->slots[i].id = ids[i];
  AccyKernel *kernel = &plan->kernels[0];
  for (uint32_t i = 0; i < kernel->input_slot_count; ++i)
    kernel->input_slots[i] = ids[kernel->input_slots[i]];
  kernel->output_slot = ids[kernel->output_slot];
  plan->inputs[0] = ids[plan->inputs[0]];
  for (uint32_t i = 0; i < plan->output_count; ++i)
    plan->outputs[i] = ids[plan->outputs[i]];
  plan->memory.assignments[0].slot = ids[2];
  plan->memory.assignments[0].allocation = plan->memory.allocations[0].id = 5;
}

static void test_sparse_ids(void **state) {
  (void)state;
  AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
  AccyStatus status = {0};
  renumber(plan);
  if (!accyPlanVerify(plan, &status))
    fail_msg("%s", status.message);
  plan->slots[1].id = 7;
  assert_false(accyPlanVerify(plan, &status));
  assert_non_null(strstr(status.message, "two slots have the id 7"));
  plan->slots[1].id = 3;
  plan->memory.assignments[0].allocation = 0;
  assert_false(accyPlanVerify(plan, &status));
  assert_non_null(strstr(status.message, "slot 4000000000 is assigned to allocation 0; one is not there"));
  accyPlanDestroy(plan);
}

/// Of records with one id the first is found, and nothing for ids between and beyond.
static void test_ids_are_found(void **state) {
  (void)state;
  static const uint32_t ids[] = {9, 4, 0, 9, 4294967295u, 4};
  AccyAllocation allocations[6] = {0};
  AccyArena arena = {0};
  AccyIdIndex index;
  for (uint32_t i = 0; i < 6; ++i)
    allocations[i].id = ids[i];
  assert_true(accyIndexAllocations(allocations, 6, &arena, &index, NULL));
  assert_int_equal(accyIdIndexFind(&index, 9), 0);
  assert_int_equal(accyIdIndexFind(&index, 4), 1);
  assert_int_equal(accyIdIndexFind(&index, 0), 2);
  assert_int_equal(accyIdIndexFind(&index, 4294967295u), 4);
  assert_int_equal(accyIdIndexFind(&index, 5), ACCY_NO_POSITION);
  for (uint32_t i = 0; i < 6; ++i)
    allocations[i].id = i;
  assert_true(accyIndexAllocations(allocations, 6, &arena, &index, NULL));
  assert_int_equal(accyIdIndexFind(&index, 5), 5);
  assert_int_equal(accyIdIndexFind(&index, 6), ACCY_NO_POSITION);
  assert_true(accyIndexAllocations(allocations, 0, &arena, &index, NULL));
  assert_int_equal(accyIdIndexFind(&index, 0), ACCY_NO_POSITION);
  accyArenaFree(&arena);
}

// ---- What a plan asks of its memory ---------------------------------------------------------------------------------

/// Offsets are aligned as the plan's target needs, and for kernel calls as all its buffers are.
static void test_alignment_of_targets(void **state) {
  (void)state;
  static const struct {
    const char *target;
    AccyFormat format;
    uint32_t own, call; // alignments
  } rows[] = {{"cpu", AccyFormatCpuObject, 4, 16},       {"cpu:x86-64-v4", AccyFormatCpuMachineCode, 4, 64},
              {"cuda", AccyFormatCudaPtx, 4, 256},       {"metal", AccyFormatMetalMsl, 4, 256},
              {"metal:m1", AccyFormatMetalMsl, 4, 4},    {"wasm", AccyFormatWebassemblyModule, 4, 4},
              {"vulkan", AccyFormatVulkanSpirv, 16, 16}, {"vulkan:desktop", AccyFormatVulkanSpirv, 256, 256},
              {"webgpu", AccyFormatWebgpuWgsl, 4, 4},    {"webgpu:default-limits", AccyFormatWebgpuWgsl, 256, 256}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyPlan *plan = makeSmallPlan(AccyPayloadOwnershipOwned);
    assert_true(accyTargetProfileLookup(rows[i].target, strlen(rows[i].target), &plan->target, NULL));
    plan->target.format = rows[i].format;
    assert_int_equal(accyTargetOffsetAlignment(&plan->target), rows[i].own);
    for (int is_call = 0; is_call < 2; ++is_call) {
      plan->kernels[0].kind = is_call ? AccyKernelKindKernelCall : AccyKernelKindElementwise;
      assert_true(accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 0, NULL, NULL));
      assert_int_equal(plan->memory.allocations[0].alignment, is_call ? rows[i].call : rows[i].own);
    }
    assert_true(accyPlanAssignMemory(plan, AccyMemoryStrategyPack, 1024, NULL, NULL));
    assert_int_equal(plan->memory.allocations[0].alignment, 1024);
    accyPlanDestroy(plan);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_damage_is_found),
      cmocka_unit_test(test_sparse_ids),
      cmocka_unit_test(test_ids_are_found),
      cmocka_unit_test(test_alignment_of_targets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

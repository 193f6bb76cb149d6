// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans: the example of planner.md, section 9, and edges of section 8.
#include "planner/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "accy-c/MemoryPlan.h"
#include "planner/slot.h"

enum { slot_capacity = 16 };

/// Slots of one dimension, and the kernels that use them.
typedef struct Program {
  AccyArena arena;
  AccySlot slots[slot_capacity];
  uint32_t slot_count;
  AccyKernelUse kernels[slot_capacity];
  uint32_t kernel_count;
  const uint32_t *outputs;
  uint32_t output_count;
} Program;

static void add_slot(Program *program, AccySet roles, int64_t elements) {
  AccySlot *slot = &program->slots[program->slot_count];
  *slot = (AccySlot){.id = program->slot_count++, .roles = roles, .dtype = AccyDtypeF32};
  assert_true(accyLayoutMakeRowMajor(&program->arena, &elements, 1, 4, &slot->layout, NULL));
  accySlotSetDefaults(slot);
  assert_true(accySlotComplete(slot, NULL));
}

static void add_kernel(Program *program, const uint32_t *inputs, uint32_t count, const uint32_t *output) {
  program->kernels[program->kernel_count++] = (AccyKernelUse){inputs, count, output, 1};
}

static AccyMemoryRequest request_of(const Program *program, AccyMemoryStrategy strategy) {
  AccyMemoryRequest request = {.slots = program->slots, .slot_count = program->slot_count, .strategy = strategy};
  request.kernels = program->kernels;
  request.kernel_count = program->kernel_count;
  request.outputs = program->outputs;
  request.output_count = program->output_count;
  return request;
}

/// s = a + b; p = s · c; t = concat(s, d); q = e + f; return p, q. Inputs are slots 0 … 5, then s, p, t, q.
static Program dead_temporaries(void) {
  static const uint32_t inputs[4][2] = {{0, 1}, {6, 2}, {6, 3}, {4, 5}}, written[4] = {6, 7, 8, 9}, outputs[] = {7, 9};
  Program program = {.outputs = outputs, .output_count = 2};
  for (int i = 0; i < 6; ++i)
    add_slot(&program, ACCY_BIT(AccyRoleInput), 8);
  add_slot(&program, ACCY_BIT(AccyRoleTemporary), 8);
  add_slot(&program, ACCY_BIT(AccyRoleOutput), 8);
  add_slot(&program, ACCY_BIT(AccyRoleTemporary), 16);
  add_slot(&program, ACCY_BIT(AccyRoleOutput), 8);
  for (int i = 0; i < 4; ++i)
    add_kernel(&program, inputs[i], 2, &written[i]);
  return program;
}

static void test_dead_temporaries(void **state) {
  (void)state;
  Program program = dead_temporaries();
  assert_int_equal(program.slot_count, 10);
  AccyMemoryRequest request = request_of(&program, AccyMemoryStrategyReuse);
  AccyMemoryPlan plan;
  assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
  assert_int_equal(plan.assignment_count, 4);
  assert_int_equal(plan.allocation_count, 3);
  assert_int_equal(plan.total_static_slot_bytes, 160);
  assert_int_equal(plan.allocated_static_bytes, 128);
  assert_int_equal(plan.peak_static_live_bytes, 128);
  assert_int_equal(plan.assignments[3].slot, 9); // q takes the place of s
  assert_int_equal(plan.assignments[3].allocation, plan.assignments[0].allocation);
  assert_int_equal(plan.lifetimes[1].slot, 7);
  assert_int_equal(plan.lifetimes[1].last, 4); // an output lives to the kernel count

  request.strategy = AccyMemoryStrategyPack;
  assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
  assert_int_equal(plan.allocation_count, 4);
  assert_int_equal(plan.allocated_static_bytes, 128);
  assert_int_equal(accyMemoryArenaBytes(&plan, AccySpaceDeviceGlobal), 128);
  accyArenaFree(&program.arena);
}

static void test_other_fingerprints_are_never_reused(void **state) {
  (void)state;
  Program program = dead_temporaries();
  program.slots[9].layout_fingerprint ^= 1;
  AccyMemoryRequest request = request_of(&program, AccyMemoryStrategyReuse);
  AccyMemoryPlan plan;
  assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
  assert_int_equal(plan.allocation_count, 4);
  assert_int_equal(plan.allocated_static_bytes, 160);
  accyArenaFree(&program.arena);
}

static void test_what_is_not_allocated(void **state) {
  (void)state;
  Program program = dead_temporaries();
  add_slot(&program, ACCY_BIT(AccyRoleTemporary), 8); // used by nothing
  program.slots[8].has_static_size = false;
  program.slots[6].roles |= ACCY_BIT(AccyRoleConstant);
  AccyMemoryRequest request = request_of(&program, AccyMemoryStrategyReuse);
  AccyMemoryPlan plan;
  assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
  assert_int_equal(plan.assignment_count, 2);
  accyArenaFree(&program.arena);
}

static void test_alignment(void **state) {
  (void)state;
  Program program = dead_temporaries();
  for (int strategy = 0; strategy < AccyMemoryStrategyCount; ++strategy) {
    AccyMemoryRequest request = request_of(&program, (AccyMemoryStrategy)strategy);
    request.min_alignment = 256;
    AccyMemoryPlan plan;
    assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
    assert_int_equal(plan.peak_static_live_bytes, 128);
    for (uint32_t i = 0; i < plan.allocation_count; ++i) {
      assert_int_equal(plan.allocations[i].alignment, 256);
      assert_int_equal(plan.allocations[i].offset % 256, 0);
    }
  }
  accyArenaFree(&program.arena);
}

static void test_unknown_slots(void **state) {
  (void)state;
  static const uint32_t unknown = 99;
  Program program = dead_temporaries();
  AccyMemoryPlan plan;
  AccyStatus status = {0};
  program.outputs = &unknown;
  program.output_count = 1;
  AccyMemoryRequest request = request_of(&program, AccyMemoryStrategyReuse);
  assert_false(accyMemoryPlanMake(&request, &program.arena, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  program.output_count = 0;
  add_kernel(&program, &unknown, 1, &unknown);
  request = request_of(&program, AccyMemoryStrategyPack);
  assert_false(accyMemoryPlanMake(&request, &program.arena, &plan, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  assert_non_null(strstr(status.message, "kernel 4 names slot 99"));
  accyArenaFree(&program.arena);
}

/// t = f(a); r = call(t), which takes t's memory; u = g(r, a); return r, u. Slots a, t, r, u.
static void test_aliases(void **state) {
  (void)state;
  static const uint32_t inputs[3][2] = {{0}, {1}, {2, 0}}, written[3] = {1, 2, 3}, outputs[] = {2, 3};
  for (int strategy = 0; strategy < AccyMemoryStrategyCount; ++strategy) {
    Program program = {.outputs = outputs, .output_count = 2};
    add_slot(&program, ACCY_BIT(AccyRoleInput), 8);
    add_slot(&program, ACCY_BIT(AccyRoleTemporary), 8);
    add_slot(&program, ACCY_BIT(AccyRoleOutput), 8);
    add_slot(&program, ACCY_BIT(AccyRoleOutput), 8);
    for (int i = 0; i < 3; ++i)
      add_kernel(&program, inputs[i], i == 2 ? 2 : 1, &written[i]);
    AccyMemoryRequest request = request_of(&program, (AccyMemoryStrategy)strategy);
    const AccySlotAlias alias = {.slot = 2, .of = 1}, others[] = {{1, 2}, {2, 0}, {2, 9}, {2, 2}, {3, 2}};
    request.aliases = &alias;
    request.alias_count = 1;
    AccyMemoryPlan *plan;
    assert_true(accyMemoryPlanCreate(&request, &plan, NULL));
    assert_int_equal(plan->allocation_count, 2);
    assert_int_equal(plan->assignment_count, 3);
    assert_int_equal(plan->allocated_static_bytes, 64);
    assert_int_equal(plan->peak_static_live_bytes, 64);
    uint32_t allocation[4] = {0};
    for (uint32_t i = 0; i < 3; ++i)
      allocation[plan->assignments[i].slot] = plan->assignments[i].allocation;
    assert_int_equal(allocation[1], allocation[2]);
    assert_int_not_equal(allocation[2], allocation[3]);
    accyMemoryPlanDestroy(plan);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
      AccyStatus status;
      request.aliases = &others[i];
      assert_false(accyMemoryPlanCreate(&request, &plan, &status));
      assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
    }
    accyArenaFree(&program.arena);
  }
}

/// t = f(a); r = g(t) in place, where r must lie at a multiple of 64: so must the allocation of both.
static void test_alias_alignment(void **state) {
  (void)state;
  static const uint32_t inputs[] = {0, 1}, written[] = {1, 2};
  for (int strategy = 0; strategy < AccyMemoryStrategyCount; ++strategy) {
    Program program = {.outputs = &written[1], .output_count = 1};
    add_slot(&program, ACCY_BIT(AccyRoleInput), 8);
    add_slot(&program, ACCY_BIT(AccyRoleTemporary), 8);
    add_slot(&program, ACCY_BIT(AccyRoleOutput), 8);
    program.slots[2].layout.alignment = 64;
    for (int i = 0; i < 2; ++i)
      add_kernel(&program, &inputs[i], 1, &written[i]);
    AccyMemoryRequest request = request_of(&program, (AccyMemoryStrategy)strategy);
    request.aliases = &(AccySlotAlias){.slot = 2, .of = 1};
    request.alias_count = 1;
    AccyMemoryPlan *plan;
    assert_true(accyMemoryPlanCreate(&request, &plan, NULL));
    assert_int_equal(plan->allocation_count, 1);
    assert_int_equal(plan->allocations[0].alignment, 64);
    accyMemoryPlanDestroy(plan);
    accyArenaFree(&program.arena);
  }
}

/// Calls and others ask for more than the slots do: t, which both touch, lies where the call needs it.
static void test_kernels_ask_for_alignment(void **state) {
  (void)state;
  static const uint32_t inputs[] = {0, 2}, written[] = {2, 3}, alignments[] = {0, 64};
  for (int strategy = 0; strategy < AccyMemoryStrategyCount; ++strategy) {
    Program program = {.outputs = &written[1], .output_count = 1};
    add_slot(&program, ACCY_BIT(AccyRoleInput), 8);
    add_slot(&program, ACCY_BIT(AccyRoleInput), 8); // asked for by nobody
    add_slot(&program, ACCY_BIT(AccyRoleTemporary), 1);
    add_slot(&program, ACCY_BIT(AccyRoleOutput), 3);
    for (int i = 0; i < 2; ++i)
      add_kernel(&program, &inputs[i], 1, &written[i]);
    AccyMemoryRequest request = request_of(&program, (AccyMemoryStrategy)strategy);
    request.kernel_alignments = alignments;
    AccyMemoryPlan plan;
    assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
    assert_int_equal(plan.allocation_count, 2);
    for (uint32_t i = 0; i < 2; ++i) {
      assert_int_equal(plan.allocations[i].alignment, 64);
      assert_int_equal(plan.allocations[i].offset % 64, 0);
    }
    assert_int_equal(plan.arena_count, 1);
    assert_int_equal(plan.arenas[0].peak_bytes, 16);
    assert_int_equal(plan.arenas[0].least_bytes, 64 + 4); // the output of 12 bytes, then t
    accyArenaFree(&program.arena);
  }
}

/// What the preferred alignment costs nothing for is kept; where it would, blocks lie at what they need.
static void test_preferred_alignment(void **state) {
  (void)state;
  static const struct {
    int64_t elements[2]; // of a temporary and the output, which are live at once
    uint32_t aligned;    // how many of them lie at multiples of 256
  } rows[] = {{{64, 64}, 2}, {{33, 8481}, 1}, {{1025, 1025}, 1}, {{8481, 33}, 1}, {{64, 1}, 2}};
  static const uint32_t inputs[] = {0, 1}, written[] = {1, 2};
  for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); ++row) {
    Program program = {.outputs = &written[1], .output_count = 1};
    add_slot(&program, ACCY_BIT(AccyRoleInput), 8);
    add_slot(&program, ACCY_BIT(AccyRoleTemporary), rows[row].elements[0]);
    add_slot(&program, ACCY_BIT(AccyRoleOutput), rows[row].elements[1]);
    for (int i = 0; i < 2; ++i)
      add_kernel(&program, &inputs[i], 1, &written[i]);
    AccyMemoryRequest request = request_of(&program, AccyMemoryStrategyPack);
    request.min_alignment = 4;
    request.preferred_alignment = 256;
    AccyMemoryPlan plan;
    assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
    uint32_t aligned = 0;
    for (uint32_t i = 0; i < 2; ++i) {
      assert_int_equal(plan.allocations[i].alignment, 4);
      aligned += plan.allocations[i].offset % 256 == 0;
    }
    assert_int_equal(aligned, rows[row].aligned);
    assert_int_equal(plan.arenas[0].arena_bytes, plan.arenas[0].peak_bytes);
    assert_int_equal(plan.arenas[0].least_bytes, plan.arenas[0].peak_bytes);
    accyArenaFree(&program.arena);
  }
}

/// Each space has an arena, of whose size the plan's is the sum.
static void test_arenas(void **state) {
  (void)state;
  for (int strategy = 0; strategy < AccyMemoryStrategyCount; ++strategy) {
    Program program = dead_temporaries();
    program.slots[8].space = AccySpaceHost; // the concatenation's 64 bytes
    AccyMemoryRequest request = request_of(&program, (AccyMemoryStrategy)strategy);
    request.min_alignment = 4;
    AccyMemoryPlan plan;
    assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
    assert_int_equal(plan.arena_count, 2);
    static const AccyArenaUse expected[] = {{AccySpaceDeviceGlobal, 64, 64, 64}, {AccySpaceHost, 64, 64, 64}};
    for (uint32_t i = 0; i < 2; ++i) {
      assert_int_equal(plan.arenas[i].space, expected[i].space);
      assert_int_equal(plan.arenas[i].arena_bytes, expected[i].arena_bytes);
      assert_int_equal(plan.arenas[i].arena_bytes, accyMemoryArenaBytes(&plan, expected[i].space));
      assert_int_equal(plan.arenas[i].peak_bytes, expected[i].peak_bytes);
      assert_int_equal(plan.arenas[i].least_bytes, expected[i].least_bytes);
      assert_true(accyArenaUseRatio(&plan.arenas[i]) == 1);
    }
    assert_int_equal(plan.allocated_static_bytes, 128);
    accyArenaFree(&program.arena);
  }
  const AccyArenaUse loose = {AccySpaceHost, 96, 64, 64}, empty = {AccySpaceHost, 0, 0, 0};
  assert_true(accyArenaUseRatio(&loose) == 1.5);
  assert_true(accyArenaUseRatio(&empty) == 1);
}

/// Slots may be numbered in any way.
static void test_sparse_ids(void **state) {
  (void)state;
  static const uint32_t inputs[4][2] = {{900, 7}, {3, 1000}, {3, 5}, {8, 11}}, written[4] = {3, 0, 4000000000u, 2},
                        outputs[] = {0, 2}, ids[] = {900, 7, 1000, 5, 8, 11, 3, 0, 4000000000u, 2};
  Program program = dead_temporaries();
  program.kernel_count = 0;
  program.outputs = outputs;
  for (int i = 0; i < 10; ++i)
    program.slots[i].id = ids[i];
  for (int i = 0; i < 4; ++i)
    add_kernel(&program, inputs[i], 2, &written[i]);
  AccyMemoryRequest request = request_of(&program, AccyMemoryStrategyReuse);
  AccyMemoryPlan plan;
  assert_true(accyMemoryPlanMake(&request, &program.arena, &plan, NULL));
  assert_int_equal(plan.allocation_count, 3);
  assert_int_equal(plan.allocated_static_bytes, 128);
  assert_int_equal(plan.assignments[3].slot, 2);
  assert_int_equal(plan.assignments[3].allocation, plan.assignments[0].allocation);
  accyArenaFree(&program.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dead_temporaries),
      cmocka_unit_test(test_other_fingerprints_are_never_reused),
      cmocka_unit_test(test_what_is_not_allocated),
      cmocka_unit_test(test_alignment),
      cmocka_unit_test(test_unknown_slots),
      cmocka_unit_test(test_aliases),
      cmocka_unit_test(test_alias_alignment),
      cmocka_unit_test(test_kernels_ask_for_alignment),
      cmocka_unit_test(test_preferred_alignment),
      cmocka_unit_test(test_arenas),
      cmocka_unit_test(test_sparse_ids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans: the example of planner.md, section 9, edges of section 8, and random lifetimes.
#include "planner/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

// ---- Packing --------------------------------------------------------------------------------------------------------

enum { problem_capacity = 1000 };

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint32_t random_number(uint32_t limit) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % limit;
}

static void assert_packed(const AccyPackBlock *blocks, uint32_t count, const uint64_t *offsets, uint64_t arena) {
  for (uint32_t i = 0; i < count; ++i) {
    assert_int_equal(offsets[i] % blocks[i].alignment, 0);
    assert_true(offsets[i] + blocks[i].bytes <= arena);
    for (uint32_t j = 0; j < i; ++j) {
      bool together = blocks[i].first <= blocks[j].last && blocks[j].first <= blocks[i].last;
      bool apart = offsets[i] + blocks[i].bytes <= offsets[j] || offsets[j] + blocks[j].bytes <= offsets[i];
      if (together && !apart)
        fail_msg("blocks %u and %u overlap", i, j);
    }
  }
}

static uint64_t peak_by_sampling(const AccyPackBlock *blocks, uint32_t count, uint32_t times) {
  uint64_t peak = 0;
  for (uint32_t time = 0; time < times; ++time) {
    uint64_t live = 0;
    for (uint32_t i = 0; i < count; ++i)
      live += blocks[i].first <= time && time <= blocks[i].last ? blocks[i].bytes : 0;
    peak = live > peak ? live : peak;
  }
  return peak;
}

/// Blocks of up to 1000 that live briefly, or now and then long, or many at once.
static uint32_t random_problem(AccyPackBlock *blocks) {
  static const uint32_t alignments[] = {1, 4, 16, 64, 256};
  uint32_t count = 1 + random_number(1 + random_number(problem_capacity)), kind = random_number(3);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t first = random_number(kind == 2 ? 1 + count / 2 : count), longest = kind == 2 ? 1 + count / 10 : 20;
    uint32_t length = random_number(kind == 1 && random_number(10) == 0 ? count : longest);
    blocks[i] = (AccyPackBlock){first, first + length, 1 + random_number(65536), alignments[random_number(5)]};
  }
  return count;
}

static void test_random_lifetimes(void **state) {
  (void)state;
  enum { problems = 1000 };
  const AccyPackOptions options = {.search_budget = 3000};
  static AccyPackBlock blocks[problem_capacity];
  static uint64_t offsets[problem_capacity], same[problem_capacity];
  double ratios = 0;
  for (int problem = 0; problem < problems; ++problem) {
    uint64_t arena, peak, again;
    uint32_t count = random_problem(blocks);
    assert_true(accyPackBlocks(blocks, count, &options, offsets, &arena, NULL));
    assert_true(accyPackPeak(blocks, count, &peak, NULL));
    assert_int_equal(peak, peak_by_sampling(blocks, count, 2 * count + 20));
    assert_true(arena >= peak);
    assert_packed(blocks, count, offsets, arena);
    ratios += (double)arena / (double)peak;
    if (problem % 10 == 0) {
      assert_true(accyPackBlocks(blocks, count, &options, same, &again, NULL));
      assert_int_equal(arena, again);
      assert_memory_equal(offsets, same, count * sizeof(uint64_t));
    }
  }
  print_message("mean ratio of arena to peak %.4f\n", ratios / problems);
  assert_true(ratios / problems <= 1.02);
}

/// Blocks of no bytes, one time, one block and none.
static void test_small_problems(void **state) {
  (void)state;
  const AccyPackBlock blocks[] = {{3, 3, 0, 16}, {0, UINT64_MAX, 8, 8}, {3, 3, 5, 1}, {7, 7, 5, 4}};
  const uint64_t arenas[] = {0, 0, 8, 13, 13};
  for (uint32_t count = 0; count <= 4; ++count) {
    uint64_t offsets[4], arena;
    assert_true(accyPackBlocks(blocks, count, NULL, offsets, &arena, NULL));
    assert_int_equal(arena, arenas[count]);
    assert_packed(blocks, count, offsets, arena);
  }
}

static void test_pack_overflow(void **state) {
  (void)state;
  AccyPackBlock blocks[] = {{0, 1, UINT64_MAX - 5, 1}, {1, 2, 10, 1}};
  uint64_t offsets[2], arena;
  AccyStatus status = {0};
  assert_false(accyPackBlocks(blocks, 2, NULL, offsets, &arena, &status));
  assert_int_equal(status.code, AccyStatusCodeInvalidArtifact);
  blocks[1].bytes = 4; // fits
  assert_true(accyPackBlocks(blocks, 2, NULL, offsets, &arena, &status));
  assert_int_equal(arena, UINT64_MAX - 1);
}

// ---- Hard problems --------------------------------------------------------------------------------------------------

/// Reads a problem of the reference data; 0 blocks when it is not there.
static uint32_t read_problem(const char *name, AccyPackBlock *blocks) {
  const char *shared = getenv("ACCY_SHARED");
  char path[1024], heading[64];
  snprintf(path, sizeof(path), "%s/data/minimalloc/%s.1048576.csv", shared ? shared : ACCY_SOURCE_DIR "/../shared",
           name);
  FILE *file = fopen(path, "r");
  uint32_t count = 0;
  unsigned long long id, lower, upper, size;
  if (file && fgets(heading, sizeof(heading), file)) {
    while (count < problem_capacity && fscanf(file, "%llu,%llu,%llu,%llu", &id, &lower, &upper, &size) == 4)
      blocks[count++] = (AccyPackBlock){lower, upper - 1, size, 1};
  }
  if (file)
    fclose(file);
  return count;
}

static void test_hard_problems(void **state) {
  (void)state;
#if __has_feature(address_sanitizer) // the quicker ones, as each step takes several times as long
  static const char *const names[] = {"A", "C", "D", "G", "I", "J", "K"};
#else
  static const char *const names[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"};
#endif
  const AccyPackOptions options = {.goal = 1048576, .search_budget = 20000000};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    static AccyPackBlock blocks[problem_capacity];
    static uint64_t offsets[problem_capacity];
    uint64_t arena;
    uint32_t count = read_problem(names[i], blocks);
    if (count == 0) {
      print_message("skipped: the reference problems are absent (beside the checkout and in $ACCY_SHARED)\n");
      skip();
    }
    assert_true(accyPackBlocks(blocks, count, &options, offsets, &arena, NULL));
    assert_packed(blocks, count, offsets, arena);
    if (arena > options.goal)
      fail_msg("problem %s takes %llu bytes", names[i], (unsigned long long)arena);
  }
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dead_temporaries),      cmocka_unit_test(test_other_fingerprints_are_never_reused),
      cmocka_unit_test(test_what_is_not_allocated), cmocka_unit_test(test_alignment),
      cmocka_unit_test(test_unknown_slots),         cmocka_unit_test(test_random_lifetimes),
      cmocka_unit_test(test_small_problems),        cmocka_unit_test(test_pack_overflow),
      cmocka_unit_test(test_hard_problems),         cmocka_unit_test(test_aliases),
      cmocka_unit_test(test_alias_alignment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which slots take an allocation that is free again: those that agree with its first one in everything.
#include "accy-c/MemoryPlan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// t = f(a); b = f(t); u = f(a); c = f(u), of which b and c are returned: u is first used when t is dead.
typedef struct Program {
  AccySlot slots[5]; // a t b u c
  AccyMemoryRequest request;
} Program;

enum { a, t, b, u, c };

static void start(Program *program) {
  static int64_t dims[] = {8}, strides[] = {1};
  static uint32_t order[] = {0};
  static const uint32_t ids[] = {a, t, b, u, c}, outputs[] = {b, c};
  static const AccyKernelUse kernels[] = {
      {&ids[a], 1, &ids[t], 1}, {&ids[t], 1, &ids[b], 1}, {&ids[a], 1, &ids[u], 1}, {&ids[u], 1, &ids[c], 1}};
  static const AccyRole roles[] = {AccyRoleInput, AccyRoleTemporary, AccyRoleOutput, AccyRoleTemporary, AccyRoleOutput};
  *program = (Program){.request = {.slot_count = 5, .kernels = kernels, .kernel_count = 4}};
  for (uint32_t i = 0; i < 5; ++i) {
    AccySlot *slot = &program->slots[i];
    *slot = (AccySlot){.id = i, .roles = ACCY_BIT(roles[i]), .dtype = AccyDtypeF32};
    slot->layout = (AccyLayout){AccyLayoutKindRowMajor, 1, dims, strides, order, 4, true, true};
    accySlotSetDefaults(slot);
    assert_true(accySlotComplete(slot, NULL));
  }
  program->request.slots = program->slots;
  program->request.outputs = outputs;
  program->request.output_count = 2;
  program->request.strategy = AccyMemoryStrategyReuse;
}

/// Whether u lies where t lay.
static bool reuses(const Program *program) {
  AccyMemoryPlan *plan;
  uint32_t allocation[5] = {0};
  assert_true(accyMemoryPlanCreate(&program->request, &plan, NULL));
  assert_int_equal(plan->assignment_count, 4);
  for (uint32_t i = 0; i < plan->assignment_count; ++i)
    allocation[plan->assignments[i].slot] = plan->assignments[i].allocation;
  accyMemoryPlanDestroy(plan);
  return allocation[t] == allocation[u];
}

static void more_bytes(AccySlot *slot) {
  slot->bytes = 64;
}
static void more_elements(AccySlot *slot) {
  slot->elements = 16;
}
static void other_dtype(AccySlot *slot) {
  slot->dtype = AccyDtypeI32;
}
static void other_space(AccySlot *slot) {
  slot->space = AccySpaceHost;
}
static void other_kind(AccySlot *slot) {
  slot->layout.kind = AccyLayoutKindStrided;
}
static void other_alignment(AccySlot *slot) {
  slot->layout.alignment = 16;
}
static void other_fingerprint(AccySlot *slot) {
  ++slot->layout_fingerprint;
}

static void test_reuse_needs_agreement(void **state) {
  (void)state;
  static void (*const differences[])(AccySlot *) = {more_bytes, more_elements,   other_dtype,      other_space,
                                                    other_kind, other_alignment, other_fingerprint};
  Program program;
  start(&program);
  assert_true(reuses(&program));
  for (size_t i = 0; i < sizeof differences / sizeof *differences; ++i) {
    start(&program);
    differences[i](&program.slots[u]);
    if (reuses(&program))
      fail_msg("difference %zu is not seen", i);
  }
}

// While it is read a slot is in use: what the same kernel writes cannot take its allocation.
static void test_reuse_waits_for_the_last_use(void **state) {
  (void)state;
  static const uint32_t reader[] = {t};
  Program program;
  AccyKernelUse kernels[4];
  start(&program);
  memcpy(kernels, program.request.kernels, sizeof kernels);
  kernels[2].inputs = reader; // u is made of t
  program.request.kernels = kernels;
  assert_false(reuses(&program));
}

// Slots come in the order of their first use, and of their ids where a kernel is the first to use two; each takes the
// first allocation that is free again, another only when that is taken.
static void test_reuse_takes_the_first(void **state) {
  (void)state;
  enum { count = 7 }; // the input; two made by kernel 0, read by kernel 1; two more by kernel 2, of it and of kernel 3
  static int64_t dims[] = {8}, strides[] = {1};
  static uint32_t order[] = {0};
  static const uint32_t ids[count] = {9, 6, 2, 5, 4, 3, 1}, outputs[] = {3, 1};
  static const AccyKernelUse kernels[] = {{&ids[0], 1, &ids[1], 2},  // 6 and 2
                                          {&ids[1], 2, &ids[3], 1},  // 5 of 6 and 2
                                          {&ids[3], 1, &ids[4], 2},  // 4 and 3 of 5
                                          {&ids[4], 1, &ids[6], 1}}; // 1 of 4
  AccySlot slots[count];
  for (uint32_t i = 0; i < count; ++i) {
    AccyRole role = i == 0 ? AccyRoleInput : i >= 5 ? AccyRoleOutput : AccyRoleTemporary;
    slots[i] = (AccySlot){.id = ids[i], .roles = ACCY_BIT(role), .dtype = AccyDtypeF32};
    slots[i].layout = (AccyLayout){AccyLayoutKindRowMajor, 1, dims, strides, order, 4, true, true};
    accySlotSetDefaults(&slots[i]);
    assert_true(accySlotComplete(&slots[i], NULL));
  }
  const AccyMemoryRequest request = {.slots = slots,
                                     .slot_count = count,
                                     .kernels = kernels,
                                     .kernel_count = 4,
                                     .outputs = outputs,
                                     .output_count = 2,
                                     .strategy = AccyMemoryStrategyReuse};
  static const AccyAssignment expected[] = {{2, 0}, {6, 1}, {5, 2}, {3, 0}, {4, 1}, {1, 2}};
  AccyMemoryPlan *plan;
  assert_true(accyMemoryPlanCreate(&request, &plan, NULL));
  assert_int_equal(plan->assignment_count, 6);
  assert_memory_equal(plan->assignments, expected, sizeof expected);
  assert_int_equal(plan->allocation_count, 3);
  for (uint32_t i = 0; i < plan->lifetime_count; ++i) { // outputs live to the number of kernels
    const AccySlotLifetime *life = &plan->lifetimes[i];
    static const uint32_t first[] = {0, 3, 0, 2, 2, 1, 0}, last[] = {0, 4, 1, 4, 3, 2, 1};
    assert_int_equal(life->first, first[life->slot]);
    assert_int_equal(life->last, last[life->slot]);
  }
  accyMemoryPlanDestroy(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reuse_needs_agreement),
                                     cmocka_unit_test(test_reuse_waits_for_the_last_use),
                                     cmocka_unit_test(test_reuse_takes_the_first)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

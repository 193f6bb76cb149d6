// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See set_memory.h.

#include "planner/set_memory.h"

bool accyPlanSetMemory(AccyPlan *plan, const AccyMemoryPlan *memory, AccyStatus *status) {
  AccyMemoryPlan copy = *memory;
  AccyArena *arena = &plan->arena;
  copy.lifetimes = accyArenaCopyArray(arena, memory->lifetimes, memory->lifetime_count, sizeof *copy.lifetimes);
  copy.allocations = accyArenaCopyArray(arena, memory->allocations, memory->allocation_count, sizeof *copy.allocations);
  copy.assignments = accyArenaCopyArray(arena, memory->assignments, memory->assignment_count, sizeof *copy.assignments);
  copy.arenas = accyArenaCopyArray(arena, memory->arenas, memory->arena_count, sizeof *copy.arenas);
  if (!copy.arenas || !copy.lifetimes || !copy.allocations || !copy.assignments)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the memory plan");
  plan->memory = copy;
  return true;
}

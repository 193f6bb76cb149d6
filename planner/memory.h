// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans in an arena; accy-c/MemoryPlan.h has the strategies. Spec: planner.md, section 8.
#ifndef ACCY_PLANNER_MEMORY_H
#define ACCY_PLANNER_MEMORY_H

#include "planner/plan.h"

/// Reports OutOfMemory, in the words of all that plans memory. Always false.
bool accyMemoryOutOfMemory(AccyStatus *status);

/// As accyMemoryPlanCreate; the arrays of `*outPlan` live in `arena`.
bool accyMemoryPlanMake(const AccyMemoryRequest *request, AccyArena *arena, AccyMemoryPlan *outPlan,
                        AccyStatus *status);

/// What memory planning asks of a kernel.
typedef struct AccyKernelAccess {
  const uint32_t *inputs; // slots
  uint32_t input_count;
  uint32_t output; // ACCY_NO_SLOT: none
  bool is_call;    // the kernel is not the planner's: what it asks of its buffers is unknown
  bool has_aliased_input;
  uint32_t aliased_input; // the one whose memory the output takes
} AccyKernelAccess;

/// As accyPlanAssignMemory, of kernels that the plan does not have yet.
bool accyPlanAssignMemoryOf(AccyPlan *plan, const AccyKernelAccess *kernels, uint32_t kernelCount,
                            AccyMemoryStrategy strategy, uint32_t minAlignment, const AccyPackOptions *pack,
                            AccyStatus *status);

/// Sets `plan->memory.lifetimes` alone, for a plan whose allocations are given already.
bool accyPlanFindLifetimes(AccyPlan *plan, AccyStatus *status);

#endif // ACCY_PLANNER_MEMORY_H

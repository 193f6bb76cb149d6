// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans in an arena; accy-c/MemoryPlan.h has the strategies. Spec: planner.md, section 8.
#ifndef ACCY_PLANNER_MEMORY_H
#define ACCY_PLANNER_MEMORY_H

#include "planner/plan.h"

/// As accyMemoryPlanCreate; the arrays of `*outPlan` live in `arena`.
bool accyMemoryPlanMake(const AccyMemoryRequest *request, AccyArena *arena, AccyMemoryPlan *outPlan,
                        AccyStatus *status);

/// Sets `plan->memory.lifetimes` alone, for a plan whose allocations are given already.
bool accyPlanFindLifetimes(AccyPlan *plan, AccyStatus *status);

#endif // ACCY_PLANNER_MEMORY_H

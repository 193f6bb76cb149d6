// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Giving a plan a memory plan that was computed before: one read back from IR or from plan.json.

#ifndef ACCY_PLANNER_SET_MEMORY_H
#define ACCY_PLANNER_SET_MEMORY_H

#include "planner/plan.h"

/// Replaces the plan's memory plan by a copy of `memory`, whose arrays may live anywhere. Fails with OutOfMemory; the
/// plan is then as it was.
bool accyPlanSetMemory(AccyPlan *plan, const AccyMemoryPlan *memory, AccyStatus *status);

#endif // ACCY_PLANNER_SET_MEMORY_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of accyPlanVerify. Internal to planner/plan_verify*.c.
#ifndef ACCY_PLANNER_PLAN_VERIFY_H
#define ACCY_PLANNER_PLAN_VERIFY_H

#include "planner/id_index.h"

/// Whether the memory plan holds together: slots fit their allocations, these are aligned and within their arenas, and
/// an output that takes an input's buffer has its allocation. `slots` is the index of the plan's slots. Fails with
/// InvalidArtifact, OutOfMemory.
bool accyPlanVerifyMemory(const AccyPlan *plan, const AccyIdIndex *slots, AccyArena *scratch, AccyStatus *status);

#endif // ACCY_PLANNER_PLAN_VERIFY_H

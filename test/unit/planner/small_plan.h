// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan of one kernel, for tests to look at and to damage.
#ifndef ACCY_TEST_SMALL_PLAN_H
#define ACCY_TEST_SMALL_PLAN_H

#include "planner/plan.h"

/// out = x + c on `cpu` as an object file, eleven arguments. Slots 0 (x), 1 (c) and 2, which is returned twice.
AccyPlan *makeSmallPlan(AccyPayloadOwnership ownership);

#endif // ACCY_TEST_SMALL_PLAN_H

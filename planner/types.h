// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moved to planner/plan.h.
#ifndef ACCY_PLANNER_TYPES_H
#define ACCY_PLANNER_TYPES_H

#include "planner/plan.h"

#endif // ACCY_PLANNER_TYPES_H

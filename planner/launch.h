// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moved to accy-c/Launch.h.
#ifndef ACCY_PLANNER_LAUNCH_H
#define ACCY_PLANNER_LAUNCH_H

#include "accy-c/Launch.h"

#endif // ACCY_PLANNER_LAUNCH_H

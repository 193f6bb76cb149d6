// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moved to accy-c/Status.h.
#ifndef ACCY_PLANNER_STATUS_H
#define ACCY_PLANNER_STATUS_H

#include "accy-c/Status.h"

#endif // ACCY_PLANNER_STATUS_H

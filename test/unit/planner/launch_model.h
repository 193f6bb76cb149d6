// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second, slow reading of planner.md, section 7, that the launch planner is compared with: which launches of a
// request are possible, and for what reasons it may be refused where none is.
#ifndef ACCY_TEST_PLANNER_LAUNCH_MODEL_H
#define ACCY_TEST_PLANNER_LAUNCH_MODEL_H

#include "accy-c/Launch.h"

enum { model_capacity = 20 };

/// What may come of a request: the launches, best first where they are of one thread an element, or a set of errors.
typedef struct Verdict {
  uint32_t count;
  AccyGeometry geometries[model_capacity]; // without dynamic shared memory
  uint64_t scores[model_capacity];
  AccySet errors; // of AccyStatusCode; empty when there are launches
} Verdict;

/// Judges a request whose enumerations are all known.
Verdict judgeLaunch(const AccyLaunchRequest *request);

#endif // ACCY_TEST_PLANNER_LAUNCH_MODEL_H

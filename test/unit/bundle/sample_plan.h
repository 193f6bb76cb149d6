// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan with one of everything that plan.json can say, for the tests of bundles.
#ifndef ACCY_TEST_BUNDLE_SAMPLE_PLAN_H
#define ACCY_TEST_BUNDLE_SAMPLE_PLAN_H

#include "planner/plan.h"

/// y = dot(x + c, x) and a kernel call, on cuda:sm_90. The caller destroys it.
AccyPlan *makeSamplePlan(void);

#endif // ACCY_TEST_BUNDLE_SAMPLE_PLAN_H

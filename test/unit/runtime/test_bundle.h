// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small plan for each device, made by hand around the tests' kernels.
//
//   sum = in + constant;  total = 2 (the output's fill) + sum;  return total, in
#ifndef ACCY_TEST_UNIT_RUNTIME_TEST_BUNDLE_H
#define ACCY_TEST_UNIT_RUNTIME_TEST_BUNDLE_H

#include "planner/plan.h"

typedef struct TestBundleOptions {
  AccyFormat format;
  const char *code;      // path of the kernels for that format
  uint32_t rank;         // of all tensors, which are f32
  int64_t dims[4];       // at most 128 elements
  uint32_t total_offset; // of the second allocation in the arena, a multiple of 4; the first has 512 bytes
} TestBundleOptions;

/// Element i of the constant.
float testBundleConstant(size_t i);

/// Makes the plan. The caller gives it to accyPlanDestroy.
bool testBundleMakePlan(const TestBundleOptions *options, AccyPlan **outPlan, AccyStatus *status);

/// Makes the plan and writes it to the folder.
bool testBundleWrite(const TestBundleOptions *options, const char *folder, AccyStatus *status);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The insides of a plan, and what only planning asks of kernels. Spec: planner.md, section 4.
#ifndef ACCY_PLANNER_PLAN_H
#define ACCY_PLANNER_PLAN_H

#include "accy-c/Plan.h"
#include "planner/arena.h"

/// Everything a caller must know to run a compiled function. All its arrays and payloads live in `arena`, but for
/// external payloads. Make it with accyPlanCreate, let it go with accyPlanDestroy.
struct AccyPlan {
  AccyArena arena;
  char function[ACCY_NAME_CAPACITY];
  AccyTargetProfile target;
  uint32_t slot_count;
  AccySlot *slots;
  uint32_t input_count;
  uint32_t *inputs; // slot ids
  uint32_t output_count;
  uint32_t *outputs; // slot ids, repeats kept
  uint32_t kernel_count;
  AccyKernel *kernels;
  AccyMemoryPlan memory;
  uint64_t total_kernel_ops;
  uint64_t total_static_bytes;
};

/// Whether a function can have the name of that many bytes: 1 to ACCY_NAME_CAPACITY - 1 of UTF-8, none of them NUL.
/// Fails with InvalidArtifact.
bool accyFunctionNameVerify(const char *name, size_t length, AccyStatus *status);

/// The element-count argument of a generated kernel of that kind: none for dot_general, else device_buffer_u32.
AccyCountArgument accyGeneratedCountArgument(AccyKernelKind kind);

/// The error for a generated kernel that no lowered body exists for. Always returns false.
/// Spec: section 4, "Generated kernels".
bool accyFailWithoutBody(AccyKernelKind kind, AccyDtype inputDtype, AccyDtype outputDtype, AccyStatus *status);

/// Adds a kernel's operations and static bytes to the plan's totals, which stay at 2^64-1 as sums of work do.
void accyPlanAddTotals(AccyPlan *plan, const AccyResources *resources);

/// Sets the artifact's scalar argument count and push-constant bytes from the kernel's scalars and count argument. In
/// push constants scalars lie in ABI order, each at a multiple of its size.
void accyKernelCountScalars(AccyKernel *kernel);

/// Whether an artifact of `format` can hold the payload: it has the format's kind and is not empty. Fails with
/// InvalidArtifact.
bool accyPayloadCheck(AccyFormat format, const AccyPayload *payload, AccyStatus *status);

#endif // ACCY_PLANNER_PLAN_H

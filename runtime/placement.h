// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each slot of a plan lies: in an arena of the memory plan, or in a buffer of its own.
#ifndef ACCY_RUNTIME_PLACEMENT_H
#define ACCY_RUNTIME_PLACEMENT_H

#include "planner/plan.h"
#include "runtime/device.h"

typedef struct AccyPlacement {
  const AccyPlan *plan;
  size_t alignment;
  size_t *bufferBytes;
  size_t bufferCount;
  AccyDeviceRegion *slotRegions;
} AccyPlacement;

/// Places all slots. Buffer 0 holds the kernels' element counts; then comes one arena for each memory space that has
/// allocations, and a buffer for each allocation and slot that none of these holds. The arrays live in `arena`.
/// Fails on a slot without a static size, an assignment that does not fit its allocation, and sizes beyond memory.
bool accyPlacementBuild(const AccyPlan *plan, size_t alignment, AccyArena *arena, AccyPlacement *outPlacement,
                        AccyRuntimeError *error);

/// The four bytes that hold the element count of the kernel at that position in the plan.
AccyDeviceRegion accyPlacementCountRegion(const AccyPlacement *placement, size_t kernel);

#endif

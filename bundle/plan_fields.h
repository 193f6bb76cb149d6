// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// plan.json's objects as tables. The structs here are those parts of the planner's that one object holds; writing and
// reading convert between both. Spec: planner.md, section 10.

#ifndef ACCY_BUNDLE_PLAN_FIELDS_H
#define ACCY_BUNDLE_PLAN_FIELDS_H

#include "bundle/fields.h"
#include "planner/types.h"

/// A slot but for its constant.
typedef struct AccyJsonSlot {
  AccySlot slot;
  uint32_t dimCount, strideCount, orderCount;
} AccyJsonSlot;

extern const AccyJsonFields accyJsonTargetFields;     // AccyTargetCapabilities
extern const AccyJsonFields accyJsonSlotFields;       // AccyJsonSlot
extern const AccyJsonFields accyJsonKernelHeadFields; // AccyKernel: id … entry
extern const AccyJsonFields accyJsonKernelMidFields; // AccyKernel: argument_count … geometry, class … fixed_threadgroup
extern const AccyJsonFields accyJsonTileFields;      // AccyTile
extern const AccyJsonFields accyJsonCandidateFields; // AccyLaunchCandidate, but for its tile
extern const AccyJsonFields accyJsonAllocationFields; // AccyAllocation
extern const AccyJsonFields accyJsonAssignmentFields; // AccyAssignment
extern const AccyJsonFields accyJsonMemoryFields;     // AccyMemoryPlan: total_bytes, allocated_bytes, peak_bytes

extern const AccySpelling accyJsonBackends, accyJsonFormats, accyJsonPayloadKinds, accyJsonMemoryStrategies,
    accyJsonScalarKinds;

#endif // ACCY_BUNDLE_PLAN_FIELDS_H

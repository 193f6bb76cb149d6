// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans: which slots share memory, and where. Spec: planner.md, section 8.
#ifndef ACCY_PLANNER_MEMORY_H
#define ACCY_PLANNER_MEMORY_H

#include "planner/pack.h"
#include "planner/types.h"

/// The slots that one kernel touches.
typedef struct AccyKernelUse {
  const uint32_t *inputs;
  uint32_t input_count;
  const uint32_t *outputs;
  uint32_t output_count;
} AccyKernelUse;

typedef struct AccyMemoryRequest {
  const AccySlot *slots;
  uint32_t slot_count;
  const AccyKernelUse *kernels; // in launch order
  uint32_t kernel_count;
  const uint32_t *outputs; // the plan's
  uint32_t output_count;
  AccyMemoryStrategy strategy;
  uint32_t min_alignment; // of an offset, beside the slots' own; 0 counts as 1
  AccyPackOptions pack;   // of that strategy
} AccyMemoryRequest;

/// Plans the memory of all allocatable slots (used, neither input nor constant, of static size).
/// reuse: slots share an allocation only when they agree in size, dtype, space, layout, alignment and fingerprint;
/// allocations follow one another in the arena of their space. pack: each slot is an allocation of its own, placed so
/// that slots alive at the same time do not overlap and the arenas are small (planner/pack.h).
/// The arrays of `*outPlan` live in `arena`. Fails with InvalidArtifact when a kernel or the plan's outputs name an
/// unknown slot, or a sum passes 64 bits; OutOfMemory.
bool accyMemoryPlanMake(const AccyMemoryRequest *request, AccyArena *arena, AccyMemoryPlan *outPlan,
                        AccyStatus *status);

/// The same for a plan that has its slots, kernels and outputs; sets `plan->memory`.
bool accyPlanAssignMemory(AccyPlan *plan, AccyMemoryStrategy strategy, uint32_t minAlignment, AccyStatus *status);

/// Sets `plan->memory.lifetimes` alone, for a plan whose allocations are given already.
bool accyPlanFindLifetimes(AccyPlan *plan, AccyStatus *status);

/// The size of the arena that the allocations of `space` need: the largest offset + bytes.
uint64_t accyMemoryArenaBytes(const AccyMemoryPlan *plan, AccySpace space);

#endif // ACCY_PLANNER_MEMORY_H

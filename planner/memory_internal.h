// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What planning memory hands from one step to the next. Internal to planner/memory*.c.
#ifndef ACCY_PLANNER_MEMORY_INTERNAL_H
#define ACCY_PLANNER_MEMORY_INTERNAL_H

#include "planner/id_index.h"
#include "planner/memory.h"

/// A slot that memory is planned for.
typedef struct PlannedSlot {
  const AccySlot *slot;
  bool is_used;
  uint32_t first, last;      // of its own value; of an owner, also of those that take its memory
  uint32_t alignment;        // of an owner, also of those
  struct PlannedSlot *owner; // the slot whose memory it takes; null: it has memory of its own
  uint32_t allocation;       // once it is assigned
} PlannedSlot;

typedef struct MemoryPlanner {
  const AccyMemoryRequest *request;
  AccyArena *arena;      // of the plan
  AccyArena scratch;     // of the rest
  PlannedSlot *slots;    // of every slot of the request
  AccyIdIndex slot_ids;  // where they are
  PlannedSlot **ordered; // the allocatable ones with memory of their own, by (first use, slot id)
  uint32_t ordered_count;
  AccyMemoryPlan plan;
  AccyStatus *status;
} MemoryPlanner;

/// The slot of that id, or null.
PlannedSlot *accyMemoryFindSlot(MemoryPlanner *planner, uint32_t id);

/// The slot whose memory the slot has, itself if it takes nobody's.
PlannedSlot *accyMemoryOwnerOf(PlannedSlot *slot);

/// Makes an allocation for the slot and returns its id.
uint32_t accyMemoryAllocate(MemoryPlanner *planner, const PlannedSlot *slot, uint64_t offset);

/// Gives the slot that allocation.
void accyMemoryAssign(MemoryPlanner *planner, PlannedSlot *slot, uint32_t allocation);

/// Reports on the arena of each space and, with strategy pack, places its slots. Fails with InvalidArtifact when an
/// offset passes 64 bits; OutOfMemory.
bool accyMemoryPlanArenas(MemoryPlanner *planner);

/// Finds the lifetime of each slot, and records those of allocatable ones in the plan. Fails with InvalidArtifact when
/// a kernel or output names an unknown slot or the sum of the slots' bytes passes 64 bits; OutOfMemory.
bool accyMemoryFindLifetimes(MemoryPlanner *planner);

/// Lets the slots of the request's aliases take the memory of others, and leaves only owners in `ordered`. Fails with
/// InvalidArtifact when slots cannot share memory.
bool accyMemoryJoinAliases(MemoryPlanner *planner);

#endif // ACCY_PLANNER_MEMORY_INTERNAL_H

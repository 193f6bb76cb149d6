// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans: the strategies reuse and pack. Spec: planner.md, section 8.
#include <stdlib.h>

#include "accy-c/MemoryPlan.h"
#include "planner/arithmetic.h"
#include "planner/memory_internal.h"
#include "planner/slot.h"

void accyMemoryAssign(MemoryPlanner *planner, PlannedSlot *slot, uint32_t allocation) {
  slot->allocation = allocation;
  planner->plan.assignments[planner->plan.assignment_count++] = (AccyAssignment){slot->slot->id, allocation};
}

uint32_t accyMemoryAllocate(MemoryPlanner *planner, const PlannedSlot *planned, uint64_t offset) {
  const AccySlot *slot = planned->slot;
  uint32_t id = planner->plan.allocation_count++;
  planner->plan.allocations[id] = (AccyAllocation){id, slot->space, offset, slot->bytes, planned->alignment};
  return id;
}

// ---- Strategy reuse -------------------------------------------------------------------------------------------------

static bool agree(const AccySlot *a, const AccySlot *b) {
  return a->bytes == b->bytes && a->dtype == b->dtype && a->space == b->space && a->layout.kind == b->layout.kind &&
         a->elements == b->elements && a->layout.alignment == b->layout.alignment &&
         a->layout_fingerprint == b->layout_fingerprint;
}

/// Whether the slot can follow `holder` in an allocation.
static bool can_reuse(const AccyAllocation *allocation, const PlannedSlot *holder, const PlannedSlot *slot) {
  return holder->last < slot->first && agree(holder->slot, slot->slot) && allocation->alignment % slot->alignment == 0;
}

static bool append_to_arena(MemoryPlanner *planner, const PlannedSlot *planned, uint64_t ends[AccySpaceCount]) {
  const AccySlot *slot = planned->slot;
  uint64_t offset, end;
  if (!accyAlignUp(ends[slot->space], planned->alignment, &offset) || __builtin_add_overflow(offset, slot->bytes, &end))
    return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "the arena passes 64 bits");
  ends[slot->space] = end;
  planner->plan.allocated_static_bytes += slot->bytes;
  accyMemoryAllocate(planner, planned, offset);
  return true;
}

static bool plan_reuse(MemoryPlanner *planner) {
  const PlannedSlot **holders = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(*holders));
  if (!holders)
    return accyMemoryOutOfMemory(planner->status);
  uint64_t ends[AccySpaceCount] = {0};
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    PlannedSlot *slot = planner->ordered[i];
    uint32_t id = 0;
    while (id < planner->plan.allocation_count && !can_reuse(&planner->plan.allocations[id], holders[id], slot))
      ++id;
    if (id == planner->plan.allocation_count && !append_to_arena(planner, slot, ends))
      return false;
    holders[id] = slot;
    accyMemoryAssign(planner, slot, id);
  }
  return true;
}

// ---- All together ---------------------------------------------------------------------------------------------------

/// Assigns slots that take others' memory to the allocations of those.
static void assign_aliases(MemoryPlanner *planner) {
  for (uint32_t i = 0; i < planner->request->alias_count; ++i) {
    PlannedSlot *slot = accyMemoryFindSlot(planner, planner->request->aliases[i].slot);
    accyMemoryAssign(planner, slot, accyMemoryOwnerOf(slot)->allocation);
  }
}

static bool find_peak(MemoryPlanner *planner) {
  AccyPackBlock *blocks = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(AccyPackBlock));
  if (!blocks)
    return accyMemoryOutOfMemory(planner->status);
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    const PlannedSlot *slot = planner->ordered[i];
    blocks[i] = (AccyPackBlock){slot->first, slot->last, slot->slot->bytes, 1};
  }
  return accyPackPeak(blocks, planner->ordered_count, &planner->plan.peak_static_live_bytes, planner->status);
}

static bool plan_memory(MemoryPlanner *planner) {
  if (!accyMemoryFindLifetimes(planner) || !accyMemoryJoinAliases(planner) || !find_peak(planner))
    return false;
  if (planner->plan.strategy == AccyMemoryStrategyReuse && !plan_reuse(planner))
    return false;
  if (!accyMemoryPlanArenas(planner))
    return false;
  assign_aliases(planner);
  return true;
}

static bool is_power_of_two_or_none(uint32_t alignment) {
  return alignment == 0 || accyIsPowerOfTwo(alignment);
}

static bool check_request(const AccyMemoryRequest *request, AccyStatus *status) {
  if ((size_t)request->strategy >= AccyMemoryStrategyCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "memory is to be planned by an unknown strategy");
  if (!is_power_of_two_or_none(request->preferred_alignment))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a preferred alignment of %u is no power of two",
                    request->preferred_alignment);
  for (uint32_t i = 0; request->kernel_alignments && i < request->kernel_count; ++i) {
    if (!is_power_of_two_or_none(request->kernel_alignments[i]))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "kernel %u asks for the alignment %u, no power of two", i,
                      request->kernel_alignments[i]);
  }
  if (!is_power_of_two_or_none(request->min_alignment))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a least alignment of %u is no power of two",
                    request->min_alignment);
  for (uint32_t i = 0; i < request->slot_count; ++i) {
    const AccySlot *slot = &request->slots[i];
    if (!accySlotCheckWords(slot, status))
      return false;
    if (!is_power_of_two_or_none(slot->layout.alignment))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u has the alignment %u, which is no power of two",
                      slot->id, slot->layout.alignment);
  }
  return true;
}

bool accyMemoryPlanMake(const AccyMemoryRequest *request, AccyArena *arena, AccyMemoryPlan *outPlan,
                        AccyStatus *status) {
  if (!check_request(request, status))
    return false;
  MemoryPlanner planner = {.request = request, .arena = arena, .status = status};
  planner.plan.strategy = request->strategy;
  bool success = plan_memory(&planner);
  accyArenaFree(&planner.scratch);
  if (success)
    *outPlan = planner.plan;
  return success;
}

/// A memory plan and the arena that its arrays live in. The plan comes first: its address is the caller's handle.
typedef struct OwnedMemoryPlan {
  AccyMemoryPlan plan;
  AccyArena arena;
} OwnedMemoryPlan;

bool accyMemoryPlanCreate(const AccyMemoryRequest *request, AccyMemoryPlan **outPlan, AccyStatus *status) {
  OwnedMemoryPlan *owned = calloc(1, sizeof(*owned));
  if (!owned)
    return accyMemoryOutOfMemory(status);
  if (!accyMemoryPlanMake(request, &owned->arena, &owned->plan, status)) {
    accyArenaFree(&owned->arena);
    free(owned);
    return false;
  }
  *outPlan = &owned->plan;
  return true;
}

void accyMemoryPlanDestroy(AccyMemoryPlan *plan) {
  OwnedMemoryPlan *owned = (OwnedMemoryPlan *)plan;
  if (!owned)
    return;
  accyArenaFree(&owned->arena);
  free(owned);
}

uint64_t accyMemoryArenaBytes(const AccyMemoryPlan *plan, AccySpace space) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < plan->allocation_count; ++i) {
    const AccyAllocation *allocation = &plan->allocations[i];
    uint64_t end = accySaturatingAdd(allocation->offset, allocation->bytes);
    if (allocation->space == space && end > bytes)
      bytes = end;
  }
  return bytes;
}

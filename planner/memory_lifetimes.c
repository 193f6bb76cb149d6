// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When slots are live, and which of them share memory because a kernel updates it. Spec: planner.md, section 8.
#include <stdlib.h>

#include "planner/memory_internal.h"

bool accyMemoryOutOfMemory(AccyStatus *status) {
  return accyFail(status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
}

// ---- Lifetimes ------------------------------------------------------------------------------------------------------

PlannedSlot *accyMemoryFindSlot(MemoryPlanner *planner, uint32_t id) {
  uint32_t position = accyIdIndexFind(&planner->slot_ids, id);
  return position == ACCY_NO_POSITION ? NULL : &planner->slots[position];
}

static uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

static bool use_slots(MemoryPlanner *planner, const uint32_t *ids, uint32_t count, uint32_t kernel) {
  const uint32_t *alignments = planner->request->kernel_alignments;
  for (uint32_t i = 0; i < count; ++i) {
    PlannedSlot *slot = accyMemoryFindSlot(planner, ids[i]);
    if (!slot)
      return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "kernel %u names slot %u, which is not there",
                      kernel, ids[i]);
    if (!slot->is_used)
      slot->first = kernel;
    slot->is_used = true;
    slot->last = kernel;
    slot->alignment = larger(slot->alignment, alignments ? alignments[kernel] : 1);
  }
  return true;
}

static uint32_t alignment_of(const MemoryPlanner *planner, const AccySlot *slot) {
  return larger(1, larger(planner->request->min_alignment, slot->layout.alignment));
}

static bool find_uses(MemoryPlanner *planner) {
  const AccyMemoryRequest *request = planner->request;
  planner->slots = accyArenaAllocateArray(&planner->scratch, request->slot_count, sizeof(PlannedSlot));
  if (!planner->slots)
    return accyMemoryOutOfMemory(planner->status);
  if (!accyIndexSlots(request->slots, request->slot_count, &planner->scratch, &planner->slot_ids, planner->status))
    return false;
  for (uint32_t i = 0; i < request->slot_count; ++i)
    planner->slots[i] =
        (PlannedSlot){.slot = &request->slots[i], .alignment = alignment_of(planner, &request->slots[i])};
  for (uint32_t i = 0; i < request->kernel_count; ++i) {
    const AccyKernelUse *use = &request->kernels[i];
    if (!use_slots(planner, use->inputs, use->input_count, i) ||
        !use_slots(planner, use->outputs, use->output_count, i))
      return false;
  }
  for (uint32_t i = 0; i < request->output_count; ++i) {
    PlannedSlot *slot = accyMemoryFindSlot(planner, request->outputs[i]);
    if (!slot)
      return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "output %u names slot %u, which is not there", i,
                      request->outputs[i]);
    if (slot->is_used)
      slot->last = request->kernel_count;
  }
  return true;
}

static bool is_allocatable(const PlannedSlot *slot) {
  AccySet excluded = ACCY_BIT(AccyRoleInput) | ACCY_BIT(AccyRoleConstant);
  return slot->is_used && slot->slot->has_static_size && !(slot->slot->roles & excluded);
}

static int compare_first_use(const void *a, const void *b) {
  const PlannedSlot *left = *(PlannedSlot *const *)a, *right = *(PlannedSlot *const *)b;
  if (left->first != right->first)
    return left->first < right->first ? -1 : 1;
  if (left->slot->id != right->slot->id)
    return left->slot->id < right->slot->id ? -1 : 1;
  return 0;
}

static bool order_slots(MemoryPlanner *planner) {
  uint32_t slot_count = planner->request->slot_count;
  planner->ordered = accyArenaAllocateArray(&planner->scratch, slot_count, sizeof(PlannedSlot *));
  planner->plan.lifetimes = accyArenaAllocateArray(planner->arena, slot_count, sizeof(AccySlotLifetime));
  planner->plan.allocations = accyArenaAllocateArray(planner->arena, slot_count, sizeof(AccyAllocation));
  planner->plan.assignments = accyArenaAllocateArray(planner->arena, slot_count, sizeof(AccyAssignment));
  if (!planner->ordered || !planner->plan.lifetimes || !planner->plan.allocations || !planner->plan.assignments)
    return accyMemoryOutOfMemory(planner->status);
  AccyMemoryPlan *plan = &planner->plan;
  for (uint32_t i = 0; i < slot_count; ++i) {
    PlannedSlot *slot = &planner->slots[i];
    if (!is_allocatable(slot))
      continue;
    plan->lifetimes[plan->lifetime_count++] = (AccySlotLifetime){slot->slot->id, slot->first, slot->last};
    planner->ordered[planner->ordered_count++] = slot;
    if (__builtin_add_overflow(plan->total_static_slot_bytes, slot->slot->bytes, &plan->total_static_slot_bytes))
      return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "the slots' bytes pass 64 bits");
  }
  qsort(planner->ordered, planner->ordered_count, sizeof(PlannedSlot *), compare_first_use);
  return true;
}

bool accyMemoryFindLifetimes(MemoryPlanner *planner) {
  return find_uses(planner) && order_slots(planner);
}

// ---- Aliases --------------------------------------------------------------------------------------------------------

PlannedSlot *accyMemoryOwnerOf(PlannedSlot *slot) {
  while (slot->owner)
    slot = slot->owner;
  return slot;
}

/// Whether the slot can take the other's memory: the other's value is not needed once the slot's is there.
static bool can_join(const PlannedSlot *slot, const PlannedSlot *other) {
  return is_allocatable(slot) && is_allocatable(other) && !slot->owner && slot->slot->bytes == other->slot->bytes &&
         slot->slot->space == other->slot->space && other->first <= slot->first && other->last <= slot->first;
}

/// Lets the slot take the other's memory, which is then in use for as long as either.
static bool join_slots(MemoryPlanner *planner, const AccySlotAlias *alias) {
  PlannedSlot *slot = accyMemoryFindSlot(planner, alias->slot), *other = accyMemoryFindSlot(planner, alias->of);
  if (!slot || !other || !can_join(slot, other) || accyMemoryOwnerOf(other) == slot)
    return accyFail(planner->status, AccyStatusCodeInvalidArtifact,
                    "slot %u cannot take the memory of slot %u: both must be temporaries or outputs of one size and "
                    "space, the latter used first and not after the former is",
                    alias->slot, alias->of);
  PlannedSlot *owner = accyMemoryOwnerOf(other);
  slot->owner = owner;
  owner->last = larger(slot->last, owner->last);
  owner->alignment = larger(slot->alignment, owner->alignment);
  return true;
}

/// Leaves only slots with memory of their own in `ordered`. Lifetimes are recorded before, each slot's own.
bool accyMemoryJoinAliases(MemoryPlanner *planner) {
  for (uint32_t i = 0; i < planner->request->alias_count; ++i) {
    if (!join_slots(planner, &planner->request->aliases[i]))
      return false;
  }
  uint32_t count = 0;
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    if (!planner->ordered[i]->owner)
      planner->ordered[count++] = planner->ordered[i];
  }
  planner->ordered_count = count;
  return true;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a plan's memory holds together. Spec: planner.md, section 8.
#include "planner/plan_verify.h"

/// A plan's memory, and where things are in it.
typedef struct MemoryIndex {
  const AccyPlan *plan;
  const AccyIdIndex *slots;
  AccyIdIndex allocations;
  uint32_t *allocation_of; // the position of each slot's allocation, by the slot's own; ACCY_NO_POSITION: none
} MemoryIndex;

static bool verify_allocations(const AccyMemoryPlan *memory, const AccyIdIndex *allocations, AccyStatus *status) {
  if ((size_t)memory->strategy >= AccyMemoryStrategyCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "memory is planned by an unknown strategy");
  for (uint32_t i = 0; i < memory->allocation_count; ++i) {
    const AccyAllocation *allocation = &memory->allocations[i];
    uint64_t end;
    if ((size_t)allocation->space >= AccySpaceCount)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "allocation %u is in an unknown space", allocation->id);
    if (allocation->alignment == 0 || allocation->offset % allocation->alignment ||
        __builtin_add_overflow(allocation->offset, allocation->bytes, &end))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "allocation %u is not aligned or ends beyond 64 bits",
                      allocation->id);
    if (accyIdIndexFind(allocations, allocation->id) != i)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "two allocations have the id %u", allocation->id);
  }
  return true;
}

static bool fits(const AccySlot *slot, const AccyAllocation *allocation) {
  return slot->bytes <= allocation->bytes && slot->space == allocation->space &&
         allocation->alignment % slot->layout.alignment == 0;
}

static bool verify_assignments(const MemoryIndex *index, AccyStatus *status) {
  const AccyMemoryPlan *memory = &index->plan->memory;
  for (uint32_t i = 0; i < memory->assignment_count; ++i) {
    const AccyAssignment *assignment = &memory->assignments[i];
    uint32_t slot = accyIdIndexFind(index->slots, assignment->slot);
    uint32_t allocation = accyIdIndexFind(&index->allocations, assignment->allocation);
    if (slot == ACCY_NO_POSITION || allocation == ACCY_NO_POSITION)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u is assigned to allocation %u; one is not there",
                      assignment->slot, assignment->allocation);
    if (!fits(&index->plan->slots[slot], &memory->allocations[allocation]))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u does not fit allocation %u", assignment->slot,
                      assignment->allocation);
    if (index->allocation_of[slot] != ACCY_NO_POSITION)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "slot %u is assigned to two allocations",
                      assignment->slot);
    index->allocation_of[slot] = allocation;
  }
  return true;
}

/// Whether outputs that take the buffer of an input have its allocation, once memory is planned.
static bool verify_aliases(const MemoryIndex *index, AccyStatus *status) {
  const AccyPlan *plan = index->plan;
  for (uint32_t i = 0; i < plan->kernel_count && plan->memory.assignment_count > 0; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    if (!kernel->has_aliased_input)
      continue;
    uint32_t input = accyIdIndexFind(index->slots, kernel->input_slots[kernel->aliased_input]);
    uint32_t output = accyIdIndexFind(index->slots, kernel->output_slot);
    if (index->allocation_of[input] != index->allocation_of[output])
      return accyFail(status, AccyStatusCodeInvalidArtifact,
                      "kernel %u (%s): its output does not have the allocation of the input whose buffer it takes",
                      kernel->id, kernel->artifact.entry);
  }
  return true;
}

/// Whether what is said of the arenas is so. Plans of older writers say nothing.
static bool verify_arenas(const AccyMemoryPlan *memory, AccyStatus *status) {
  AccySet seen = 0;
  for (uint32_t i = 0; i < memory->arena_count; ++i) {
    const AccyArenaUse *arena = &memory->arenas[i];
    if ((size_t)arena->space >= AccySpaceCount || seen & ACCY_BIT(arena->space))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "arena %u is of an unknown space, or of one that has one",
                      i);
    seen |= ACCY_BIT(arena->space);
    if (arena->arena_bytes != accyMemoryArenaBytes(memory, arena->space) || arena->peak_bytes > arena->least_bytes ||
        arena->least_bytes > arena->arena_bytes)
      return accyFail(status, AccyStatusCodeInvalidArtifact,
                      "the arena of %s has %llu bytes, at least %llu and %llu live: its allocations end elsewhere, or "
                      "these are not in order",
                      accySpaceName(arena->space), (unsigned long long)arena->arena_bytes,
                      (unsigned long long)arena->least_bytes, (unsigned long long)arena->peak_bytes);
  }
  return true;
}

bool accyPlanVerifyMemory(const AccyPlan *plan, const AccyIdIndex *slots, AccyArena *scratch, AccyStatus *status) {
  const AccyMemoryPlan *memory = &plan->memory;
  MemoryIndex index = {.plan = plan, .slots = slots};
  index.allocation_of = accyArenaAllocateArray(scratch, plan->slot_count, sizeof(uint32_t));
  if (!index.allocation_of)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory to verify a plan");
  for (uint32_t i = 0; i < plan->slot_count; ++i)
    index.allocation_of[i] = ACCY_NO_POSITION;
  return accyIndexAllocations(memory->allocations, memory->allocation_count, scratch, &index.allocations, status) &&
         verify_allocations(memory, &index.allocations, status) && verify_assignments(&index, status) &&
         verify_aliases(&index, status) && verify_arenas(memory, status);
}

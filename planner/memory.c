// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory plans: lifetimes, and the strategies reuse and pack. Spec: planner.md, section 8.
#include "planner/memory.h"

#include <stdlib.h>
#include <string.h>

#include "accy-c/MemoryPlan.h"
#include "planner/arithmetic.h"

/// A slot that memory is planned for.
typedef struct PlannedSlot {
  const AccySlot *slot;
  bool is_used;
  uint32_t first, last;
  struct PlannedSlot *owner; // the slot whose memory it takes; null: it has memory of its own
} PlannedSlot;

typedef struct MemoryPlanner {
  const AccyMemoryRequest *request;
  AccyArena *arena;
  AccyArena scratch;
  PlannedSlot *slots;    // of every slot of the request
  PlannedSlot **ordered; // the allocatable ones, by (first use, slot id)
  uint32_t ordered_count;
  AccyMemoryPlan plan;
  AccyStatus *status;
} MemoryPlanner;

static bool out_of_memory(MemoryPlanner *planner) {
  return accyFail(planner->status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
}

static PlannedSlot *find_slot(MemoryPlanner *planner, uint32_t id) {
  const AccyMemoryRequest *request = planner->request;
  if (id < request->slot_count && request->slots[id].id == id)
    return &planner->slots[id];
  for (uint32_t i = 0; i < request->slot_count; ++i) {
    if (request->slots[i].id == id)
      return &planner->slots[i];
  }
  return NULL;
}

static bool use_slots(MemoryPlanner *planner, const uint32_t *ids, uint32_t count, uint32_t kernel) {
  for (uint32_t i = 0; i < count; ++i) {
    PlannedSlot *slot = find_slot(planner, ids[i]);
    if (!slot)
      return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "kernel %u names slot %u, which is not there",
                      kernel, ids[i]);
    if (!slot->is_used)
      slot->first = kernel;
    slot->is_used = true;
    slot->last = kernel;
  }
  return true;
}

static bool find_lifetimes(MemoryPlanner *planner) {
  const AccyMemoryRequest *request = planner->request;
  planner->slots = accyArenaAllocateArray(&planner->scratch, request->slot_count, sizeof(PlannedSlot));
  if (!planner->slots)
    return out_of_memory(planner);
  for (uint32_t i = 0; i < request->slot_count; ++i)
    planner->slots[i].slot = &request->slots[i];
  for (uint32_t i = 0; i < request->kernel_count; ++i) {
    const AccyKernelUse *use = &request->kernels[i];
    if (!use_slots(planner, use->inputs, use->input_count, i) ||
        !use_slots(planner, use->outputs, use->output_count, i))
      return false;
  }
  for (uint32_t i = 0; i < request->output_count; ++i) {
    PlannedSlot *slot = find_slot(planner, request->outputs[i]);
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

static PlannedSlot *owner_of(PlannedSlot *slot) {
  while (slot->owner)
    slot = slot->owner;
  return slot;
}

/// Lets the slot take the other's memory, which is then in use for as long as either.
static bool join_slots(MemoryPlanner *planner, const AccySlotAlias *alias) {
  PlannedSlot *slot = find_slot(planner, alias->slot), *other = find_slot(planner, alias->of);
  if (!slot || !other || !is_allocatable(slot) || !is_allocatable(other) || slot->owner || owner_of(other) == slot ||
      slot->slot->bytes != other->slot->bytes || slot->slot->space != other->slot->space || other->first > slot->first)
    return accyFail(planner->status, AccyStatusCodeInvalidArtifact,
                    "slot %u cannot take the memory of slot %u: both must be temporaries or outputs of one size and "
                    "space, the latter used first",
                    alias->slot, alias->of);
  PlannedSlot *owner = owner_of(other);
  slot->owner = owner;
  owner->last = slot->last > owner->last ? slot->last : owner->last;
  return true;
}

/// Leaves only slots with memory of their own in `ordered`. Lifetimes are recorded before, each slot's own.
static bool join_aliases(MemoryPlanner *planner) {
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
    return out_of_memory(planner);
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

static uint32_t alignment_of(const MemoryPlanner *planner, const AccySlot *slot) {
  uint32_t least = planner->request->min_alignment ? planner->request->min_alignment : 1;
  uint32_t own = slot->layout.alignment ? slot->layout.alignment : 1;
  return own > least ? own : least;
}

static void assign(MemoryPlanner *planner, const AccySlot *slot, uint32_t allocation) {
  planner->plan.assignments[planner->plan.assignment_count++] = (AccyAssignment){slot->id, allocation};
}

static AccyAllocation *new_allocation(MemoryPlanner *planner, const AccySlot *slot, uint64_t offset) {
  uint32_t id = planner->plan.allocation_count++;
  AccyAllocation *allocation = &planner->plan.allocations[id];
  *allocation = (AccyAllocation){id, slot->space, offset, slot->bytes, alignment_of(planner, slot)};
  return allocation;
}

// ---- Strategy reuse -------------------------------------------------------------------------------------------------

static bool agree(const AccySlot *a, const AccySlot *b) {
  return a->bytes == b->bytes && a->dtype == b->dtype && a->space == b->space && a->layout.kind == b->layout.kind &&
         a->elements == b->elements && a->layout.alignment == b->layout.alignment &&
         a->layout_fingerprint == b->layout_fingerprint;
}

static bool append_to_arena(MemoryPlanner *planner, const AccySlot *slot, uint64_t ends[AccySpaceCount]) {
  uint64_t offset, end;
  if (!accyAlignUp(ends[slot->space], alignment_of(planner, slot), &offset) ||
      __builtin_add_overflow(offset, slot->bytes, &end))
    return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "the arena passes 64 bits");
  ends[slot->space] = end;
  planner->plan.allocated_static_bytes += slot->bytes;
  new_allocation(planner, slot, offset);
  return true;
}

static bool plan_reuse(MemoryPlanner *planner) {
  const PlannedSlot **holders = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(*holders));
  if (!holders)
    return out_of_memory(planner);
  uint64_t ends[AccySpaceCount] = {0};
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    const PlannedSlot *slot = planner->ordered[i];
    uint32_t id = 0;
    while (id < planner->plan.allocation_count &&
           !(holders[id]->last < slot->first && agree(holders[id]->slot, slot->slot)))
      ++id;
    if (id == planner->plan.allocation_count && !append_to_arena(planner, slot->slot, ends))
      return false;
    holders[id] = slot;
    assign(planner, slot->slot, id);
  }
  return true;
}

// ---- Strategy pack --------------------------------------------------------------------------------------------------

static bool pack_space(MemoryPlanner *planner, AccySpace space) {
  uint32_t count = 0;
  AccyPackBlock *blocks = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(AccyPackBlock));
  uint64_t *offsets = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(uint64_t));
  if (!blocks || !offsets)
    return out_of_memory(planner);
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    const PlannedSlot *slot = planner->ordered[i];
    if (slot->slot->space == space)
      blocks[count++] = (AccyPackBlock){slot->first, slot->last, slot->slot->bytes, alignment_of(planner, slot->slot)};
  }
  uint64_t arena_bytes;
  if (!accyPackBlocks(blocks, count, &planner->request->pack, offsets, &arena_bytes, planner->status))
    return false;
  planner->plan.allocated_static_bytes = accySaturatingAdd(planner->plan.allocated_static_bytes, arena_bytes);
  count = 0;
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    const AccySlot *slot = planner->ordered[i]->slot;
    if (slot->space == space)
      assign(planner, slot, new_allocation(planner, slot, offsets[count++])->id);
  }
  return true;
}

static bool plan_pack(MemoryPlanner *planner) {
  for (int space = 0; space < AccySpaceCount; ++space) {
    if (!pack_space(planner, (AccySpace)space))
      return false;
  }
  return true;
}

/// Assigns slots that take others' memory to the allocations of those.
static void assign_aliases(MemoryPlanner *planner) {
  AccyMemoryPlan *plan = &planner->plan;
  uint32_t assigned = plan->assignment_count;
  for (uint32_t i = 0; i < planner->request->alias_count; ++i) {
    PlannedSlot *slot = find_slot(planner, planner->request->aliases[i].slot);
    uint32_t owner = owner_of(slot)->slot->id;
    for (uint32_t j = 0; j < assigned; ++j) {
      if (plan->assignments[j].slot == owner)
        assign(planner, slot->slot, plan->assignments[j].allocation);
    }
  }
}

// ---- All together ---------------------------------------------------------------------------------------------------

static bool find_peak(MemoryPlanner *planner) {
  AccyPackBlock *blocks = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(AccyPackBlock));
  if (!blocks)
    return out_of_memory(planner);
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    const PlannedSlot *slot = planner->ordered[i];
    blocks[i] = (AccyPackBlock){slot->first, slot->last, slot->slot->bytes, 1};
  }
  return accyPackPeak(blocks, planner->ordered_count, &planner->plan.peak_static_live_bytes, planner->status);
}

static bool plan_memory(MemoryPlanner *planner) {
  if (!find_lifetimes(planner) || !order_slots(planner) || !join_aliases(planner) || !find_peak(planner))
    return false;
  if (planner->plan.strategy == AccyMemoryStrategyReuse ? !plan_reuse(planner) : !plan_pack(planner))
    return false;
  assign_aliases(planner);
  return true;
}

bool accyMemoryPlanMake(const AccyMemoryRequest *request, AccyArena *arena, AccyMemoryPlan *outPlan,
                        AccyStatus *status) {
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
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
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

/// The slots that the kernels of a plan touch.
static AccyKernelUse *uses_of(const AccyPlan *plan, AccyArena *scratch) {
  AccyKernelUse *uses = accyArenaAllocateArray(scratch, plan->kernel_count, sizeof(AccyKernelUse));
  for (uint32_t i = 0; uses && i < plan->kernel_count; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    uses[i] = (AccyKernelUse){kernel->input_slots, kernel->input_slot_count, &kernel->output_slot,
                              kernel->output_slot != ACCY_NO_SLOT};
  }
  return uses;
}

/// The outputs that take the memory of an input.
static AccySlotAlias *aliases_of(const AccyPlan *plan, AccyArena *scratch, uint32_t *out_count) {
  AccySlotAlias *aliases = accyArenaAllocateArray(scratch, plan->kernel_count, sizeof(AccySlotAlias));
  *out_count = 0;
  for (uint32_t i = 0; aliases && i < plan->kernel_count; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    if (kernel->has_aliased_input && kernel->aliased_input < kernel->input_slot_count)
      aliases[(*out_count)++] = (AccySlotAlias){kernel->output_slot, kernel->input_slots[kernel->aliased_input]};
  }
  return aliases;
}

static AccyMemoryRequest request_of(const AccyPlan *plan, const AccyKernelUse *uses) {
  AccyMemoryRequest request = {.slots = plan->slots, .slot_count = plan->slot_count, .kernels = uses};
  request.kernel_count = plan->kernel_count;
  request.outputs = plan->outputs;
  request.output_count = plan->output_count;
  return request;
}

bool accyPlanAssignMemory(AccyPlan *plan, AccyMemoryStrategy strategy, uint32_t minAlignment,
                          const AccyPackOptions *pack, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyKernelUse *uses = uses_of(plan, &scratch);
  AccyMemoryRequest request = request_of(plan, uses);
  request.strategy = strategy;
  request.min_alignment = minAlignment;
  if (pack)
    request.pack = *pack;
  request.aliases = aliases_of(plan, &scratch, &request.alias_count);
  bool success = uses && request.aliases ? accyMemoryPlanMake(&request, &plan->arena, &plan->memory, status)
                                         : accyFail(status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
  accyArenaFree(&scratch);
  return success;
}

bool accyPlanFindLifetimes(AccyPlan *plan, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyKernelUse *uses = uses_of(plan, &scratch);
  AccyMemoryRequest request = request_of(plan, uses);
  MemoryPlanner planner = {.request = &request, .arena = &plan->arena, .status = status};
  bool success = uses ? find_lifetimes(&planner) && order_slots(&planner)
                      : accyFail(status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
  if (success) {
    plan->memory.lifetimes = planner.plan.lifetimes;
    plan->memory.lifetime_count = planner.plan.lifetime_count;
  }
  accyArenaFree(&planner.scratch);
  accyArenaFree(&scratch);
  return success;
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

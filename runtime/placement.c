// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each slot of a plan lies: in an arena of the memory plan, or in a buffer of its own.
#include "runtime/placement.h"

#include "planner/id_index.h"
#include "runtime/error.h"

#include <inttypes.h>
#include <stddef.h>

enum { Unplaced = 0, CountBuffer = 0, WordBytes = 4, BufferGranularity = 16 };

// Devices fill and read whole words, and cannot bind nothing.
static size_t region_bytes(uint64_t bytes) {
  return bytes == 0 ? WordBytes : (size_t)((bytes + WordBytes - 1) / WordBytes * WordBytes);
}

static size_t add_buffer(AccyPlacement *placement, size_t bytes) {
  size_t rounded = (bytes + BufferGranularity - 1) / BufferGranularity * BufferGranularity;
  placement->bufferBytes[placement->bufferCount] = rounded;
  return placement->bufferCount++;
}

// Everything that is added up later stays far from overflow.
static bool check_size(uint64_t bytes, AccyRuntimeError *error) {
  return bytes <= PTRDIFF_MAX / 2 || accyRuntimeFail(error, "the plan needs more bytes than memory can hold");
}

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

// An allocation lies in its arena when its offset suits the device, else in a buffer of its own.
static bool lies_in_arena(const AccyPlacement *placement, const AccyAllocation *allocation) {
  return allocation->offset % placement->alignment == 0;
}

static bool check_allocations(const AccyPlan *plan, AccyRuntimeError *error) {
  for (uint32_t i = 0; i < plan->memory.allocation_count; ++i)
    if (!check_size(plan->memory.allocations[i].offset, error) || !check_size(plan->memory.allocations[i].bytes, error))
      return false;
  return true;
}

static void place_arena(AccyPlacement *placement, AccySpace space, AccyDeviceRegion *regions) {
  const AccyMemoryPlan *memory = &placement->plan->memory;
  size_t size = 0;
  for (uint32_t i = 0; i < memory->allocation_count; ++i) {
    const AccyAllocation *allocation = &memory->allocations[i];
    if (allocation->space != space || !lies_in_arena(placement, allocation))
      continue;
    size_t bytes = region_bytes(allocation->bytes);
    regions[i] = (AccyDeviceRegion){placement->bufferCount, (size_t)allocation->offset, bytes};
    size = allocation->offset + bytes > size ? allocation->offset + bytes : size;
  }
  if (size)
    add_buffer(placement, size);
}

static void place_allocations(AccyPlacement *placement, AccyDeviceRegion *regions) {
  const AccyMemoryPlan *memory = &placement->plan->memory;
  for (int space = 0; space < AccySpaceCount; ++space)
    place_arena(placement, (AccySpace)space, regions);
  for (uint32_t i = 0; i < memory->allocation_count; ++i) {
    if (lies_in_arena(placement, &memory->allocations[i]))
      continue;
    size_t bytes = region_bytes(memory->allocations[i].bytes);
    regions[i] = (AccyDeviceRegion){add_buffer(placement, bytes), 0, bytes};
  }
}

static bool index_ids(const AccyPlan *plan, AccyArena *arena, AccyIdIndex *slots, AccyIdIndex *allocations,
                      AccyRuntimeError *error) {
  const AccyMemoryPlan *memory = &plan->memory;
  AccyStatus status;
  return (accyIndexSlots(plan->slots, plan->slot_count, arena, slots, &status) &&
          accyIndexAllocations(memory->allocations, memory->allocation_count, arena, allocations, &status)) ||
         accyRuntimeFail(error, "%s", status.message);
}

static bool assign_slots(AccyPlacement *placement, const AccyDeviceRegion *regions, AccyArena *arena,
                         AccyRuntimeError *error) {
  const AccyPlan *plan = placement->plan;
  AccyIdIndex slots, allocations;
  if (!index_ids(plan, arena, &slots, &allocations, error))
    return false;
  for (uint32_t i = 0; i < plan->memory.assignment_count; ++i) {
    const AccyAssignment *assignment = &plan->memory.assignments[i];
    uint32_t slot_position = accyIdIndexFind(&slots, assignment->slot);
    uint32_t position = accyIdIndexFind(&allocations, assignment->allocation);
    if (slot_position == ACCY_NO_POSITION || position == ACCY_NO_POSITION)
      return accyRuntimeFail(error,
                             "the memory plan assigns slot %" PRIu32 " to allocation %" PRIu32
                             ", one of which the plan does not have",
                             assignment->slot, assignment->allocation);
    const AccySlot *slot = &plan->slots[slot_position];
    const AccyAllocation *allocation = &plan->memory.allocations[position];
    if (allocation->bytes < slot->bytes)
      return accyRuntimeFail(error,
                             "slot %" PRIu32 " of %" PRIu64 " bytes does not fit allocation %" PRIu32 " of %" PRIu64,
                             slot->id, slot->bytes, allocation->id, allocation->bytes);
    AccyDeviceRegion region = regions[position];
    region.bytes = region_bytes(slot->bytes);
    placement->slotRegions[slot_position] = region;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static bool check_slots(const AccyPlan *plan, AccyRuntimeError *error) {
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    const AccySlot *slot = &plan->slots[i];
    if (!slot->has_static_size)
      return accyRuntimeFail(error, "slot %" PRIu32 " has no static size; only static shapes can be run", slot->id);
    if (!check_size(slot->bytes, error))
      return false;
  }
  return true;
}

static void place_other_slots(AccyPlacement *placement) {
  for (uint32_t i = 0; i < placement->plan->slot_count; ++i) {
    AccyDeviceRegion *region = &placement->slotRegions[i];
    if (region->bytes != Unplaced)
      continue;
    size_t bytes = region_bytes(placement->plan->slots[i].bytes);
    *region = (AccyDeviceRegion){add_buffer(placement, bytes), 0, bytes};
  }
}

AccyDeviceRegion accyPlacementCountRegion(const AccyPlacement *placement, size_t kernel) {
  return (AccyDeviceRegion){CountBuffer, kernel * placement->alignment, WordBytes};
}

bool accyPlacementBuild(const AccyPlan *plan, size_t alignment, AccyArena *arena, AccyPlacement *outPlacement,
                        AccyRuntimeError *error) {
  AccyPlacement placement = {.plan = plan, .alignment = alignment};
  size_t capacity = 1 + (size_t)AccySpaceCount + plan->memory.allocation_count + plan->slot_count;
  placement.bufferBytes = accyArenaAllocateArray(arena, capacity, sizeof *placement.bufferBytes);
  placement.slotRegions = accyArenaAllocateArray(arena, plan->slot_count, sizeof *placement.slotRegions);
  AccyDeviceRegion *regions = accyArenaAllocateArray(arena, plan->memory.allocation_count, sizeof *regions);
  if (!placement.bufferBytes || !placement.slotRegions || !regions)
    return accyRuntimeFail(error, "no memory for the program");
  if (!check_slots(plan, error) || !check_allocations(plan, error))
    return false;
  add_buffer(&placement, plan->kernel_count ? plan->kernel_count * alignment : WordBytes);
  place_allocations(&placement, regions);
  if (!assign_slots(&placement, regions, arena, error))
    return false;
  place_other_slots(&placement);
  *outPlacement = placement;
  return true;
}

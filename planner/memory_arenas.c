// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arenas of a memory plan, one a space: strategy pack, and how large they are and might have been. Spec:
// planner.md, section 8.
#include "planner/arithmetic.h"
#include "planner/memory_internal.h"
#include "planner/pack.h"

/// The slots of one space as blocks, in the order of `ordered`.
typedef struct SpaceBlocks {
  AccyPackBlock *blocks;
  uint64_t *offsets;
  uint32_t count;
} SpaceBlocks;

static bool make_room(MemoryPlanner *planner, SpaceBlocks *space) {
  space->blocks = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(AccyPackBlock));
  space->offsets = accyArenaAllocateArray(&planner->scratch, planner->ordered_count, sizeof(uint64_t));
  planner->plan.arenas = accyArenaAllocateArray(planner->arena, AccySpaceCount, sizeof(AccyArenaUse));
  return (space->blocks && space->offsets && planner->plan.arenas) || accyMemoryOutOfMemory(planner->status);
}

static void collect_blocks(const MemoryPlanner *planner, AccySpace space, SpaceBlocks *out) {
  out->count = 0;
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    const PlannedSlot *slot = planner->ordered[i];
    if (slot->slot->space == space)
      out->blocks[out->count++] = (AccyPackBlock){slot->first, slot->last, slot->slot->bytes, slot->alignment};
  }
}

// ---- Strategy pack --------------------------------------------------------------------------------------------------

/// Blocks of at least that many bytes get the preferred alignment in a first attempt, then only those that it costs
/// little. Where the arena grows by it, blocks lie at what they need.
static const uint64_t preferred_from[] = {0, 4096};
enum { attempts = sizeof(preferred_from) / sizeof(preferred_from[0]) };

/// Greedy placement at the preferred alignment. `*out_done` says whether the arena is as small as any.
static bool pack_as_preferred(const MemoryPlanner *planner, const SpaceBlocks *space, uint64_t least, bool *out_done) {
  AccyArena scratch = {0};
  AccyPackBlock *blocks = accyArenaCopyArray(&scratch, space->blocks, space->count, sizeof(AccyPackBlock));
  uint32_t preferred = planner->request->preferred_alignment;
  bool success = blocks != NULL || accyMemoryOutOfMemory(planner->status);
  *out_done = false;
  for (int attempt = 0; success && !*out_done && attempt < attempts; ++attempt) {
    uint64_t arena;
    for (uint32_t i = 0; i < space->count; ++i) {
      uint32_t needed = space->blocks[i].alignment;
      bool is_preferred = preferred > needed && blocks[i].bytes >= preferred_from[attempt];
      blocks[i].alignment = is_preferred ? preferred : needed;
    }
    success = accyPackGreedily(blocks, space->count, least, space->offsets, &arena, planner->status);
    *out_done = success && arena == least;
  }
  accyArenaFree(&scratch);
  return success;
}

/// Whether the preferred alignment is more than some block needs.
static bool has_preference(const MemoryPlanner *planner, const SpaceBlocks *space) {
  for (uint32_t i = 0; i < space->count; ++i) {
    if (planner->request->preferred_alignment > space->blocks[i].alignment)
      return true;
  }
  return false;
}

static bool pack_space(MemoryPlanner *planner, const SpaceBlocks *space, uint64_t least) {
  bool done = false;
  uint64_t arena;
  if (has_preference(planner, space) && !pack_as_preferred(planner, space, least, &done))
    return false;
  return done || accyPackToward(space->blocks, space->count, least, &planner->request->pack, space->offsets, &arena,
                                planner->status);
}

static void assign_space(MemoryPlanner *planner, AccySpace space, const uint64_t *offsets) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < planner->ordered_count; ++i) {
    PlannedSlot *slot = planner->ordered[i];
    if (slot->slot->space == space)
      accyMemoryAssign(planner, slot, accyMemoryAllocate(planner, slot, offsets[count++]));
  }
}

// ---- All together ---------------------------------------------------------------------------------------------------

static bool plan_space(MemoryPlanner *planner, AccySpace space, SpaceBlocks *blocks) {
  AccyArenaUse use = {.space = space};
  collect_blocks(planner, space, blocks);
  if (blocks->count == 0)
    return true;
  if (!accyPackPeak(blocks->blocks, blocks->count, &use.peak_bytes, planner->status) ||
      !accyPackLeast(blocks->blocks, blocks->count, &use.least_bytes, planner->status))
    return false;
  bool packs = planner->plan.strategy == AccyMemoryStrategyPack;
  if (packs && !pack_space(planner, blocks, use.least_bytes))
    return false;
  if (packs)
    assign_space(planner, space, blocks->offsets);
  use.arena_bytes = accyMemoryArenaBytes(&planner->plan, space);
  if (packs)
    planner->plan.allocated_static_bytes = accySaturatingAdd(planner->plan.allocated_static_bytes, use.arena_bytes);
  planner->plan.arenas[planner->plan.arena_count++] = use;
  return true;
}

double accyArenaUseRatio(const AccyArenaUse *use) {
  return use->peak_bytes == 0 ? 1 : (double)use->arena_bytes / (double)use->peak_bytes;
}

bool accyMemoryPlanArenas(MemoryPlanner *planner) {
  SpaceBlocks blocks;
  if (!make_room(planner, &blocks))
    return false;
  for (int space = 0; space < AccySpaceCount; ++space) {
    if (!plan_space(planner, (AccySpace)space, &blocks))
      return false;
  }
  return true;
}

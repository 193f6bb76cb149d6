// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_search.h.

#include "planner/pack_search.h"

#include <string.h>

static const uint64_t default_budget = 2000;

static bool meet(const AccyPackBlock *a, const AccyPackBlock *b) {
  return a->first <= b->last && b->first <= a->last;
}

// The lowest offset at which block `index` meets none of the blocks placed before it in the order.
static uint64_t first_fit(const AccyPackBlock *blocks, const uint32_t *order, uint32_t placed, const uint64_t *offsets,
                          uint32_t index) {
  uint64_t alignment = blocks[index].alignment ? blocks[index].alignment : 1, offset = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t i = 0; i < placed; ++i) {
      const AccyPackBlock *other = &blocks[order[i]];
      uint64_t begin = offsets[order[i]], end = begin + other->bytes;
      if (!meet(other, &blocks[index]) || offset >= end || offset + blocks[index].bytes <= begin)
        continue;
      offset = (end + alignment - 1) / alignment * alignment;
      moved = true;
    }
  }
  return offset;
}

static uint64_t place(const AccyPackBlock *blocks, uint32_t count, const uint32_t *order, uint64_t *offsets) {
  uint64_t arena = 0;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t index = order[i];
    offsets[index] = first_fit(blocks, order, i, offsets, index);
    uint64_t end = offsets[index] + blocks[index].bytes;
    arena = end > arena ? end : arena;
  }
  return arena;
}

static uint64_t next_random(uint64_t *state) { // xorshift64
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// Starts from the order of the offsets at hand, which gives that placement or a better one.
static void order_by_offset(const uint64_t *offsets, uint32_t count, uint32_t *order) {
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t at = i;
    for (; at > 0 && offsets[order[at - 1]] > offsets[i]; --at)
      order[at] = order[at - 1];
    order[at] = i;
  }
}

bool accyPackSearch(const AccyPackBlock *blocks, uint32_t count, uint64_t peak, uint64_t budget, AccyArena *scratch,
                    uint64_t *offsets, uint64_t *best) {
  uint32_t *order = accyArenaAllocateArray(scratch, count, sizeof *order);
  uint64_t *trial = accyArenaAllocateArray(scratch, count, sizeof *trial);
  if (!order || !trial)
    return false;
  order_by_offset(offsets, count, order);
  uint64_t state = UINT64_C(0x9E3779B97F4A7C15), current = *best;
  for (uint64_t step = 0; step < (budget ? budget : default_budget) && *best > peak; ++step) {
    uint32_t a = (uint32_t)(next_random(&state) % count), b = (uint32_t)(next_random(&state) % count);
    uint32_t moved = order[a];
    order[a] = order[b];
    order[b] = moved;
    uint64_t arena = place(blocks, count, order, trial);
    if (arena <= current) {
      current = arena;
    } else {
      order[b] = order[a];
      order[a] = moved;
    }
    if (arena < *best) {
      *best = arena;
      memcpy(offsets, trial, count * sizeof *trial);
    }
  }
  return true;
}

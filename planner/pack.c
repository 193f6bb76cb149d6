// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placing blocks at offsets: greedy placement in several orders with best fit. Greedy by size and by
// breadth: Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020.
#include "planner/pack.h"

#include <stdlib.h>
#include <string.h>

#include "planner/arena.h"
#include "planner/arithmetic.h"
#include "planner/memory.h"
#include "planner/pack_search.h"

// ---- Greedy placement -----------------------------------------------------------------------------------------------

/// The state of one greedy run: `placed` holds block numbers by rising offset.
typedef struct Greedy {
  const AccyPackBlock *blocks;
  uint32_t count;
  uint64_t *offsets;
  uint32_t *placed;
  uint32_t placed_count;
} Greedy;

static bool live_at_once(const AccyPackBlock *a, const AccyPackBlock *b) {
  return a->first <= b->last && b->first <= a->last;
}

/// The start of the smallest gap that holds `block` between placed blocks that are live with it; else above them all.
static bool best_fit(const Greedy *greedy, const AccyPackBlock *block, uint64_t *out_offset) {
  uint64_t end = 0, best_gap = UINT64_MAX, start, stop;
  bool found = false;
  for (uint32_t i = 0; i < greedy->placed_count; ++i) {
    const AccyPackBlock *other = &greedy->blocks[greedy->placed[i]];
    uint64_t offset = greedy->offsets[greedy->placed[i]];
    if (other->bytes == 0 || !live_at_once(block, other))
      continue;
    if (offset > end && accyAlignUp(end, block->alignment, &start) &&
        !__builtin_add_overflow(start, block->bytes, &stop) && stop <= offset && offset - end < best_gap) {
      found = true;
      best_gap = offset - end;
      *out_offset = start;
    }
    if (offset + other->bytes > end)
      end = offset + other->bytes;
  }
  if (found)
    return true;
  return accyAlignUp(end, block->alignment, out_offset) && !__builtin_add_overflow(*out_offset, block->bytes, &stop);
}

static void insert_by_offset(Greedy *greedy, uint32_t block) {
  uint32_t position = greedy->placed_count++;
  while (position > 0 && greedy->offsets[greedy->placed[position - 1]] > greedy->offsets[block]) {
    greedy->placed[position] = greedy->placed[position - 1];
    --position;
  }
  greedy->placed[position] = block;
}

/// Whether no block from `next` on, in its order, can be live with `other`.
typedef bool (*IsOver)(const AccyPackBlock *other, const AccyPackBlock *next);

static void forget_blocks(Greedy *greedy, const AccyPackBlock *next, IsOver is_over) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < greedy->placed_count; ++i) {
    if (!is_over(&greedy->blocks[greedy->placed[i]], next))
      greedy->placed[kept++] = greedy->placed[i];
  }
  greedy->placed_count = kept;
}

static bool place_in_order(Greedy *greedy, const uint32_t *order, IsOver is_over, uint64_t *out_arena_bytes) {
  greedy->placed_count = 0;
  *out_arena_bytes = 0;
  for (uint32_t i = 0; i < greedy->count; ++i) {
    const AccyPackBlock *block = &greedy->blocks[order[i]];
    uint64_t offset = 0;
    if (is_over)
      forget_blocks(greedy, block, is_over);
    if (block->bytes > 0 && !best_fit(greedy, block, &offset))
      return false;
    greedy->offsets[order[i]] = offset;
    insert_by_offset(greedy, order[i]);
    if (offset + block->bytes > *out_arena_bytes)
      *out_arena_bytes = offset + block->bytes;
  }
  return true;
}

// ---- Orders ---------------------------------------------------------------------------------------------------------

/// A block with what it is sorted by: larger keys first, then smaller numbers.
typedef struct OrderedBlock {
  uint64_t key, second_key;
  uint32_t block;
} OrderedBlock;

static int compare_keys(const void *a, const void *b) {
  const OrderedBlock *left = a, *right = b;
  if (left->key != right->key)
    return left->key > right->key ? -1 : 1;
  if (left->second_key != right->second_key)
    return left->second_key > right->second_key ? -1 : 1;
  return left->block < right->block ? -1 : 1;
}

static uint64_t lifetime(const AccyPackBlock *block) {
  return accySaturatingAdd(block->last - block->first, 1);
}

static OrderedBlock by_size(const AccyPackBlock *block) {
  return (OrderedBlock){block->bytes, lifetime(block), 0};
}

static OrderedBlock by_lifetime(const AccyPackBlock *block) {
  return (OrderedBlock){lifetime(block), block->bytes, 0};
}

static OrderedBlock by_area(const AccyPackBlock *block) {
  return (OrderedBlock){accySaturatingMul(block->bytes, lifetime(block)), block->bytes, 0};
}

static OrderedBlock by_first_use(const AccyPackBlock *block) {
  return (OrderedBlock){UINT64_MAX - block->first, block->bytes, 0};
}

static OrderedBlock by_last_use(const AccyPackBlock *block) {
  return (OrderedBlock){block->last, block->bytes, 0};
}

static bool ends_before(const AccyPackBlock *other, const AccyPackBlock *next) {
  return other->last < next->first;
}

static bool begins_after(const AccyPackBlock *other, const AccyPackBlock *next) {
  return other->first > next->last;
}

typedef OrderedBlock (*OrderKey)(const AccyPackBlock *block);

/// Orders in time come first: they look at the live blocks only, others at all that are placed, which takes time as the
/// square of their number.
typedef struct Order {
  OrderKey key;
  IsOver is_over; // null: not an order in time
} Order;

static const Order orders[] = {
    {by_first_use, ends_before}, {by_last_use, begins_after}, {by_size, NULL}, {by_lifetime, NULL}, {by_area, NULL},
};
enum { order_count = sizeof(orders) / sizeof(orders[0]), max_quadratic_blocks = 16384 };

static void sort_blocks(const AccyPackBlock *blocks, uint32_t count, OrderKey key, OrderedBlock *sorted,
                        uint32_t *order) {
  for (uint32_t i = 0; i < count; ++i) {
    sorted[i] = key(&blocks[i]);
    sorted[i].block = i;
  }
  qsort(sorted, count, sizeof(OrderedBlock), compare_keys);
  for (uint32_t i = 0; i < count; ++i)
    order[i] = sorted[i].block;
}

// ---- All together ---------------------------------------------------------------------------------------------------

typedef struct Packer {
  const AccyPackBlock *blocks;
  uint32_t count;
  uint64_t goal; // bytes of an arena that is good enough
  uint64_t best; // arena bytes of the best offsets; 2^64-1: none yet
  uint64_t *best_offsets;
} Packer;

static void keep_if_better(Packer *packer, const uint64_t *offsets, uint64_t arena_bytes) {
  if (packer->best != UINT64_MAX && arena_bytes >= packer->best)
    return;
  packer->best = arena_bytes;
  memcpy(packer->best_offsets, offsets, packer->count * sizeof(uint64_t));
}

/// False when memory runs out.
static bool try_orders(Packer *packer, AccyArena *scratch) {
  uint32_t count = packer->count;
  Greedy greedy = {.blocks = packer->blocks, .count = count};
  greedy.offsets = accyArenaAllocateArray(scratch, count, sizeof(uint64_t));
  greedy.placed = accyArenaAllocateArray(scratch, count, sizeof(uint32_t));
  OrderedBlock *sorted = accyArenaAllocateArray(scratch, count, sizeof(OrderedBlock));
  uint32_t *order = accyArenaAllocateArray(scratch, count, sizeof(uint32_t));
  if (!greedy.offsets || !greedy.placed || !sorted || !order)
    return false;
  for (int i = 0; i < order_count && packer->best > packer->goal; ++i) {
    uint64_t arena_bytes;
    if (!orders[i].is_over && count > max_quadratic_blocks)
      continue;
    sort_blocks(packer->blocks, count, orders[i].key, sorted, order);
    if (place_in_order(&greedy, order, orders[i].is_over, &arena_bytes))
      keep_if_better(packer, greedy.offsets, arena_bytes);
  }
  return true;
}

bool accyPackGreedily(const AccyPackBlock *blocks, uint32_t count, uint64_t goal, uint64_t *outOffsets,
                      uint64_t *outArenaBytes, AccyStatus *status) {
  Packer packer = {.blocks = blocks, .count = count, .goal = goal, .best = UINT64_MAX, .best_offsets = outOffsets};
  AccyArena scratch = {0};
  bool has_memory = try_orders(&packer, &scratch);
  accyArenaFree(&scratch);
  *outArenaBytes = packer.best;
  return has_memory || accyMemoryOutOfMemory(status);
}

bool accyPackToward(const AccyPackBlock *blocks, uint32_t count, uint64_t least, const AccyPackOptions *options,
                    uint64_t *outOffsets, uint64_t *outArenaBytes, AccyStatus *status) {
  uint64_t arena;
  if (!accyPackGreedily(blocks, count, least, outOffsets, &arena, status))
    return false;
  if (arena == UINT64_MAX)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the arena passes 64 bits");
  AccyArena scratch = {0};
  bool has_memory = accyPackSearch(blocks, count, least, options, &scratch, outOffsets, &arena);
  accyArenaFree(&scratch);
  *outArenaBytes = arena;
  return has_memory || accyMemoryOutOfMemory(status);
}

bool accyPackBlocks(const AccyPackBlock *blocks, uint32_t count, const AccyPackOptions *options, uint64_t *outOffsets,
                    uint64_t *outArenaBytes, AccyStatus *status) {
  static const AccyPackOptions defaults = {0};
  for (uint32_t i = 0; i < count; ++i)
    if (blocks[i].alignment == 0)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "block %u has the alignment 0", i);
  uint64_t least;
  return accyPackLeast(blocks, count, &least, status) &&
         accyPackToward(blocks, count, least, options ? options : &defaults, outOffsets, outArenaBytes, status);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of the exact search for a memory plan: a depth-first search over canonical placements. Internal to planner/.
// See pack_search.h for the method and pack_search.c for how runs are chosen.
#ifndef ACCY_PLANNER_PACK_CANONICAL_H
#define ACCY_PLANNER_PACK_CANONICAL_H

#include "accy-c/MemoryPlan.h"
#include "planner/arena.h"

/// What an order compares: a block's lifetime, its bytes times that, and the most bytes live at once during it.
enum { AccyPackKeyWidth, AccyPackKeyArea, AccyPackKeyLoad, AccyPackKeyCount };

/// A block in search order, which is its rank.
typedef struct AccyPackSearchBlock {
  uint32_t source;     // its number in the problem
  uint32_t begin, end; // sections
  uint32_t alignment;
  uint64_t bytes;
  uint64_t least;                                                // offset
  uint64_t keys[AccyPackKeyCount], plain_keys[AccyPackKeyCount]; // what orders look at
} AccyPackSearchBlock;

/// A least offset to be put back.
typedef struct AccyPackChange {
  uint32_t block;
  uint64_t least;
} AccyPackChange;

typedef struct AccyPackSearchState {
  AccyPackSearchBlock *blocks;
  uint32_t count;
  uint32_t section_count;
  uint64_t *remaining;     // bytes not placed yet, by section
  uint64_t *section_least; // scratch of fits(), by section
  uint64_t *offsets;       // by rank
  uint64_t capacity;
  uint64_t steps; // left
  // Stacks: lists of ranks, and changes of least offsets.
  uint32_t *ranks;
  size_t rank_top;
  AccyPackChange *changes;
  size_t change_top, change_capacity;
  bool out_of_memory;
} AccyPackSearchState;

typedef int (*AccyPackOrder)(const void *a, const void *b); // of AccyPackSearchBlock, as qsort takes it

/// Prepares the search for a problem; its arrays live in `scratch` or are freed by accyPackSearchRelease, which is to
/// be called even on failure. False when memory runs out.
bool accyPackSearchPrepare(AccyPackSearchState *search, const AccyPackBlock *blocks, uint32_t count,
                           AccyArena *scratch);
void accyPackSearchRelease(AccyPackSearchState *search);

/// Looks for a placement within `capacity`, trying blocks in the given order. `*steps` says how many placements may be
/// tried and then how many of them are left: with some left and no solution, there is none. The offsets found are in
/// `search->offsets`, by the rank of `search->blocks`.
bool accyPackSearchRun(AccyPackSearchState *search, AccyPackOrder order, uint64_t capacity, uint64_t *steps);

#endif // ACCY_PLANNER_PACK_CANONICAL_H

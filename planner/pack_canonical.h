// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of the exact search for a memory plan: a depth-first search over canonical placements. Internal to planner/.
// See pack_search.h for the method and pack_search.c for how runs are chosen.
#ifndef ACCY_PLANNER_PACK_CANONICAL_H
#define ACCY_PLANNER_PACK_CANONICAL_H

#include "accy-c/MemoryPlan.h"
#include "planner/arena.h"
#include "planner/pack_order.h"

typedef struct AccyPackSearchBlock {
  uint32_t source;     // its number in the problem
  uint32_t begin, end; // sections
  uint32_t alignment;
  uint32_t neighbour_count; // blocks that are live with it
  uint64_t bytes;
  uint64_t least;  // offset, above all placed neighbours
  uint64_t rank;   // in the order of its part
  uint64_t offset; // where it lies, once it is placed
} AccyPackSearchBlock;

/// A value to be put back.
typedef struct AccyPackChange {
  uint64_t *place;
  uint64_t value;
} AccyPackChange;

typedef struct AccyPackSearchState {
  AccyPackSearchBlock *blocks;
  uint32_t count;
  uint32_t section_count;
  // By section:
  uint64_t *remaining; // bytes not placed yet
  uint64_t *floors;    // the least offset of the blocks not placed yet
  uint32_t *crossing;  // blocks not placed yet that go on into the next section
  double *failures;    // branches that were given up for want of room there, older ones counting less
  const AccyPackOrder *order;
  uint64_t capacity;
  uint64_t budget; // left
  // Stacks: lists of blocks, and changes of least offsets, ranks and floors.
  uint32_t *lists;
  size_t list_top;
  AccyPackChange *changes;
  size_t change_top, change_capacity;
  bool out_of_memory;
  // Scratch:
  AccyPackOrdered *ordered; // by block
  uint64_t *tops;           // by section
} AccyPackSearchState;

/// Sections from `begin` to before `end`.
typedef struct AccyPackSpan {
  uint32_t begin, end;
} AccyPackSpan;

/// Blocks to be placed, by least offset and then by rank, and the sections that they lie in.
typedef struct AccyPackPart {
  const uint32_t *blocks;
  uint32_t count;
  AccyPackSpan span;
} AccyPackPart;

/// The sections that are in both; the end may lie before the beginning when there are none.
static inline AccyPackSpan accyPackIntersect(AccyPackSpan a, AccyPackSpan b) {
  return (AccyPackSpan){a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

/// Takes what was done off the budget.
static inline void accyPackSpend(AccyPackSearchState *search, uint64_t work) {
  search->budget -= work < search->budget ? work : search->budget;
}

/// Prepares the search for a problem; its arrays live in `scratch` or are freed by accyPackSearchRelease, which is to
/// be called even on failure. False when memory runs out.
bool accyPackSearchPrepare(AccyPackSearchState *search, const AccyPackBlock *blocks, uint32_t count,
                           AccyArena *scratch);
void accyPackSearchRelease(AccyPackSearchState *search);

/// Looks for a placement within `capacity`, blocks of one least offset in the given order. `*budget` says how much may
/// be done, as in AccyPackOptions, and then how much of it is left: with some left and no solution, there is none. The
/// offsets found are in `search->blocks`.
bool accyPackSearchRun(AccyPackSearchState *search, const AccyPackOrder *order, uint64_t capacity, uint64_t *budget);

#endif // ACCY_PLANNER_PACK_CANONICAL_H

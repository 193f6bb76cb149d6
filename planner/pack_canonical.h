// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of the exact search for a memory plan: a depth-first search over canonical placements. Internal to planner/.
// See pack_search.h for the method and pack_search.c for how runs are chosen.
#ifndef ACCY_PLANNER_PACK_CANONICAL_H
#define ACCY_PLANNER_PACK_CANONICAL_H

#include "accy-c/MemoryPlan.h"
#include "planner/arena.h"

/// What an order compares: a block's lifetime, its bytes times that, and the most bytes that are still to be placed at
/// one of its times.
typedef enum AccyPackKey { AccyPackKeyWidth, AccyPackKeyArea, AccyPackKeyLoad, AccyPackKeyCount } AccyPackKey;

/// The keys of an order, the first to count first; larger values come first.
typedef struct AccyPackOrder {
  AccyPackKey keys[AccyPackKeyCount];
} AccyPackOrder;

typedef struct AccyPackSearchBlock {
  uint32_t source;     // its number in the problem
  uint32_t begin, end; // sections
  uint32_t alignment;
  bool is_placed;
  uint32_t neighbour_count;
  const uint32_t *neighbours; // the blocks that are live with it
  uint64_t bytes, width, area;
  uint64_t least;  // offset, above all placed neighbours
  uint64_t offset; // where it lies, once it is placed
} AccyPackSearchBlock;

/// A block in the making of an order.
typedef struct AccyPackOrdered {
  uint64_t keys[AccyPackKeyCount];
  uint32_t block;
} AccyPackOrdered;

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
  const AccyPackOrder *order;
  AccyPackOrdered *ordered; // scratch of sorting
  uint64_t capacity;
  uint64_t steps; // left
  // Stacks: lists of blocks, and changes of least offsets and floors.
  uint32_t *lists;
  size_t list_top;
  AccyPackChange *changes;
  size_t change_top, change_capacity;
  bool out_of_memory;
} AccyPackSearchState;

/// Prepares the search for a problem; its arrays live in `scratch` or are freed by accyPackSearchRelease, which is to
/// be called even on failure. False when memory runs out.
bool accyPackSearchPrepare(AccyPackSearchState *search, const AccyPackBlock *blocks, uint32_t count,
                           AccyArena *scratch);
void accyPackSearchRelease(AccyPackSearchState *search);

/// Looks for a placement within `capacity`, trying blocks in the given order. `*steps` says how many placements may be
/// tried and then how many of them are left: with some left and no solution, there is none. The offsets found are in
/// `search->blocks`.
bool accyPackSearchRun(AccyPackSearchState *search, const AccyPackOrder *order, uint64_t capacity, uint64_t *steps);

#endif // ACCY_PLANNER_PACK_CANONICAL_H

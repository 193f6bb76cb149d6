// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placing blocks with lifetimes at offsets in one arena that is as small as can be. Spec: planner.md, section 8,
// `pack`.
#ifndef ACCY_PLANNER_PACK_H
#define ACCY_PLANNER_PACK_H

#include "planner/types.h"

/// A block that is live at the times first … last, both included.
typedef struct AccyPackBlock {
  uint64_t first, last;
  uint64_t bytes;
  uint32_t alignment; // of its offset; at least 1
} AccyPackBlock;

/// The largest sum of bytes that are live at once: no arena is smaller. 2^64-1 when it overflows.
bool accyPackPeak(const AccyPackBlock *blocks, uint32_t count, uint64_t *outPeak, AccyStatus *status);

typedef struct AccyPackOptions {
  uint64_t search_budget; // placements that the search may try, after greedy placement; 0: the default (20000)
  uint64_t goal;          // bytes of an arena that is good enough, where the search ends; 0: the peak
} AccyPackOptions;

/// Chooses an offset for each block such that blocks that are live at once do not overlap. Tries several greedy orders
/// with best fit and keeps the best, then searches (planner/pack_search.h) when none reached the goal.
/// `options` may be null. Deterministic: the budget counts steps, not time. Fails with OutOfMemory, or InvalidArtifact
/// when an offset passes 64 bits.
bool accyPackBlocks(const AccyPackBlock *blocks, uint32_t count, const AccyPackOptions *options, uint64_t *outOffsets,
                    uint64_t *outArenaBytes, AccyStatus *status);

#endif // ACCY_PLANNER_PACK_H

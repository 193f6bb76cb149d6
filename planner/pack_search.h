// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search behind accyPackBlocks for problems that no greedy order solves.
#ifndef ACCY_PLANNER_PACK_SEARCH_H
#define ACCY_PLANNER_PACK_SEARCH_H

#include "planner/pack.h"

/// Improves on `*best`, the arena size of the placement in `offsets`: hill climbing over placement orders, each placed
/// first-fit, for at most `budget` placements (0: a default) or until the arena is `peak`. Deterministic. Returns false
/// when memory runs out.
bool accyPackSearch(const AccyPackBlock *blocks, uint32_t count, uint64_t peak, uint64_t budget, AccyArena *scratch,
                    uint64_t *offsets, uint64_t *best);

#endif // ACCY_PLANNER_PACK_SEARCH_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exact search of the pack strategy, for instances that greedy placement leaves above the least arena. Internal to
// planner/.
//
// It is a depth-first search over canonical placements, in which no block can slide down, taken in the order of their
// offsets. The method is that of MiniMalloc: M. D. Moffitt, "MiniMalloc: A Lightweight Memory Allocator for
// Hardware-Accelerated Machine Learning", ASPLOS 2023. See docs/rationale.md.
#ifndef ACCY_PLANNER_PACK_SEARCH_H
#define ACCY_PLANNER_PACK_SEARCH_H

#include "accy-c/MemoryPlan.h"
#include "planner/arena.h"

/// Looks for placements in less than `*best` bytes: first by quick runs for sizes ever nearer to what can be had,
/// then for one within the goal (`least`, below which no arena is, unless the options name a larger one), and with what
/// is left of the budget for sizes between. `offsets` and `*best` are replaced when a better one is found. False when
/// memory runs out; they are whole then too.
bool accyPackSearch(const AccyPackBlock *blocks, uint32_t count, uint64_t least, const AccyPackOptions *options,
                    AccyArena *scratch, uint64_t *offsets, uint64_t *best);

#endif // ACCY_PLANNER_PACK_SEARCH_H

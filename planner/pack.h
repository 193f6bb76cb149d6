// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of accyPackBlocks. Internal to planner/.
#ifndef ACCY_PLANNER_PACK_H
#define ACCY_PLANNER_PACK_H

#include "accy-c/MemoryPlan.h"

/// The best of several greedy orders, of which no more are tried once the arena is within `goal` bytes.
/// `*outArenaBytes` is 2^64-1 when offsets pass 64 bits in all of them. Fails with OutOfMemory.
bool accyPackGreedily(const AccyPackBlock *blocks, uint32_t count, uint64_t goal, uint64_t *outOffsets,
                      uint64_t *outArenaBytes, AccyStatus *status);

/// As accyPackBlocks, of blocks whose least arena is known.
bool accyPackToward(const AccyPackBlock *blocks, uint32_t count, uint64_t least, const AccyPackOptions *options,
                    uint64_t *outOffsets, uint64_t *outArenaBytes, AccyStatus *status);

#endif // ACCY_PLANNER_PACK_H

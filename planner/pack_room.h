// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the exact search for a memory plan gives a branch up: what is left has no room. Internal to planner/.
#ifndef ACCY_PLANNER_PACK_ROOM_H
#define ACCY_PLANNER_PACK_ROOM_H

#include "planner/pack_canonical.h"

// A section without room has failed once more; a block without room is a failure that its sections share.

/// Whether the block can lie at `offset`.
bool accyPackFits(AccyPackSearchState *search, const AccyPackSearchBlock *block, uint64_t offset);

/// Whether something that is to be placed yet is live with the block, and thus above it.
bool accyPackHasHat(const AccyPackSearchState *search, const AccyPackSearchBlock *block);

/// Whether all of that can lie above the block.
bool accyPackLeavesRoom(AccyPackSearchState *search, const AccyPackSearchBlock *block);

/// Whether each section of the part can hold what is left in it above its floor, when nothing may lie below `offset`
/// any more.
bool accyPackHasRoom(AccyPackSearchState *search, const AccyPackPart *part, uint64_t offset);

/// Whether the blocks of each section of the span fit when each lies at its least offset, or `offset`, or above. Of one
/// section alone that is exact: stacking by rising least offset gives the lowest top.
bool accyPackStacksFit(AccyPackSearchState *search, const AccyPackPart *part, AccyPackSpan span, uint64_t offset);

#endif // ACCY_PLANNER_PACK_ROOM_H

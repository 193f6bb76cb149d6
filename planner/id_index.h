// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding records by their ids, however these are numbered, in logarithmic time. Internal to planner/ and runtime/.
#ifndef ACCY_PLANNER_ID_INDEX_H
#define ACCY_PLANNER_ID_INDEX_H

#include "planner/plan.h"

#define ACCY_NO_POSITION ((uint32_t)-1)

typedef struct AccyIdPosition {
  uint32_t id, position;
} AccyIdPosition;

/// The positions of records by id. Ids mostly count up from 0; then there is no table.
typedef struct AccyIdIndex {
  uint32_t count;
  const AccyIdPosition *sorted; // by id and position; null: the record of an id stands at that position
} AccyIdIndex;

/// Indexes the slots, or the allocations. The table lives in `arena`. Fails with OutOfMemory.
bool accyIndexSlots(const AccySlot *slots, uint32_t count, AccyArena *arena, AccyIdIndex *outIndex, AccyStatus *status);
bool accyIndexAllocations(const AccyAllocation *allocations, uint32_t count, AccyArena *arena, AccyIdIndex *outIndex,
                          AccyStatus *status);

/// The position of the first record of that id, or ACCY_NO_POSITION.
uint32_t accyIdIndexFind(const AccyIdIndex *index, uint32_t id);

#endif // ACCY_PLANNER_ID_INDEX_H

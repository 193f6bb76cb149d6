// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See id_index.h.
#include "planner/id_index.h"

#include <stdlib.h>

/// The id of the record at a position.
typedef uint32_t (*IdAt)(const void *records, uint32_t position);

static uint32_t slot_id(const void *records, uint32_t position) {
  return ((const AccySlot *)records)[position].id;
}

static uint32_t allocation_id(const void *records, uint32_t position) {
  return ((const AccyAllocation *)records)[position].id;
}

static int compare_ids(const void *a, const void *b) {
  const AccyIdPosition *left = a, *right = b;
  if (left->id != right->id)
    return left->id < right->id ? -1 : 1;
  return left->position < right->position ? -1 : left->position > right->position;
}

static bool counts_up(const void *records, uint32_t count, IdAt id_at) {
  for (uint32_t i = 0; i < count; ++i) {
    if (id_at(records, i) != i)
      return false;
  }
  return true;
}

static bool make_index(const void *records, uint32_t count, IdAt id_at, AccyArena *arena, AccyIdIndex *out_index,
                       AccyStatus *status) {
  *out_index = (AccyIdIndex){.count = count};
  if (counts_up(records, count, id_at))
    return true;
  AccyIdPosition *sorted = accyArenaAllocateArray(arena, count, sizeof(AccyIdPosition));
  if (!sorted)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory to find %u ids", count);
  for (uint32_t i = 0; i < count; ++i)
    sorted[i] = (AccyIdPosition){id_at(records, i), i};
  qsort(sorted, count, sizeof(AccyIdPosition), compare_ids);
  out_index->sorted = sorted;
  return true;
}

bool accyIndexSlots(const AccySlot *slots, uint32_t count, AccyArena *arena, AccyIdIndex *outIndex,
                    AccyStatus *status) {
  return make_index(slots, count, slot_id, arena, outIndex, status);
}

bool accyIndexAllocations(const AccyAllocation *allocations, uint32_t count, AccyArena *arena, AccyIdIndex *outIndex,
                          AccyStatus *status) {
  return make_index(allocations, count, allocation_id, arena, outIndex, status);
}

uint32_t accyIdIndexFind(const AccyIdIndex *index, uint32_t id) {
  if (!index->sorted)
    return id < index->count ? id : ACCY_NO_POSITION;
  uint32_t low = 0, high = index->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (index->sorted[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < index->count && index->sorted[low].id == id ? index->sorted[low].position : ACCY_NO_POSITION;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the search of pack_canonical.c starts from: sections of time, and who is live with whom.
#include "planner/pack_canonical.h"

#include <stdlib.h>

#include "planner/arithmetic.h"

static int compare_times(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return left < right ? -1 : left > right;
}

/// The section that begins at a time that is one of the cuts.
static uint32_t section_at(const uint64_t *cuts, uint32_t count, uint64_t time) {
  uint32_t low = 0, high = count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (cuts[middle] <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static uint32_t make_cuts(const AccyPackBlock *blocks, uint32_t count, uint64_t *cuts) {
  for (uint32_t i = 0; i < count; ++i) {
    cuts[2 * i] = blocks[i].first;
    cuts[2 * i + 1] = accySaturatingAdd(blocks[i].last, 1);
  }
  qsort(cuts, (size_t)count * 2, sizeof(uint64_t), compare_times);
  uint32_t unique = 0;
  for (uint32_t i = 0; i < count * 2; ++i) {
    if (unique == 0 || cuts[unique - 1] != cuts[i])
      cuts[unique++] = cuts[i];
  }
  return unique;
}

static void add_block(AccyPackSearchState *search, const uint64_t *cuts, const AccyPackBlock *block, uint32_t source) {
  uint64_t end = accySaturatingAdd(block->last, 1);
  AccyPackSearchBlock *added = &search->blocks[search->count++];
  *added = (AccyPackSearchBlock){.source = source, .bytes = block->bytes, .alignment = block->alignment};
  added->begin = section_at(cuts, search->section_count, block->first);
  added->end = section_at(cuts, search->section_count, end);
  added->width = end - block->first;
  added->area = accySaturatingMul(added->width, block->bytes);
  for (uint32_t section = added->begin; section < added->end; ++section)
    search->remaining[section] += block->bytes;
  for (uint32_t section = added->begin; section + 1 < added->end; ++section)
    ++search->crossing[section];
}

static bool find_neighbours(AccyPackSearchState *search, AccyArena *scratch) {
  uint32_t *found = accyArenaAllocateArray(scratch, search->count, sizeof(uint32_t));
  for (uint32_t i = 0; found && i < search->count; ++i) {
    AccyPackSearchBlock *block = &search->blocks[i];
    uint32_t count = 0;
    for (uint32_t j = 0; j < search->count; ++j) {
      if (i != j && search->blocks[j].begin < block->end && block->begin < search->blocks[j].end)
        found[count++] = j;
    }
    block->neighbour_count = count;
    block->neighbours = accyArenaCopyArray(scratch, found, count, sizeof(uint32_t));
    if (count > 0 && !block->neighbours)
      return false;
  }
  return found != NULL;
}

bool accyPackSearchPrepare(AccyPackSearchState *search, const AccyPackBlock *blocks, uint32_t count,
                           AccyArena *scratch) {
  *search = (AccyPackSearchState){.change_capacity = 1024};
  size_t times = (size_t)count * 2;
  uint64_t *cuts = accyArenaAllocateArray(scratch, times, sizeof(uint64_t));
  search->blocks = accyArenaAllocateArray(scratch, count, sizeof(AccyPackSearchBlock));
  search->ordered = accyArenaAllocateArray(scratch, count, sizeof(AccyPackOrdered));
  search->remaining = accyArenaAllocateArray(scratch, times, sizeof(uint64_t));
  search->floors = accyArenaAllocateArray(scratch, times, sizeof(uint64_t));
  search->crossing = accyArenaAllocateArray(scratch, times, sizeof(uint32_t));
  if (!cuts || !search->blocks || !search->ordered || !search->remaining || !search->floors || !search->crossing)
    return false;
  search->section_count = make_cuts(blocks, count, cuts);
  for (uint32_t i = 0; i < count; ++i) {
    if (blocks[i].bytes > 0) // others lie at 0 and are in nobody's way
      add_block(search, cuts, &blocks[i], i);
  }
  // Each level of the search has a block fewer and at most three lists: candidates, the rest, and a part of it.
  size_t levels = (size_t)search->count + 2;
  search->lists = malloc(levels * levels * 2 * sizeof(uint32_t));
  search->changes = malloc(search->change_capacity * sizeof(AccyPackChange));
  return search->lists && search->changes && find_neighbours(search, scratch);
}

void accyPackSearchRelease(AccyPackSearchState *search) {
  free(search->lists);
  free(search->changes);
}

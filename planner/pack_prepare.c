// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the search of pack_canonical.c starts from: sections of time, and who is live with whom.
#include "planner/pack_canonical.h"

#include <stdlib.h>

static int compare_times(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return left < right ? -1 : left > right;
}

// ---- Sections -------------------------------------------------------------------------------------------------------
//
// Time is cut where blocks begin and end. Between two cuts the same blocks are live. Of those sets only the ones that
// are part of no other matter: they begin where a block begins and end where one ends. These are the sections, so that
// the search sees the same problem whatever the unit of time.

typedef struct Cut {
  uint64_t time;
  bool begins, ends; // a block there
  uint32_t section;  // the first one that begins here or later
} Cut;

typedef struct Cuts {
  Cut *cuts; // by rising time
  uint32_t count;
} Cuts;

static Cut *cut_at(const Cuts *cuts, uint64_t time) {
  uint32_t low = 0, high = cuts->count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (cuts->cuts[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  return &cuts->cuts[low];
}

/// The last time that can be followed by another. What is live later counts as live then: too careful, but nobody's
/// times are that late.
static const uint64_t last_time = UINT64_MAX - 1;

static uint64_t begin_of(const AccyPackBlock *block) {
  return block->first < last_time ? block->first : last_time;
}

static uint64_t end_of(const AccyPackBlock *block) {
  return (block->last < last_time ? block->last : last_time) + 1;
}

static void mark_cuts(const Cuts *cuts, const AccyPackBlock *blocks, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (blocks[i].bytes == 0)
      continue;
    cut_at(cuts, begin_of(&blocks[i]))->begins = true;
    cut_at(cuts, end_of(&blocks[i]))->ends = true;
  }
}

/// Numbers the sections and returns how many there are.
static uint32_t number_sections(const Cuts *cuts) {
  uint32_t sections = 0;
  for (uint32_t i = 0; i < cuts->count; ++i) {
    cuts->cuts[i].section = sections;
    sections += i + 1 < cuts->count && cuts->cuts[i].begins && cuts->cuts[i + 1].ends;
  }
  return sections;
}

static bool make_cuts(const AccyPackBlock *blocks, uint32_t count, AccyArena *scratch, Cuts *out) {
  uint64_t *times = accyArenaAllocateArray(scratch, (size_t)count * 2, sizeof(uint64_t));
  *out = (Cuts){accyArenaAllocateArray(scratch, (size_t)count * 2, sizeof(Cut)), 0};
  if (!times || !out->cuts)
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    times[2 * i] = begin_of(&blocks[i]);
    times[2 * i + 1] = end_of(&blocks[i]);
  }
  qsort(times, (size_t)count * 2, sizeof(uint64_t), compare_times);
  for (uint32_t i = 0; i < count * 2; ++i) {
    if (out->count == 0 || out->cuts[out->count - 1].time != times[i])
      out->cuts[out->count++] = (Cut){.time = times[i]};
  }
  mark_cuts(out, blocks, count);
  return true;
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

static void add_block(AccyPackSearchState *search, const Cuts *cuts, const AccyPackBlock *block, uint32_t source) {
  AccyPackSearchBlock *added = &search->blocks[search->count++];
  *added = (AccyPackSearchBlock){.source = source, .bytes = block->bytes, .alignment = block->alignment};
  added->begin = cut_at(cuts, begin_of(block))->section;
  added->end = cut_at(cuts, end_of(block))->section;
  for (uint32_t section = added->begin; section < added->end; ++section)
    search->remaining[section] += block->bytes;
  for (uint32_t section = added->begin; section + 1 < added->end; ++section)
    ++search->crossing[section];
}

static void count_neighbours(AccyPackSearchState *search) {
  for (uint32_t i = 0; i < search->count; ++i) {
    AccyPackSearchBlock *block = &search->blocks[i];
    for (uint32_t j = 0; j < search->count; ++j)
      block->neighbour_count += i != j && search->blocks[j].begin < block->end && block->begin < search->blocks[j].end;
  }
}

static bool allocate(AccyPackSearchState *search, uint32_t count, AccyArena *scratch) {
  uint32_t sections = search->section_count;
  search->blocks = accyArenaAllocateArray(scratch, count, sizeof(AccyPackSearchBlock));
  search->ordered = accyArenaAllocateArray(scratch, count, sizeof(AccyPackOrdered));
  search->remaining = accyArenaAllocateArray(scratch, sections, sizeof(uint64_t));
  search->floors = accyArenaAllocateArray(scratch, sections, sizeof(uint64_t));
  search->tops = accyArenaAllocateArray(scratch, sections, sizeof(uint64_t));
  search->crossing = accyArenaAllocateArray(scratch, sections, sizeof(uint32_t));
  search->failures = accyArenaAllocateArray(scratch, sections, sizeof(double));
  // Each level of the search has a block fewer and at most two lists, the rest and a part of it; the last one needs as
  // much again to sort.
  size_t levels = (size_t)count + 2;
  search->lists = malloc(levels * (levels + 2) * sizeof(uint32_t));
  search->changes = malloc(search->change_capacity * sizeof(AccyPackChange));
  return search->blocks && search->ordered && search->remaining && search->floors && search->tops && search->crossing &&
         search->failures && search->lists && search->changes;
}

bool accyPackSearchPrepare(AccyPackSearchState *search, const AccyPackBlock *blocks, uint32_t count,
                           AccyArena *scratch) {
  Cuts cuts;
  *search = (AccyPackSearchState){.change_capacity = 1024};
  if (!make_cuts(blocks, count, scratch, &cuts))
    return false;
  search->section_count = number_sections(&cuts);
  if (!allocate(search, count, scratch))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (blocks[i].bytes > 0) // others lie at 0 and are in nobody's way
      add_block(search, &cuts, &blocks[i], i);
  }
  count_neighbours(search);
  return true;
}

void accyPackSearchRelease(AccyPackSearchState *search) {
  free(search->lists);
  free(search->changes);
}

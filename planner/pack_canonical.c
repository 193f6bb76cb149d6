// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_canonical.h.
//
// Time is cut into sections at the blocks' beginnings and ends. Blocks are placed with offsets that never fall, each as
// low as those below it let it be, so every block that is not placed yet has a least offset. A branch is given up when
//  - some section cannot hold what is left in it above the least offset of its blocks;
//  - another block fits wholly below the one to be placed (it would have come first);
//  - the block placed has nothing above it and what is left still fails (no other place for it can help).
// Blocks that no section connects any more are searched apart, so that a failure in one part is not paid for in
// another.
#include "planner/pack_canonical.h"

#include <stdlib.h>
#include <string.h>

#include "planner/arithmetic.h"

typedef AccyPackSearchState Search;
typedef AccyPackSearchBlock SearchBlock;
typedef AccyPackChange Change;

// ---- Sections -------------------------------------------------------------------------------------------------------

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

// ---- Pruning --------------------------------------------------------------------------------------------------------

static bool share_a_section(const SearchBlock *a, const SearchBlock *b) {
  return a->begin < b->end && b->begin < a->end;
}

static bool raise(Search *search, uint32_t rank, uint64_t offset) {
  SearchBlock *block = &search->blocks[rank];
  uint64_t aligned;
  if (!accyAlignUp(offset, block->alignment, &aligned) || aligned > search->capacity ||
      block->bytes > search->capacity - aligned)
    return false;
  if (aligned <= block->least)
    return true;
  if (search->change_top == search->change_capacity) {
    size_t capacity = search->change_capacity * 2;
    Change *changes = realloc(search->changes, capacity * sizeof(Change));
    if (!changes) {
      search->out_of_memory = true;
      return false;
    }
    search->changes = changes;
    search->change_capacity = capacity;
  }
  search->changes[search->change_top++] = (Change){rank, block->least};
  block->least = aligned;
  return true;
}

static void undo(Search *search, size_t mark) {
  while (search->change_top > mark) {
    Change change = search->changes[--search->change_top];
    search->blocks[change.block].least = change.least;
  }
}

/// Whether each section that the blocks cross can hold what is left in it.
static bool fits(Search *search, const uint32_t *ranks, uint32_t count) {
  uint32_t begin = search->section_count, end = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const SearchBlock *block = &search->blocks[ranks[i]];
    begin = block->begin < begin ? block->begin : begin;
    end = block->end > end ? block->end : end;
  }
  for (uint32_t section = begin; section < end; ++section)
    search->section_least[section] = UINT64_MAX;
  for (uint32_t i = 0; i < count; ++i) {
    const SearchBlock *block = &search->blocks[ranks[i]];
    for (uint32_t section = block->begin; section < block->end; ++section) {
      if (block->least < search->section_least[section])
        search->section_least[section] = block->least;
    }
  }
  for (uint32_t section = begin; section < end; ++section) {
    uint64_t least = search->section_least[section];
    if (least != UINT64_MAX && (least > search->capacity || search->remaining[section] > search->capacity - least))
      return false;
  }
  return true;
}

// ---- The search -----------------------------------------------------------------------------------------------------

/// The block placed last: later ones lie above it, or beside it with a higher rank.
typedef struct Last {
  uint64_t offset;
  int64_t rank; // -1: none
} Last;

static void change_remaining(Search *search, const SearchBlock *block, bool place) {
  for (uint32_t section = block->begin; section < block->end; ++section) {
    if (place)
      search->remaining[section] -= block->bytes;
    else
      search->remaining[section] += block->bytes;
  }
}

static bool search_parts(Search *search, const uint32_t *ranks, uint32_t count, Last last);

/// Lists the blocks that can come next, lowest first, ranks breaking ties.
static uint32_t list_candidates(const Search *search, const uint32_t *ranks, uint32_t count, Last last, uint32_t *out) {
  uint64_t ceiling = UINT64_MAX;
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const SearchBlock *block = &search->blocks[ranks[i]];
    uint64_t end = block->least + block->bytes;
    ceiling = end < ceiling ? end : ceiling;
  }
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t least = search->blocks[ranks[i]].least;
    if (least >= ceiling || (least == last.offset && (int64_t)ranks[i] < last.rank))
      continue;
    uint32_t position = found++;
    for (; position > 0 && search->blocks[out[position - 1]].least > least; --position)
      out[position] = out[position - 1];
    out[position] = ranks[i];
  }
  return found;
}

typedef enum Outcome { OutcomeSolved, OutcomeFailed, OutcomeHopeless } Outcome;

/// Places one block and searches on with the rest.
static Outcome place(Search *search, const uint32_t *ranks, uint32_t count, uint32_t rank) {
  SearchBlock *block = &search->blocks[rank];
  uint64_t offset = block->least;
  size_t change_mark = search->change_top, rank_mark = search->rank_top;
  uint32_t *rest = search->ranks + rank_mark, rest_count = 0;
  bool has_hat = false, possible = true;
  --search->steps;
  change_remaining(search, block, true);
  for (uint32_t i = 0; i < count && possible; ++i) {
    if (ranks[i] == rank)
      continue;
    bool above = share_a_section(block, &search->blocks[ranks[i]]);
    has_hat = has_hat || above;
    rest[rest_count++] = ranks[i];
    possible = raise(search, ranks[i], above ? offset + block->bytes : offset);
  }
  search->rank_top += rest_count;
  search->offsets[rank] = offset;
  bool solved =
      possible && fits(search, rest, rest_count) && search_parts(search, rest, rest_count, (Last){offset, rank});
  undo(search, change_mark);
  change_remaining(search, block, false);
  search->rank_top = rank_mark;
  if (solved)
    return OutcomeSolved;
  return possible && !has_hat ? OutcomeHopeless : OutcomeFailed;
}

static bool search_part(Search *search, const uint32_t *ranks, uint32_t count, Last last) {
  size_t rank_mark = search->rank_top;
  uint32_t *candidates = search->ranks + rank_mark;
  uint32_t candidate_count = list_candidates(search, ranks, count, last, candidates);
  search->rank_top += candidate_count;
  Outcome outcome = OutcomeFailed;
  for (uint32_t i = 0; i < candidate_count && outcome == OutcomeFailed; ++i) {
    if (search->steps == 0 || search->out_of_memory)
      break;
    outcome = place(search, ranks, count, candidates[i]);
  }
  search->rank_top = rank_mark;
  return outcome == OutcomeSolved;
}

/// Takes out of `ranks` all blocks that are connected with the first one left, in rank order.
static uint32_t take_part(const Search *search, uint32_t *ranks, uint32_t *count, uint32_t *part) {
  uint32_t begin = search->blocks[ranks[0]].begin, end = search->blocks[ranks[0]].end, part_count = 0;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < *count; ++i) {
      const SearchBlock *block = &search->blocks[ranks[i]];
      if (block->begin >= end || block->end <= begin || (block->begin >= begin && block->end <= end))
        continue;
      begin = block->begin < begin ? block->begin : begin;
      end = block->end > end ? block->end : end;
      grew = true;
    }
  }
  uint32_t left = 0;
  for (uint32_t i = 0; i < *count; ++i) {
    const SearchBlock *block = &search->blocks[ranks[i]];
    if (block->begin < end && begin < block->end)
      part[part_count++] = ranks[i];
    else
      ranks[left++] = ranks[i];
  }
  *count = left;
  return part_count;
}

static bool search_parts(Search *search, const uint32_t *ranks, uint32_t count, Last last) {
  size_t rank_mark = search->rank_top;
  uint32_t *left = search->ranks + rank_mark, left_count = count;
  memcpy(left, ranks, count * sizeof(uint32_t));
  uint32_t *part = left + count;
  bool solved = true;
  while (solved && left_count > 0) {
    uint32_t part_count = take_part(search, left, &left_count, part);
    search->rank_top = rank_mark + count + part_count;
    solved = search_part(search, part, part_count, last);
  }
  search->rank_top = rank_mark;
  return solved;
}

// ---- Around it -----------------------------------------------------------------------------------------------------

bool accyPackSearchPrepare(Search *search, const AccyPackBlock *blocks, uint32_t count, AccyArena *scratch) {
  *search = (Search){.change_capacity = 1024};
  uint64_t *cuts = accyArenaAllocateArray(scratch, (size_t)count * 2, sizeof(uint64_t));
  search->blocks = accyArenaAllocateArray(scratch, count, sizeof(SearchBlock));
  search->remaining = accyArenaAllocateArray(scratch, (size_t)count * 2, sizeof(uint64_t));
  search->section_least = accyArenaAllocateArray(scratch, (size_t)count * 2, sizeof(uint64_t));
  search->offsets = accyArenaAllocateArray(scratch, count, sizeof(uint64_t));
  if (!cuts || !search->blocks || !search->remaining || !search->section_least || !search->offsets)
    return false;
  search->section_count = make_cuts(blocks, count, cuts);
  for (uint32_t i = 0; i < count; ++i) {
    if (blocks[i].bytes == 0)
      continue; // lies at 0 and is in nobody's way
    SearchBlock *block = &search->blocks[search->count++];
    *block = (SearchBlock){.source = i, .bytes = blocks[i].bytes, .alignment = blocks[i].alignment};
    block->begin = section_at(cuts, search->section_count, blocks[i].first);
    block->end = section_at(cuts, search->section_count, accySaturatingAdd(blocks[i].last, 1));
    block->plain_keys[AccyPackKeyWidth] = blocks[i].last - blocks[i].first;
    block->plain_keys[AccyPackKeyArea] =
        accySaturatingMul(accySaturatingAdd(blocks[i].last - blocks[i].first, 1), block->bytes);
    change_remaining(search, block, false);
  }
  for (uint32_t i = 0; i < search->count; ++i) {
    SearchBlock *block = &search->blocks[i];
    uint64_t *load = &block->plain_keys[AccyPackKeyLoad];
    for (uint32_t section = block->begin; section < block->end; ++section)
      *load = search->remaining[section] > *load ? search->remaining[section] : *load;
  }
  // Of each level of the search: candidates, the rest, a copy of it and a part of it.
  size_t levels = (size_t)search->count + 1;
  search->ranks = malloc(levels * levels * 2 * sizeof(uint32_t) + 4 * levels * sizeof(uint32_t));
  search->changes = malloc(search->change_capacity * sizeof(Change));
  return search->ranks && search->changes;
}

void accyPackSearchRelease(Search *search) {
  free(search->ranks);
  free(search->changes);
}

bool accyPackSearchRun(Search *search, AccyPackOrder order, uint64_t capacity, uint64_t *steps) {
  qsort(search->blocks, search->count, sizeof(SearchBlock), order);
  search->capacity = capacity;
  search->steps = *steps;
  search->rank_top = search->count;
  search->change_top = 0;
  for (uint32_t i = 0; i < search->count; ++i) {
    search->ranks[i] = i;
    search->blocks[i].least = 0;
  }
  bool solved =
      fits(search, search->ranks, search->count) && search_parts(search, search->ranks, search->count, (Last){0, -1});
  *steps = search->steps;
  return solved;
}

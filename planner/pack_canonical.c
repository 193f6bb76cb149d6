// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_canonical.h.
//
// Blocks are placed by rising offset, each directly on those below it, which is its least offset; ties go by their
// rank. A branch is given up when
//  - some section cannot hold what is left in it (pack_room.h);
//  - another block fits wholly below the one to be placed (it would have come first);
//  - the block placed has nothing above it and what is left still fails (no other place for it can help).
// Blocks that no section connects any more are searched apart and ranked anew, so that a failure in one part is not
// paid for in another, and what is most pressed for room there comes first. Of such parts, the one with the least room
// comes first: if it fails, the others need not be searched.
#include "planner/pack_canonical.h"

#include <stdlib.h>
#include <string.h>

#include "planner/arithmetic.h"
#include "planner/pack_room.h"

typedef AccyPackSearchState Search;
typedef AccyPackSearchBlock Block;
typedef AccyPackChange Change;
typedef AccyPackPart Part;
typedef AccyPackSpan Span;

/// The block placed last in a part: later ones lie above it, or beside it with a later rank.
typedef struct Last {
  uint64_t offset, rank;
} Last;

static bool search_part(Search *search, const Part *part, Last last);

// ---- Changes --------------------------------------------------------------------------------------------------------

static bool change(Search *search, uint64_t *place, uint64_t value) {
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
  search->changes[search->change_top++] = (Change){place, *place};
  *place = value;
  return true;
}

static void undo(Search *search, size_t mark) {
  while (search->change_top > mark) {
    Change last = search->changes[--search->change_top];
    *last.place = last.value;
  }
}

static void take_out(Search *search, const Block *block) {
  for (uint32_t section = block->begin; section < block->end; ++section)
    search->remaining[section] -= block->bytes;
  for (uint32_t section = block->begin; section + 1 < block->end; ++section)
    --search->crossing[section];
}

static void put_back(Search *search, const Block *block) {
  for (uint32_t section = block->begin; section < block->end; ++section)
    search->remaining[section] += block->bytes;
  for (uint32_t section = block->begin; section + 1 < block->end; ++section)
    ++search->crossing[section];
}

// ---- Lists by least offset ------------------------------------------------------------------------------------------

static bool comes_first(const Search *search, uint32_t a, uint32_t b) {
  const Block *left = &search->blocks[a], *right = &search->blocks[b];
  return left->least != right->least ? left->least < right->least : left->rank < right->rank;
}

/// Merges sorted `list` with sorted `other` into `list`, which has room for both.
static void merge(const Search *search, uint32_t *list, uint32_t count, const uint32_t *other, uint32_t other_count) {
  while (other_count > 0) {
    bool takes_list = count > 0 && comes_first(search, other[other_count - 1], list[count - 1]);
    uint32_t place = count + other_count - 1;
    list[place] = takes_list ? list[--count] : other[--other_count];
  }
}

/// Sorts by least offset and then by rank; `scratch` has room for half the list.
static void sort(const Search *search, uint32_t *list, uint32_t count, uint32_t *scratch) {
  if (count < 2)
    return;
  uint32_t first = count / 2, second = count - first;
  sort(search, list, first, scratch);
  sort(search, list + first, second, scratch);
  if (!comes_first(search, list[first], list[first - 1]))
    return;
  memcpy(scratch, list + first, second * sizeof(uint32_t));
  merge(search, list, first, scratch, second);
}

/// Raises what is live with the block above it, and lists the part without the block. `*raised` grows to the sections
/// of what was raised. False when something no longer fits.
static bool raise_neighbours(Search *search, const Part *part, const Block *block, uint32_t *list, Span *raised) {
  uint64_t end = block->offset + block->bytes;
  uint32_t *others = list + part->count, count = 0, other_count = 0;
  for (uint32_t i = 0; i < part->count; ++i) {
    Block *other = &search->blocks[part->blocks[i]];
    if (other == block)
      continue;
    if (other->begin >= block->end || other->end <= block->begin || other->least >= end) {
      list[count++] = part->blocks[i];
      continue;
    }
    uint64_t least;
    if (!accyAlignUp(end, other->alignment, &least) || !accyPackFits(search, other, least) ||
        !change(search, &other->least, least))
      return false;
    others[other_count++] = part->blocks[i];
    raised->begin = other->begin < raised->begin ? other->begin : raised->begin;
    raised->end = other->end > raised->end ? other->end : raised->end;
  }
  sort(search, others, other_count, others + other_count);
  merge(search, list, count, others, other_count);
  accyPackSpend(search, (uint64_t)part->count + other_count);
  return true;
}

static bool raise_floors(Search *search, const Part *part, Span span) {
  uint32_t open = 0; // sections whose floor is not known yet
  for (uint32_t section = span.begin; section < span.end; ++section) {
    open += search->remaining[section] > 0;
    if (!change(search, &search->floors[section], UINT64_MAX))
      return false;
  }
  for (uint32_t i = 0; i < part->count && open > 0; ++i) {
    const Block *block = &search->blocks[part->blocks[i]];
    Span both = accyPackIntersect(span, (Span){block->begin, block->end});
    for (uint32_t section = both.begin; section < both.end; ++section) {
      if (search->floors[section] != UINT64_MAX)
        continue;
      search->floors[section] = block->least;
      --open;
    }
    accyPackSpend(search, 1);
  }
  return true;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

/// Ranks the blocks anew and sorts them.
static bool rank_blocks(Search *search, uint32_t *list, uint32_t count) {
  accyPackOrderBlocks(search, list, count);
  for (uint32_t i = 0; i < count; ++i) {
    if (!change(search, &search->blocks[list[i]].rank, i))
      return false;
  }
  sort(search, list, count, list + count);
  return true;
}

/// Searches what lies in the sections of `span` as a part of its own.
static bool search_span(Search *search, const Part *part, Span span) {
  size_t list_mark = search->list_top, change_mark = search->change_top;
  uint32_t *list = search->lists + list_mark, count = 0;
  for (uint32_t i = 0; i < part->count; ++i) {
    const Block *block = &search->blocks[part->blocks[i]];
    if (block->begin < span.end && block->end > span.begin)
      list[count++] = part->blocks[i];
  }
  search->list_top += count;
  bool solved =
      count == 0 || (rank_blocks(search, list, count) && search_part(search, &(Part){list, count, span}, (Last){0, 0}));
  undo(search, change_mark);
  search->list_top = list_mark;
  return solved;
}

/// A span that no block connects with others, and how high what is left in it reaches at least.
typedef struct Separate {
  Span span;
  uint64_t top;
} Separate;

/// Whether `a` is searched before `b`.
static bool comes_before(Separate a, Separate b) {
  return a.top != b.top ? a.top > b.top : a.span.begin < b.span.begin;
}

/// The first separate span of the part to be searched after `*last`, or after none. False when there are no more.
static bool next_separate(const Search *search, const Part *part, const Separate *last, Separate *out) {
  Separate found = {{part->span.begin, part->span.begin}, 0};
  bool any = false;
  for (uint32_t section = part->span.begin; section < part->span.end; ++section) {
    if (search->remaining[section] > 0) {
      uint64_t top = search->floors[section] + search->remaining[section];
      found.top = top > found.top ? top : found.top;
    }
    if (section + 1 < part->span.end && search->crossing[section] > 0)
      continue;
    found.span.end = section + 1;
    if ((!last || comes_before(*last, found)) && (!any || comes_before(found, *out))) {
      *out = found;
      any = true;
    }
    found = (Separate){{section + 1, section + 1}, 0};
  }
  return any;
}

/// Searches the parts that no block connects. A search leaves the state as it was, so that the next one is found by
/// looking again; there are few.
static bool search_spans(Search *search, const Part *part) {
  Separate last, separate;
  bool any = next_separate(search, part, NULL, &separate);
  while (any) {
    if (!search_span(search, part, separate.span))
      return false;
    last = separate;
    any = next_separate(search, part, &last, &separate);
  }
  return true;
}

/// Whether no block goes on from some section of the block into its next one.
static bool comes_apart(const Search *search, const Block *block) {
  for (uint32_t section = block->begin; section + 1 < block->end; ++section) {
    if (search->crossing[section] == 0)
      return true;
  }
  return false;
}

// ---- The search -----------------------------------------------------------------------------------------------------

/// Where the next block cannot lie, nor above: where another would fit below it, and where a section could not hold
/// what is left in it any more, as nothing that comes later lies lower.
static uint64_t ceiling_of(const Search *search, const Part *part) {
  uint64_t ceiling = UINT64_MAX;
  for (uint32_t section = part->span.begin; section < part->span.end; ++section) {
    uint64_t highest = search->capacity - search->remaining[section];
    if (search->remaining[section] > 0 && highest < ceiling)
      ceiling = highest + 1;
  }
  for (uint32_t i = 0; i < part->count && search->blocks[part->blocks[i]].least < ceiling; ++i) {
    const Block *block = &search->blocks[part->blocks[i]];
    uint64_t end = block->least + block->bytes;
    ceiling = end < ceiling ? end : ceiling;
  }
  return ceiling;
}

typedef enum Outcome { OutcomeSolved, OutcomeFailed, OutcomeHopeless } Outcome;

/// Whether what is left when the block lies at its offset has room, as far as can be said without a search. `rest` is
/// to be the part without the block.
static bool lay(Search *search, const Part *part, const Block *block, uint32_t *list, Part *rest) {
  Span raised = {block->begin, block->end};
  *rest = (Part){list, part->count - 1, part->span};
  return accyPackLeavesRoom(search, block) && raise_neighbours(search, part, block, list, &raised) &&
         raise_floors(search, rest, raised) && accyPackHasRoom(search, rest, block->offset) &&
         accyPackStacksFit(search, rest, raised, block->offset);
}

/// Places the block, and then the rest of the part.
static Outcome place(Search *search, const Part *part, Block *block) {
  size_t list_mark = search->list_top, change_mark = search->change_top;
  Part rest;
  block->offset = block->least;
  take_out(search, block);
  bool has_hat = accyPackHasHat(search, block), solved = false;
  if (lay(search, part, block, search->lists + list_mark, &rest)) {
    search->list_top += rest.count;
    solved = comes_apart(search, block) ? search_spans(search, &rest)
                                        : search_part(search, &rest, (Last){block->offset, block->rank});
  }
  undo(search, change_mark);
  put_back(search, block);
  search->list_top = list_mark;
  if (solved)
    return OutcomeSolved;
  return has_hat ? OutcomeFailed : OutcomeHopeless;
}

static bool search_part(Search *search, const Part *part, Last last) {
  uint64_t ceiling = ceiling_of(search, part);
  Outcome outcome = part->count == 0 ? OutcomeSolved : OutcomeFailed;
  for (uint32_t i = 0; i < part->count && outcome == OutcomeFailed; ++i) {
    Block *block = &search->blocks[part->blocks[i]];
    if (block->least >= ceiling || search->budget == 0 || search->out_of_memory)
      break;
    if (block->least > last.offset || (block->least == last.offset && block->rank >= last.rank))
      outcome = place(search, part, block);
  }
  return outcome == OutcomeSolved;
}

bool accyPackSearchRun(Search *search, const AccyPackOrder *order, uint64_t capacity, uint64_t *budget) {
  search->order = order;
  search->capacity = capacity;
  search->budget = *budget;
  search->list_top = search->count;
  search->change_top = 0;
  for (uint32_t i = 0; i < search->count; ++i) {
    search->lists[i] = i;
    search->blocks[i].least = 0;
  }
  memset(search->floors, 0, search->section_count * sizeof(uint64_t));
  Part all = {search->lists, search->count, {0, search->section_count}};
  bool solved = accyPackHasRoom(search, &all, 0) && search_spans(search, &all);
  *budget = search->budget;
  return solved;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_canonical.h.
//
// Time is cut into sections at the blocks' beginnings and ends. Blocks are placed by rising offset, each directly on
// those below it, which is its least offset; ties go by their order. A branch is given up when
//  - some section cannot hold what is left in it above the least offset of its blocks and the last one placed;
//  - another block fits wholly below the one to be placed (it would have come first);
//  - the block placed has nothing above it and what is left still fails (no other place for it can help).
// Blocks that no section connects any more are searched apart and ordered anew, so that a failure in one part is not
// paid for in another, and what is most pressed for room there comes first.
#include "planner/pack_canonical.h"

#include <stdlib.h>
#include <string.h>

#include "planner/arithmetic.h"

typedef AccyPackSearchState Search;
typedef AccyPackSearchBlock Block;
typedef AccyPackChange Change;

/// Blocks to be placed, in their order, and the sections that they lie in.
typedef struct Part {
  const uint32_t *blocks;
  uint32_t count;
  uint32_t begin, end;
} Part;

/// The block placed last in a part: later ones lie above it, or beside it and behind it in the order.
typedef struct Last {
  uint64_t offset;
  uint32_t position; // where it stood; those behind it have moved up
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

// ---- Placing and pruning --------------------------------------------------------------------------------------------

static void take_out(Search *search, Block *block) {
  block->is_placed = true;
  for (uint32_t section = block->begin; section < block->end; ++section)
    search->remaining[section] -= block->bytes;
  for (uint32_t section = block->begin; section + 1 < block->end; ++section)
    --search->crossing[section];
}

static void put_back(Search *search, Block *block) {
  block->is_placed = false;
  for (uint32_t section = block->begin; section < block->end; ++section)
    search->remaining[section] += block->bytes;
  for (uint32_t section = block->begin; section + 1 < block->end; ++section)
    ++search->crossing[section];
}

/// Sections from `begin` to before `end`.
typedef struct Span {
  uint32_t begin, end;
} Span;

/// Raises all that is live with the block above it. `*span` grows to the sections of what was raised; `*has_hat` says
/// whether there is anything to raise. False when something no longer fits.
static bool raise_neighbours(Search *search, const Block *block, Span *span, bool *has_hat) {
  uint64_t end = block->offset + block->bytes;
  for (uint32_t i = 0; i < block->neighbour_count; ++i) {
    Block *other = &search->blocks[block->neighbours[i]];
    uint64_t least;
    if (other->is_placed)
      continue;
    *has_hat = true;
    if (other->least >= end)
      continue;
    if (!accyAlignUp(end, other->alignment, &least) || least > search->capacity ||
        other->bytes > search->capacity - least || !change(search, &other->least, least))
      return false;
    span->begin = other->begin < span->begin ? other->begin : span->begin;
    span->end = other->end > span->end ? other->end : span->end;
  }
  return true;
}

static bool lower_floors(Search *search, const Part *part, Span span) {
  for (uint32_t section = span.begin; section < span.end; ++section) {
    if (!change(search, &search->floors[section], UINT64_MAX))
      return false;
  }
  for (uint32_t i = 0; i < part->count; ++i) {
    const Block *block = &search->blocks[part->blocks[i]];
    uint32_t begin = block->begin > span.begin ? block->begin : span.begin;
    uint32_t end = block->end < span.end ? block->end : span.end;
    for (uint32_t section = begin; section < end; ++section) {
      if (block->least < search->floors[section])
        search->floors[section] = block->least;
    }
  }
  return true;
}

/// Whether each section can hold what is left in it, when nothing may lie below `offset` any more.
static bool has_room(const Search *search, const Part *part, uint64_t offset) {
  for (uint32_t section = part->begin; section < part->end; ++section) {
    uint64_t remaining = search->remaining[section], floor = search->floors[section];
    floor = floor > offset ? floor : offset;
    if (remaining > 0 && (floor > search->capacity || remaining > search->capacity - floor))
      return false;
  }
  return true;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static int compare_ordered(const void *a, const void *b) {
  const AccyPackOrdered *left = a, *right = b;
  for (int i = 0; i < AccyPackKeyCount; ++i) {
    if (left->keys[i] != right->keys[i])
      return left->keys[i] > right->keys[i] ? -1 : 1;
  }
  return left->block < right->block ? -1 : 1;
}

static uint64_t load_of(const Search *search, const Block *block) {
  uint64_t load = 0;
  for (uint32_t section = block->begin; section < block->end; ++section)
    load = search->remaining[section] > load ? search->remaining[section] : load;
  return load;
}

static void order_blocks(Search *search, uint32_t *list, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const Block *block = &search->blocks[list[i]];
    const uint64_t values[AccyPackKeyCount] = {
        [AccyPackKeyWidth] = block->width,
        [AccyPackKeyArea] = block->area,
        [AccyPackKeyLoad] = load_of(search, block),
    };
    for (int key = 0; key < AccyPackKeyCount; ++key)
      search->ordered[i].keys[key] = values[search->order->keys[key]];
    search->ordered[i].block = list[i];
  }
  qsort(search->ordered, count, sizeof(AccyPackOrdered), compare_ordered);
  for (uint32_t i = 0; i < count; ++i)
    list[i] = search->ordered[i].block;
}

/// Searches what lies in the sections of `span` as a part of its own.
static bool search_span(Search *search, const Part *part, Span span) {
  size_t mark = search->list_top;
  uint32_t *list = search->lists + mark, count = 0;
  for (uint32_t i = 0; i < part->count; ++i) {
    const Block *block = &search->blocks[part->blocks[i]];
    if (block->begin < span.end && block->end > span.begin)
      list[count++] = part->blocks[i];
  }
  search->list_top += count;
  order_blocks(search, list, count);
  bool solved = count == 0 || search_part(search, &(Part){list, count, span.begin, span.end}, (Last){0, 0});
  search->list_top = mark;
  return solved;
}

/// Searches the parts that no block connects.
static bool search_spans(Search *search, const Part *part) {
  uint32_t begin = part->begin;
  for (uint32_t section = part->begin; section < part->end; ++section) {
    if (section + 1 < part->end && search->crossing[section] > 0)
      continue;
    if (!search_span(search, part, (Span){begin, section + 1}))
      return false;
    begin = section + 1;
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

/// Lists the positions of the blocks that can come next, lowest first, the order breaking ties.
static uint32_t list_candidates(const Search *search, const Part *part, Last last, uint32_t *out) {
  uint64_t ceiling = UINT64_MAX;
  uint32_t found = 0;
  for (uint32_t i = 0; i < part->count; ++i) {
    const Block *block = &search->blocks[part->blocks[i]];
    uint64_t end = block->least + block->bytes;
    ceiling = end < ceiling ? end : ceiling;
  }
  for (uint32_t i = 0; i < part->count; ++i) {
    uint64_t least = search->blocks[part->blocks[i]].least;
    if (least >= ceiling || least < last.offset || (least == last.offset && i < last.position))
      continue;
    uint32_t place = found++;
    for (; place > 0 && search->blocks[part->blocks[out[place - 1]]].least > least; --place)
      out[place] = out[place - 1];
    out[place] = i;
  }
  return found;
}

typedef enum Outcome { OutcomeSolved, OutcomeFailed, OutcomeHopeless } Outcome;

/// Places the block at that position of the part, and then the rest.
static Outcome place(Search *search, const Part *part, uint32_t position) {
  Block *block = &search->blocks[part->blocks[position]];
  size_t list_mark = search->list_top, change_mark = search->change_top;
  uint32_t *list = search->lists + list_mark;
  memcpy(list, part->blocks, position * sizeof(uint32_t));
  memcpy(list + position, part->blocks + position + 1, (part->count - position - 1) * sizeof(uint32_t));
  Part rest = {list, part->count - 1, part->begin, part->end};
  Span changed = {block->begin, block->end};
  bool has_hat = false;
  --search->steps;
  search->list_top += rest.count;
  block->offset = block->least;
  take_out(search, block);
  bool solved = raise_neighbours(search, block, &changed, &has_hat) && lower_floors(search, &rest, changed) &&
                has_room(search, &rest, block->offset) &&
                (comes_apart(search, block) ? search_spans(search, &rest)
                                            : search_part(search, &rest, (Last){block->offset, position}));
  undo(search, change_mark);
  put_back(search, block);
  search->list_top = list_mark;
  if (solved)
    return OutcomeSolved;
  return has_hat ? OutcomeFailed : OutcomeHopeless;
}

static bool search_part(Search *search, const Part *part, Last last) {
  if (part->count == 0)
    return true;
  size_t mark = search->list_top;
  uint32_t *candidates = search->lists + mark;
  uint32_t count = list_candidates(search, part, last, candidates);
  search->list_top += count;
  Outcome outcome = OutcomeFailed;
  for (uint32_t i = 0; i < count && outcome == OutcomeFailed; ++i) {
    if (search->steps == 0 || search->out_of_memory)
      break;
    outcome = place(search, part, candidates[i]);
  }
  search->list_top = mark;
  return outcome == OutcomeSolved;
}

bool accyPackSearchRun(Search *search, const AccyPackOrder *order, uint64_t capacity, uint64_t *steps) {
  search->order = order;
  search->capacity = capacity;
  search->steps = *steps;
  search->list_top = search->count;
  search->change_top = 0;
  for (uint32_t i = 0; i < search->count; ++i) {
    search->lists[i] = i;
    search->blocks[i].least = 0;
  }
  memset(search->floors, 0, search->section_count * sizeof(uint64_t));
  Part all = {search->lists, search->count, 0, search->section_count};
  bool solved = has_room(search, &all, 0) && search_spans(search, &all);
  *steps = search->steps;
  return solved;
}

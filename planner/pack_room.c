// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_room.h.
#include "planner/pack_room.h"

#include <string.h>

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static bool fail(AccyPackSearchState *search, uint32_t section) {
  search->failures[section] += 1;
  return false;
}

bool accyPackFits(AccyPackSearchState *search, const AccyPackSearchBlock *block, uint64_t offset) {
  if (offset <= search->capacity && block->bytes <= search->capacity - offset)
    return true;
  for (uint32_t section = block->begin; section < block->end; ++section)
    search->failures[section] += 1.0 / (block->end - block->begin);
  return false;
}

bool accyPackHasHat(const AccyPackSearchState *search, const AccyPackSearchBlock *block) {
  for (uint32_t section = block->begin; section < block->end; ++section) {
    if (search->remaining[section] > 0)
      return true;
  }
  return false;
}

bool accyPackLeavesRoom(AccyPackSearchState *search, const AccyPackSearchBlock *block) {
  uint64_t room = search->capacity - block->offset - block->bytes;
  for (uint32_t section = block->begin; section < block->end; ++section) {
    if (search->remaining[section] > room)
      return fail(search, section);
  }
  return true;
}

bool accyPackHasRoom(AccyPackSearchState *search, const AccyPackPart *part, uint64_t offset) {
  for (uint32_t section = part->span.begin; section < part->span.end; ++section) {
    uint64_t remaining = search->remaining[section], floor = larger(search->floors[section], offset);
    if (remaining > 0 && (floor > search->capacity || remaining > search->capacity - floor))
      return fail(search, section);
  }
  return true;
}

/// Puts the block on top of what lies in those of its sections.
static bool stack(AccyPackSearchState *search, const AccyPackSearchBlock *block, AccyPackSpan span, uint64_t offset) {
  uint64_t least = larger(block->least, offset);
  for (uint32_t section = span.begin; section < span.end; ++section) {
    uint64_t bottom = larger(search->tops[section], least);
    if (bottom > search->capacity || block->bytes > search->capacity - bottom)
      return fail(search, section);
    search->tops[section] = bottom + block->bytes;
  }
  return true;
}

bool accyPackStacksFit(AccyPackSearchState *search, const AccyPackPart *part, AccyPackSpan span, uint64_t offset) {
  memset(search->tops + span.begin, 0, (span.end - span.begin) * sizeof(uint64_t));
  for (uint32_t i = 0; i < part->count; ++i) {
    const AccyPackSearchBlock *block = &search->blocks[part->blocks[i]];
    AccyPackSpan both = accyPackIntersect(span, (AccyPackSpan){block->begin, block->end});
    if (both.begin >= both.end)
      continue;
    accyPackSpend(search, both.end - both.begin);
    if (!stack(search, block, both, offset))
      return false;
  }
  return true;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_search.h: which runs of the search are made, and for which arena sizes.
#include "planner/pack_search.h"

#include <string.h>

#include "planner/arithmetic.h"
#include "planner/pack_canonical.h"

static const uint64_t default_budget = 20000;
enum { max_search_blocks = 2048, bisection_rounds = 6, varied_slice = 5000, varied_share = 200 };

typedef AccyPackSearchState Search;
typedef AccyPackSearchBlock SearchBlock;

// ---- Orders ---------------------------------------------------------------------------------------------------------

static int compare_larger(uint64_t left, uint64_t right) {
  return left > right ? -1 : left < right;
}

static int compare_by(const SearchBlock *left, const SearchBlock *right, int first, int second, int third) {
  const int keys[] = {first, second, third};
  for (int i = 0; i < 3; ++i) {
    int order = compare_larger(left->keys[keys[i]], right->keys[keys[i]]);
    if (order)
      return order;
  }
  return compare_larger(right->source, left->source);
}

static int by_width(const void *a, const void *b) {
  return compare_by(a, b, AccyPackKeyWidth, AccyPackKeyArea, AccyPackKeyLoad);
}

static int by_load_and_area(const void *a, const void *b) {
  return compare_by(a, b, AccyPackKeyLoad, AccyPackKeyArea, AccyPackKeyWidth);
}

static int by_load_and_width(const void *a, const void *b) {
  return compare_by(a, b, AccyPackKeyLoad, AccyPackKeyWidth, AccyPackKeyArea);
}

static const AccyPackOrder orders[] = {by_width, by_load_and_area, by_load_and_width};
enum { order_count = sizeof(orders) / sizeof(orders[0]) };

static uint64_t next_random(uint64_t *state) { // xorshift64
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// ---- Runs ----------------------------------------------------------------------------------------------------------

/// One run in one order, with at most `slice` of the budget. True when there is nothing more to look for: a placement
/// was found (`*solved`), or every one was tried, or memory ran out.
static bool run_slice(Search *search, AccyPackOrder order, uint64_t capacity, uint64_t slice, uint64_t *budget,
                      bool *solved) {
  uint64_t allowed = slice < *budget ? slice : *budget, steps = allowed;
  *solved = accyPackSearchRun(search, order, capacity, &steps);
  *budget -= allowed - steps;
  return *solved || steps > 0 || search->out_of_memory;
}

/// Makes the order of the next run a neighbour of the plain one: scales each block's keys by a random factor.
static void vary_keys(Search *search, uint64_t *random_state) {
  uint64_t spread = 1 + next_random(random_state) % 512; // of 1024
  for (uint32_t i = 0; i < search->count; ++i) {
    SearchBlock *block = &search->blocks[i];
    for (int key = 0; key < AccyPackKeyCount; ++key) {
      uint64_t factor = 1024 + next_random(random_state) % spread;
      block->keys[key] = accySaturatingMul(block->plain_keys[key], factor);
    }
  }
}

static void restore_keys(Search *search) {
  for (uint32_t i = 0; i < search->count; ++i)
    memcpy(search->blocks[i].keys, search->blocks[i].plain_keys, sizeof(search->blocks[i].keys));
}

/// Tries all orders in turn, plain ones with more steps each time and then short runs in varied ones: an unlucky first
/// choice costs a search dear, and another order may not make it. Ends when one solves it, shows that there is no
/// solution, or the budget is spent.
static bool search_capacity(Search *search, uint64_t capacity, uint64_t *budget) {
  uint64_t random_state = 0x9e3779b97f4a7c15u; // a constant: the same plan in every run
  bool solved = false;
  for (uint32_t pass = 0; *budget > 0; ++pass) {
    uint64_t slice = pass < 20 ? (uint64_t)1000 << (2 * pass) : UINT64_MAX;
    restore_keys(search);
    for (int i = 0; i < order_count && *budget > 0; ++i) {
      if (run_slice(search, orders[i], capacity, slice, budget, &solved))
        return solved;
    }
    for (uint64_t i = 0; i < slice / varied_share && *budget > 0; ++i) {
      vary_keys(search, &random_state);
      if (run_slice(search, orders[i % order_count], capacity, varied_slice, budget, &solved))
        return solved;
    }
  }
  return false;
}

static void keep(const Search *search, uint64_t *offsets, uint64_t *best) {
  uint64_t arena = 0;
  for (uint32_t i = 0; i < search->count; ++i) {
    const SearchBlock *block = &search->blocks[i];
    offsets[block->source] = search->offsets[i];
    if (search->offsets[i] + block->bytes > arena)
      arena = search->offsets[i] + block->bytes;
  }
  *best = arena;
}

bool accyPackSearch(const AccyPackBlock *blocks, uint32_t count, uint64_t peak, const AccyPackOptions *options,
                    AccyArena *scratch, uint64_t *offsets, uint64_t *best) {
  uint64_t goal = options->goal > peak ? options->goal : peak;
  if (count > max_search_blocks || *best <= goal)
    return true;
  Search search;
  bool has_memory = accyPackSearchPrepare(&search, blocks, count, scratch);
  if (has_memory) {
    uint64_t left = options->search_budget ? options->search_budget : default_budget;
    uint64_t low = peak, target = goal; // no placement below `low` was found
    for (int round = 0; round < bisection_rounds && *best > goal && left > 0; ++round) {
      uint64_t share = left - left / 2;
      left -= share;
      if (search_capacity(&search, target, &share))
        keep(&search, offsets, best);
      else
        low = target;
      left += share;
      target = low + (*best - low) / 2;
      if (target == low)
        break;
    }
  }
  accyPackSearchRelease(&search);
  return has_memory && !search.out_of_memory;
}

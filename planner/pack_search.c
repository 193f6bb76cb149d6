// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_search.h: which runs of the search are made, and for which arena sizes.
#include "planner/pack_search.h"

#include "planner/arithmetic.h"
#include "planner/pack_canonical.h"

static const uint64_t default_budget = 50000;
enum { max_search_blocks = 2048, bisection_rounds = 6, first_slice = 2 };

typedef AccyPackSearchState Search;

/// Those that MiniMalloc tries; an unlucky first choice costs a search dear, and another order may not make it.
static const AccyPackOrder orders[] = {
    {{AccyPackKeyWidth, AccyPackKeyArea, AccyPackKeyLoad}},
    {{AccyPackKeyLoad, AccyPackKeyArea, AccyPackKeyWidth}},
    {{AccyPackKeyLoad, AccyPackKeyWidth, AccyPackKeyArea}},
};
enum { order_count = sizeof(orders) / sizeof(orders[0]) };

/// One run in one order, with at most `slice` of the budget. True when there is nothing more to look for: a placement
/// was found (`*solved`), or every one was tried, or memory ran out.
static bool run_slice(Search *search, const AccyPackOrder *order, uint64_t capacity, uint64_t slice, uint64_t *budget,
                      bool *solved) {
  uint64_t allowed = slice < *budget ? slice : *budget, steps = allowed;
  *solved = accyPackSearchRun(search, order, capacity, &steps);
  *budget -= allowed - steps;
  return *solved || steps > 0 || search->out_of_memory;
}

/// Tries all orders in turn, with twice the steps each time. Ends when one solves it, shows that there is no solution,
/// or the budget is spent.
static bool search_capacity(Search *search, uint64_t capacity, uint64_t *budget) {
  bool solved = false;
  for (uint64_t slice = accySaturatingMul(search->count, first_slice); *budget > 0;
       slice = accySaturatingMul(slice, 2)) {
    for (int i = 0; i < order_count && *budget > 0; ++i) {
      if (run_slice(search, &orders[i], capacity, slice, budget, &solved))
        return solved;
    }
  }
  return false;
}

/// What is looked for, and the best that is known.
typedef struct Packing {
  uint64_t least, goal, best; // arena bytes
  uint64_t *offsets;          // of the best placement
} Packing;

static void keep(const Search *search, Packing *packing) {
  uint64_t arena = 0;
  for (uint32_t i = 0; i < search->count; ++i) {
    const AccyPackSearchBlock *block = &search->blocks[i];
    packing->offsets[block->source] = block->offset;
    if (block->offset + block->bytes > arena)
      arena = block->offset + block->bytes;
  }
  packing->best = arena;
}

/// How much of what is left of the budget goes into one size of the arena.
typedef uint64_t (*Share)(const Search *search, uint64_t left);

/// One run in each order without much turning back: a greedy placement that looks ahead.
static uint64_t quick_share(const Search *search, uint64_t left) {
  uint64_t share = accySaturatingMul(search->count, first_slice * order_count);
  return share < left ? share : left;
}

static uint64_t half_share(const Search *search, uint64_t left) {
  (void)search;
  return left - left / 2;
}

static uint64_t midpoint(uint64_t low, uint64_t high) {
  return low + (high - low) / 2;
}

/// Searches for `target` first, and then halfway between what failed and what was found.
static void bisect(Search *search, Packing *packing, uint64_t target, Share share_of, uint64_t *left) {
  uint64_t failed = packing->least;
  for (int round = 0; round < bisection_rounds && packing->best > packing->goal && *left > 0; ++round) {
    uint64_t share = share_of(search, *left);
    *left -= share;
    if (search_capacity(search, target, &share))
      keep(search, packing);
    else
      failed = target;
    *left += share;
    target = midpoint(failed, packing->best);
    if (target == failed)
      break;
  }
}

bool accyPackSearch(const AccyPackBlock *blocks, uint32_t count, uint64_t least, const AccyPackOptions *options,
                    AccyArena *scratch, uint64_t *offsets, uint64_t *best) {
  uint64_t left = options->search_budget ? options->search_budget : default_budget;
  Packing packing = {least, options->goal > least ? options->goal : least, *best, offsets};
  if (count > max_search_blocks || *best <= packing.goal)
    return true;
  Search search;
  bool has_memory = accyPackSearchPrepare(&search, blocks, count, scratch);
  if (has_memory) {
    bisect(&search, &packing, midpoint(least, *best), quick_share, &left);
    bisect(&search, &packing, packing.goal, half_share, &left);
  }
  *best = packing.best;
  accyPackSearchRelease(&search);
  return has_memory && !search.out_of_memory;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_search.h: which runs of the search are made, and for which arena sizes.
#include "planner/pack_search.h"

#include <string.h>

#include "planner/arithmetic.h"
#include "planner/pack_canonical.h"

static const uint64_t default_budget = 4000000000;
static const double full_gap = 0.05; // between the arena and the goal, for which all of the default budget is spent
enum { max_search_blocks = 2048, narrowing_rounds = 12 };

typedef AccyPackSearchState Search;

// ---- One size of the arena ------------------------------------------------------------------------------------------
//
// An unlucky first choice costs a depth-first search dear, and no order is lucky with every problem. So orders take
// turns, and half of all work goes into short runs in orders that differ at random and begin with blocks where earlier
// runs failed: what is hard to place is found by failing, and no run is long enough to be stuck.

static const AccyPackOrder fixed_orders[] = {
    {.keys = {AccyPackKeyLoad, AccyPackKeyWidth, AccyPackKeyArea}},
    {.keys = {AccyPackKeyArea, AccyPackKeyWidth, AccyPackKeyLoad}},
    {.keys = {AccyPackKeyLoadSum, AccyPackKeyArea, AccyPackKeyWidth}},
    {.keys = {AccyPackKeyLoad, AccyPackKeyNeighbours, AccyPackKeyBytes}},
};
static const AccyPackOrder restart_orders[] = {
    {.keys = {AccyPackKeyMostFailures, AccyPackKeyArea, AccyPackKeyWidth}, .noise = 0.2},
    {.keys = {AccyPackKeyFailureSum, AccyPackKeyArea, AccyPackKeyWidth}, .noise = 0.2},
};
enum {
  fixed_order_count = sizeof(fixed_orders) / sizeof(fixed_orders[0]),
  restart_order_count = sizeof(restart_orders) / sizeof(restart_orders[0]),
};
static const double failure_decay = 0.9; // from one run to the next

typedef enum Answer { AnswerOpen, AnswerSolved, AnswerImpossible } Answer;

/// The search for one size of the arena.
typedef struct Attempt {
  Search *search;
  uint64_t capacity;
  uint64_t budget; // left
  uint32_t restarts;
} Attempt;

/// About what it costs to place all blocks without turning back much.
static uint64_t descent(const Search *search) {
  return (uint64_t)search->count * search->count * 4;
}

static void age_failures(Search *search) {
  for (uint32_t section = 0; section < search->section_count; ++section)
    search->failures[section] *= failure_decay;
}

/// One run in one order, with at most `slice` of the budget. It is impossible when every placement was tried; running
/// out of memory ends the search in the same way.
static Answer run_slice(Attempt *attempt, const AccyPackOrder *order, uint64_t slice) {
  uint64_t allowed = slice < attempt->budget ? slice : attempt->budget, left = allowed;
  age_failures(attempt->search);
  bool solved = accyPackSearchRun(attempt->search, order, attempt->capacity, &left);
  attempt->budget -= allowed - left;
  if (solved)
    return AnswerSolved;
  return left > 0 || attempt->search->out_of_memory ? AnswerImpossible : AnswerOpen;
}

static Answer run_fixed_orders(Attempt *attempt, uint64_t slice) {
  Answer answer = AnswerOpen;
  for (int i = 0; i < fixed_order_count && answer == AnswerOpen && attempt->budget > 0; ++i)
    answer = run_slice(attempt, &fixed_orders[i], slice);
  return answer;
}

/// Runs of one descent's budget each, `share` in all.
static Answer run_restarts(Attempt *attempt, uint64_t share) {
  Answer answer = AnswerOpen;
  uint64_t end = attempt->budget > share ? attempt->budget - share : 0;
  while (answer == AnswerOpen && attempt->budget > end) {
    AccyPackOrder order = restart_orders[attempt->restarts % restart_order_count];
    order.seed = ++attempt->restarts;
    answer = run_slice(attempt, &order, descent(attempt->search));
  }
  return answer;
}

/// Ends when the problem is solved or shown to have no solution, or the budget is spent.
static bool search_capacity(Search *search, uint64_t capacity, uint64_t *budget) {
  Attempt attempt = {search, capacity, *budget, 0};
  Answer answer = AnswerOpen;
  memset(search->failures, 0, search->section_count * sizeof(double));
  for (uint64_t slice = descent(search); answer == AnswerOpen && attempt.budget > 0;
       slice = accySaturatingMul(slice, 2)) {
    answer = run_fixed_orders(&attempt, slice);
    if (answer == AnswerOpen)
      answer = run_restarts(&attempt, accySaturatingMul(slice, fixed_order_count));
  }
  *budget = attempt.budget;
  return answer == AnswerSolved;
}

// ---- The size of the arena ------------------------------------------------------------------------------------------

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
  uint64_t share = descent(search) * fixed_order_count;
  return share < left ? share : left;
}

static uint64_t half_share(const Search *search, uint64_t left) {
  (void)search;
  return left - left / 2;
}

/// Searches for `target` first, and then nearer to what was found than to what failed: what has room is found soon,
/// while a failure costs its whole share.
static void narrow(Search *search, Packing *packing, uint64_t target, Share share_of, uint64_t *left) {
  uint64_t failed = packing->least;
  for (int round = 0; round < narrowing_rounds && packing->best > packing->goal && *left > 0; ++round) {
    uint64_t share = share_of(search, *left);
    *left -= share;
    if (search_capacity(search, target, &share))
      keep(search, packing);
    else
      failed = target;
    *left += share;
    target = packing->best - accyCeilDiv(packing->best - failed, 4);
    if (target <= failed)
      break;
  }
}

/// What the default budget leaves for the search after the quick runs: the less there is to gain, the less it may cost.
static uint64_t default_left(const Packing *packing, uint64_t left) {
  double gap = (double)(packing->best - packing->goal) / (double)packing->goal;
  uint64_t worth = gap < full_gap ? (uint64_t)(gap / full_gap * (double)default_budget) : default_budget;
  return worth < left ? worth : left;
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
    narrow(&search, &packing, least + (*best - least) / 2, quick_share, &left);
    if (options->search_budget == 0)
      left = default_left(&packing, left);
    narrow(&search, &packing, packing.goal, half_share, &left);
  }
  *best = packing.best;
  accyPackSearchRelease(&search);
  return has_memory && !search.out_of_memory;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generic launch: one thread an element (or a vector of them). Spec: planner.md, section 7, "Fixed-size formats",
// "Dynamic formats" and "elementwise vector".
#include "planner/arithmetic.h"
#include "planner/launch_internal.h"

static uint32_t at_least_one(uint32_t value) {
  return value ? value : 1;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/// Reductions take the lowered kernel's own geometry where theirs is none of the target's only.
static bool plan_fixed_size(LaunchPlanner *planner, uint32_t threads) {
  const AccyLaunchRequest *request = planner->request;
  if (request->has_geometry && request->shape != AccyLaunchShapeReduction)
    return accyLaunchTakeOnly(planner, &request->geometry, NULL);
  AccyGeometry geometry = {{1, 1, 1}, {threads, 1, 1}, 0};
  return accyLaunchGrid(planner->launch.element_count, threads, &geometry.grid[0], planner->status) &&
         accyLaunchTakeOnly(planner, &geometry, NULL);
}

/// How many threads a threadgroup may have, how many it should, and what subgroups ask for.
typedef struct ThreadChoice {
  uint32_t limit, target, subgroup;
  bool whole_subgroups; // nothing else will do
} ThreadChoice;

static uint32_t round_to_subgroup(uint32_t threads, uint32_t subgroup, uint32_t limit) {
  uint64_t rounded = accyCeilDiv(threads, subgroup) * subgroup;
  return rounded <= limit ? (uint32_t)rounded : limit / subgroup * subgroup;
}

/// The least power of two that is not below `count`; 1 for 0.
static uint32_t next_power_of_two(uint32_t count) {
  uint32_t power = 1;
  while (power < count)
    power *= 2;
  return power;
}

/// The target may pass a limit that is no power of two, by which candidates are then ranked all the same.
static ThreadChoice choose_threads(const LaunchPlanner *planner) {
  const AccyTargetThreadgroup *limits = &planner->target.threadgroup;
  uint32_t preferred = planner->launch.resource_class == AccyResourceClassComputeWeighted ? 128 : 256;
  ThreadChoice choice = {.subgroup = planner->launch.subgroup_size,
                         .whole_subgroups = planner->request->needs_whole_subgroups};
  choice.limit =
      smaller(preferred, smaller(at_least_one(limits->max_threads), at_least_one(limits->max_threads_per_dim[0])));
  uint64_t count = planner->launch.element_count;
  choice.target = count < choice.limit ? next_power_of_two((uint32_t)count) : choice.limit;
  if (choice.subgroup > 1 && choice.limit >= choice.subgroup)
    choice.target = round_to_subgroup(choice.target, choice.subgroup, choice.limit);
  return choice;
}

static bool allowed(const ThreadChoice *choice, uint32_t threads) {
  uint32_t subgroup = choice->subgroup;
  if (subgroup <= 1 || (choice->target < subgroup && !choice->whole_subgroups))
    return true;
  return threads >= subgroup && threads % subgroup == 0;
}

/// Where a new candidate belongs: sorted by score, ties by threads, later ones after equal ones.
static uint32_t sorted_position(const AccyLaunchResources *launch, uint64_t score, uint32_t threads) {
  bool larger_first = launch->resource_class == AccyResourceClassMemoryBound;
  uint32_t position = launch->candidate_count;
  while (position > 0) {
    const AccyLaunchCandidate *before = &launch->candidates[position - 1];
    uint32_t before_threads = before->geometry.threadgroup[0];
    bool comes_before = before->score != score ? score < before->score
                        : larger_first         ? threads > before_threads
                                               : threads < before_threads;
    if (!comes_before)
      break;
    --position;
  }
  return position;
}

/// Adds a threadgroup size unless it is invalid or there already. `*grid_overflow` tells when its grid passes 32 bits.
static void try_threads(LaunchPlanner *planner, const ThreadChoice *choice, uint32_t threads, bool *grid_overflow) {
  if (threads == 0)
    return;
  AccyGeometry geometry = {{1, 1, 1}, {threads, 1, 1}, 0};
  if (!accyLaunchGrid(planner->launch.element_count, threads, &geometry.grid[0], NULL)) {
    *grid_overflow = true;
    return;
  }
  if (!accyLaunchGeometryIsNew(planner, &geometry))
    return;
  uint64_t score = threads > choice->target ? threads - choice->target : choice->target - threads;
  AccyLaunchCandidate candidate = accyLaunchCandidateMake(planner, &geometry, score, NULL);
  accyLaunchInsertCandidate(planner, sorted_position(&planner->launch, score, threads), &candidate);
}

static bool plan_dynamic_size(LaunchPlanner *planner) {
  static const uint32_t sizes[] = {32, 64, 128, 256, 512, 1024, 16, 8, 4, 2, 1};
  ThreadChoice choice = choose_threads(planner);
  bool grid_overflow = false;
  try_threads(planner, &choice, choice.target, &grid_overflow);
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    if (allowed(&choice, sizes[i]))
      try_threads(planner, &choice, sizes[i], &grid_overflow);
  }
  if (allowed(&choice, choice.limit))
    try_threads(planner, &choice, choice.limit, &grid_overflow);
  if (choice.subgroup > 0 && choice.limit >= choice.subgroup) {
    try_threads(planner, &choice, choice.subgroup, &grid_overflow);
    try_threads(planner, &choice, choice.limit / choice.subgroup * choice.subgroup, &grid_overflow);
  }
  if (planner->launch.candidate_count == 0 && planner->request->has_geometry) // a grid of more dimensions than one
    return accyLaunchTakeOnly(planner, &planner->request->geometry, NULL);
  if (planner->launch.candidate_count == 0 && grid_overflow) {
    uint32_t extent;
    return accyLaunchGrid(planner->launch.element_count, choice.target, &extent, planner->status);
  }
  return true;
}

bool accyLaunchPlanGeneric(LaunchPlanner *planner) {
  uint32_t fixed = accyFixedThreadgroupSize(planner->request->format);
  return fixed ? plan_fixed_size(planner, fixed) : plan_dynamic_size(planner);
}

bool accyLaunchPlanElementwiseVector(LaunchPlanner *planner) {
  planner->launch.element_count = planner->request->vector_count;
  return accyLaunchPlanGeneric(planner);
}

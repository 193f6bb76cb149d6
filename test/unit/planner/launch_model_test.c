// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic launches of random targets against a second, slow reading of planner.md, section 7: all thread counts there
// are in the order in which they are tried, then sorted, then cut to eight.
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

enum { most_tried = 16 };

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint32_t random_number(uint32_t limit) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % limit;
}

/// What is known of a launch before its candidates are.
typedef struct Model {
  uint64_t count;
  uint64_t limit, target, subgroup;
  uint64_t max_grid, max_threads;
  bool is_memory_bound;
} Model;

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static Model model_of(const AccyTargetCapabilities *target, const AccyResources *resources) {
  Model model = {.count = resources->element_count};
  model.subgroup = target->subgroup.supported
                       ? target->subgroup.size_max ? target->subgroup.size_max : target->subgroup.size_min
                       : 0;
  model.max_grid = target->threadgroup.max_grid_per_dim[0];
  model.max_threads = least(target->threadgroup.max_threads, target->threadgroup.max_threads_per_dim[0]);
  uint64_t preferred = resources->resource_class == AccyResourceClassComputeWeighted ? 128 : 256;
  model.limit = least(preferred, model.max_threads ? model.max_threads : 1);
  model.is_memory_bound = resources->resource_class == AccyResourceClassMemoryBound;
  model.target = 1;
  while (model.count < model.limit && model.target < model.count)
    model.target *= 2;
  if (model.count >= model.limit)
    model.target = model.limit;
  if (model.subgroup > 1 && model.limit >= model.subgroup) {
    uint64_t up = (model.target + model.subgroup - 1) / model.subgroup * model.subgroup;
    model.target = up <= model.limit ? up : model.limit / model.subgroup * model.subgroup;
  }
  return model;
}

static bool is_allowed(const Model *model, uint64_t threads) {
  return model->subgroup <= 1 || model->target < model->subgroup ||
         (threads >= model->subgroup && threads % model->subgroup == 0);
}

static uint64_t distance(const Model *model, uint64_t threads) {
  return threads > model->target ? threads - model->target : model->target - threads;
}

static bool is_better(const Model *model, uint64_t a, uint64_t b) {
  if (distance(model, a) != distance(model, b))
    return distance(model, a) < distance(model, b);
  return model->is_memory_bound ? a > b : a < b;
}

/// Adds a thread count that is valid and new.
static void try_threads(const Model *model, uint64_t threads, uint64_t *tried, uint32_t *count) {
  if (threads == 0 || threads > model->max_threads)
    return;
  uint64_t grid = model->count == 0 ? 1 : model->count / threads + (model->count % threads != 0);
  if (grid > model->max_grid)
    return;
  for (uint32_t i = 0; i < *count; ++i) {
    if (tried[i] == threads)
      return;
  }
  tried[(*count)++] = threads;
}

static uint32_t list_threads(const Model *model, uint64_t tried[most_tried]) {
  static const uint64_t sizes[] = {32, 64, 128, 256, 512, 1024, 16, 8, 4, 2, 1};
  uint32_t count = 0;
  try_threads(model, model->target, tried, &count);
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    if (is_allowed(model, sizes[i]))
      try_threads(model, sizes[i], tried, &count);
  }
  if (is_allowed(model, model->limit))
    try_threads(model, model->limit, tried, &count);
  if (model->subgroup > 0 && model->limit >= model->subgroup) {
    try_threads(model, model->subgroup, tried, &count);
    try_threads(model, model->limit / model->subgroup * model->subgroup, tried, &count);
  }
  for (uint32_t i = 1; i < count; ++i) {
    for (uint32_t j = i; j > 0 && is_better(model, tried[j], tried[j - 1]); --j) {
      uint64_t kept = tried[j];
      tried[j] = tried[j - 1];
      tried[j - 1] = kept;
    }
  }
  return count < ACCY_MAX_CANDIDATES ? count : ACCY_MAX_CANDIDATES;
}

static AccyTargetCapabilities random_target(void) {
  static const char *const backends[] = {"cuda", "metal", "webgpu"};
  static const uint32_t limits[] = {1, 2, 3, 16, 31, 32, 33, 48, 63, 96, 100, 128, 200, 256, 300, 512, 1000, 1024};
  const char *backend = backends[random_number(3)];
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup(backend, strlen(backend), &profile, NULL));
  AccyTargetThreadgroup *threadgroup = &profile.capabilities.threadgroup;
  threadgroup->max_threads = limits[random_number(18)];
  threadgroup->max_threads_per_dim[0] = limits[random_number(18)];
  threadgroup->max_grid_per_dim[0] = random_number(4) ? 65535 : 1 + random_number(100);
  profile.capabilities.subgroup = (AccyTargetSubgroup){random_number(3) != 0, 1 + random_number(8), 0, 0};
  if (random_number(4))
    profile.capabilities.subgroup.size_max = limits[random_number(14)];
  return profile.capabilities;
}

static void test_generic_launches_are_those_of_the_model(void **state) {
  (void)state;
  enum { rounds = 100000 };
  uint32_t planned = 0;
  for (int round = 0; round < rounds; ++round) {
    AccyTargetCapabilities target = random_target();
    uint64_t elements = random_number(4) ? random_number(600) : random_number(1u << 31);
    AccyResources resources = resources_of(elements, elements * random_number(40), elements * (1 + random_number(20)));
    AccyLaunchRequest request =
        request_for(&target, accyBackendDefaultFormat(target.backend), AccyLaunchShapeGeneric, &resources);
    Model model = model_of(&target, &resources);
    uint64_t expected[most_tried];
    uint32_t count = list_threads(&model, expected);
    AccyLaunchResources launch;
    AccyStatus status = {0};
    assert_int_equal(accyLaunchResourcesPlan(&request, &launch, &status), count > 0);
    if (count == 0) {
      assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
      continue;
    }
    ++planned;
    assert_int_equal(launch.candidate_count, count);
    for (uint32_t i = 0; i < count; ++i) {
      assert_int_equal(launch.candidates[i].geometry.threadgroup[0], expected[i]);
      assert_int_equal(launch.candidates[i].score, distance(&model, expected[i]));
    }
  }
  assert_true(planned > rounds / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_generic_launches_are_those_of_the_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 100 000 random launch requests: each is planned soundly or refused with a reason.
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

static uint64_t random_state = 0x2545f4914f6cdd1du;

static uint64_t random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

/// Numbers of every magnitude, and the edges.
static uint64_t random_size(void) {
  static const uint64_t edges[] = {0, 1, 31, 32, 33, 65535, 65536, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX};
  if (random_number() % 8 == 0)
    return edges[random_number() % 10];
  return random_number() >> (random_number() % 64);
}

static void assert_sound(const AccyLaunchRequest *request, const AccyLaunchResources *launch) {
  AccyTargetCapabilities target = *request->target;
  for (int i = 0; i < 3 && accyFormatIsHostLoop(request->format); ++i)
    target.threadgroup.max_grid_per_dim[i] = UINT32_MAX;
  assert_true(launch->candidate_count >= 1 && launch->candidate_count <= ACCY_MAX_CANDIDATES);
  assert_true(launch->subgroup_aligned || !request->needs_whole_subgroups);
  assert_memory_equal(&launch->geometry, &launch->candidates[0].geometry, sizeof(AccyGeometry));
  for (uint32_t i = 0; i < launch->candidate_count; ++i) {
    assert_true(accyGeometryValidate(&target, &launch->candidates[i].geometry, NULL));
    if (i > 0 && request->shape != AccyLaunchShapeElementwiseRank2)
      assert_true(launch->candidates[i - 1].score <= launch->candidates[i].score);
    for (uint32_t j = 0; j < i; ++j)
      assert_memory_not_equal(&launch->candidates[i].geometry, &launch->candidates[j].geometry, sizeof(AccyGeometry));
  }
}

static void randomize(AccyLaunchRequest *request) {
  request->has_geometry = random_number() % 2;
  request->geometry.shared_bytes = random_number() % 4 ? 0 : (uint32_t)random_size();
  for (int i = 0; i < 3; ++i) {
    request->geometry.grid[i] = (uint32_t)random_size();
    request->geometry.threadgroup[i] = (uint32_t)random_size() % 70;
  }
  request->shared_bytes = random_number() % 4 ? 0 : (uint32_t)random_size();
  request->input_dtype = (AccyDtype)(random_number() % AccyDtypeCount);
  request->output_dtype = (AccyDtype)(random_number() % AccyDtypeCount);
  request->elementwise.rows = random_size();
  request->elementwise.cols = random_size();
  request->elementwise.threads_x = (uint32_t)random_size() % 300;
  request->elementwise.threads_y = (uint32_t)random_size() % 300;
  request->needs_whole_subgroups = random_number() % 16 == 0;
  request->vector_count = random_size();
  request->dot_general.m = random_size();
  request->dot_general.n = random_size();
  request->dot_general.k = random_size();
  request->dot_general.batch = random_size();
  request->dot_general.block_m = (uint32_t)random_size();
  request->dot_general.block_n = (uint32_t)random_size();
  request->dot_general.threads_x = (uint32_t)random_size() % 40;
  request->dot_general.threads_y = (uint32_t)random_size() % 40;
  request->dot_general.warps = (uint32_t)random_size() % 40;
  request->dot_general.splits = (uint32_t)random_size();
  request->row_pipeline.rows = random_size();
  request->row_pipeline.threads = (uint32_t)random_size() % 2000;
  request->flash_attention.sequence = random_size();
  request->flash_attention.batch_heads = random_size();
  request->flash_attention.block_rows = (uint32_t)random_size() % 200;
  request->flash_attention.threads_x = (uint32_t)random_size() % 100;
  request->flash_attention.threads_y = (uint32_t)random_size() % 40;
  request->scan.blocks = (uint32_t)random_size();
  request->scan.threads = (uint32_t)random_size() % 2000;
}

static void randomize_reduction(AccyLaunchRequest *request, AccyResources *resources) {
  request->reduction.kind = (AccyReductionKind)(random_number() % AccyReductionKindCount);
  request->reduction.rank = (uint32_t)(random_number() % 5);
  request->reduction.axis = (uint32_t)(random_number() % 4);
  for (int i = 0; i < 3; ++i)
    request->reduction.dims[i] = random_size();
  request->reduction.output_count = random_size();
  uint32_t axis = request->reduction.axis < 3 ? request->reduction.axis : 0;
  request->reduction.input_count = request->reduction.output_count * request->reduction.dims[axis];
  request->reduction.blocks = (uint32_t)random_size();
  request->reduction.threads = (uint32_t)random_size() % 2000;
  request->reduction.output_threads = (uint32_t)random_size() % 2000;
  if (random_number() % 8)
    resources->element_count = request->reduction.output_count;
}

static void test_random_requests(void **state) {
  (void)state;
  uint32_t planned = 0;
  for (int round = 0; round < 100000; ++round) {
    AccyTargetCapabilities target = *accyTargetBuiltin((uint32_t)(random_number() % accyTargetBuiltinCount()));
    if (random_number() % 8 == 0)
      target.threadgroup.max_threads = (uint32_t)random_size() % 2048;
    if (random_number() % 8 == 0)
      target.subgroup.size_max = (uint32_t)random_size() % 200;
    AccyResources resources = resources_of(random_size(), random_size(), random_size());
    AccyLaunchRequest request = request_for(&target, (AccyFormat)(random_number() % AccyFormatCount),
                                            (AccyLaunchShape)(random_number() % AccyLaunchShapeCount), &resources);
    randomize(&request);
    randomize_reduction(&request, &resources);
    AccyLaunchResources launch;
    AccyStatus status = {0};
    if (accyLaunchResourcesPlan(&request, &launch, &status)) {
      assert_sound(&request, &launch);
      ++planned;
    } else {
      assert_true(status.code != AccyStatusCodeOk && status.message[0] != 0);
    }
  }
  assert_true(planned > 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_requests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

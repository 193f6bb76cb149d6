// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 100 000 random launch requests of every shape for every format: what is possible is planned, soundly, and what is not
// is refused for a reason that the model finds, too.
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "launch_model.h"
#include "launch_requests.h"

static uint64_t random_state = 0x2545f4914f6cdd1du;

static uint64_t random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static bool sizes_are_modest; // of the request that is being made

/// Numbers of every magnitude, and the edges; or such as programs have.
static uint64_t random_size(void) {
  static const uint64_t edges[] = {0, 1, 31, 32, 33, 65535, 65536, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX};
  if (sizes_are_modest)
    return 1 + random_number() % (1u << random_number() % 10);
  if (random_number() % 8 == 0)
    return edges[random_number() % 10];
  return random_number() >> (random_number() % 64);
}

static void randomize(AccyLaunchRequest *request) {
  request->has_geometry = random_number() % 2;
  request->geometry.shared_bytes = random_number() % 8 ? 0 : (uint32_t)random_size();
  for (int i = 0; i < 3; ++i) {
    request->geometry.grid[i] = (uint32_t)random_size();
    request->geometry.threadgroup[i] = (uint32_t)random_size() % 70;
  }
  request->shared_bytes = random_number() % 8 ? 0 : (uint32_t)random_size();
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

// ---- What comes of them ---------------------------------------------------------------------------------------------

/// The threadgroup's share of a total, in numbers that do not overflow.
static uint64_t share_of(uint64_t total, uint64_t elements, uint64_t threads) {
  unsigned __int128 product = (unsigned __int128)total * threads;
  if (total == 0 || elements == 0 || threads == 0)
    return 0;
  product = product > UINT64_MAX ? UINT64_MAX : product;
  return (uint64_t)((product + elements - 1) / elements);
}

static void assert_shares(const AccyLaunchRequest *request, const AccyLaunchResources *launch) {
  bool is_body = request->shape >= AccyLaunchShapeReductionAtomic && request->shape <= AccyLaunchShapeReductionGroup;
  const AccyResources *resources = request->resources;
  for (uint32_t i = 0; i < launch->candidate_count; ++i) {
    const AccyLaunchCandidate *candidate = &launch->candidates[i];
    const uint32_t *extents = candidate->geometry.threadgroup;
    uint64_t threads = (uint64_t)extents[0] * extents[1] * extents[2], bytes = resources->static_total_bytes;
    uint64_t ops = resources->estimated_element_ops;
    assert_true(candidate->est_bytes == (is_body ? bytes : share_of(bytes, launch->element_count, threads)));
    assert_true(candidate->est_ops == (is_body ? ops : share_of(ops, launch->element_count, threads)));
  }
}

/// The launches are those of the model in its order, the first of them chosen, each with the shared memory asked for.
static void assert_as_judged(const AccyLaunchRequest *request, const AccyLaunchResources *launch,
                             const Verdict *verdict) {
  if (launch->candidate_count != verdict->count)
    fail_msg("%s for %s: %u candidates, not %u", accyLaunchShapeName(request->shape), accyFormatName(request->format),
             launch->candidate_count, verdict->count);
  for (uint32_t i = 0; i < verdict->count; ++i) {
    AccyGeometry expected = verdict->geometries[i];
    if (request->shared_bytes)
      expected.shared_bytes = request->shared_bytes;
    assert_memory_equal(&launch->candidates[i].geometry, &expected, sizeof(AccyGeometry));
    assert_true(launch->candidates[i].score == verdict->scores[i]);
  }
  const AccyLaunchCandidate *chosen = &launch->candidates[0];
  assert_memory_equal(&launch->geometry, &chosen->geometry, sizeof(AccyGeometry));
  assert_true(launch->est_bytes == chosen->est_bytes && launch->est_ops == chosen->est_ops);
  assert_true(launch->subgroup_aligned || !request->needs_whole_subgroups);
  assert_shares(request, launch);
}

static void assert_refused_as_judged(const AccyLaunchRequest *request, const AccyStatus *status,
                                     const Verdict *verdict) {
  if (verdict->count > 0)
    fail_msg("%s for %s is refused and has a launch: %s", accyLaunchShapeName(request->shape),
             accyFormatName(request->format), status->message);
  if (!(verdict->errors & ACCY_BIT(status->code)))
    fail_msg("%s for %s is refused for another reason: %s [%s]", accyLaunchShapeName(request->shape),
             accyFormatName(request->format), status->message, accyStatusCodeName(status->code));
  assert_true(strlen(status->message) > 10);
}

/// How often requests of each shape for each format were planned and refused.
static uint32_t planned[AccyLaunchShapeCount][AccyFormatCount], refused[AccyLaunchShapeCount][AccyFormatCount];

static AccyTargetCapabilities random_target(AccyFormat format) {
  AccyTargetCapabilities target;
  do
    target = *accyTargetBuiltin((uint32_t)(random_number() % accyTargetBuiltinCount()));
  while (!(target.formats & ACCY_BIT(format)));
  if (random_number() % 8 == 0)
    target.threadgroup.max_threads = (uint32_t)random_size() % 2048;
  if (random_number() % 8 == 0)
    target.threadgroup.max_threads_per_dim[random_number() % 3] = (uint32_t)random_size() % 2048;
  if (random_number() % 8 == 0)
    target.threadgroup.max_grid_per_dim[random_number() % 3] = (uint32_t)random_size();
  if (random_number() % 8 == 0)
    target.subgroup.size_max = (uint32_t)random_size() % 600;
  return target;
}

static void plan_random(AccyLaunchShape shape, AccyFormat format) {
  sizes_are_modest = random_number() % 2;
  AccyTargetCapabilities target = random_target(format);
  AccyResources resources = resources_of(random_size(), random_size(), random_size());
  AccyLaunchRequest request = request_for(&target, format, shape, &resources);
  randomize(&request);
  randomize_reduction(&request, &resources);
  Verdict verdict = judgeLaunch(&request);
  AccyLaunchResources launch;
  AccyStatus status = {0};
  if (accyLaunchResourcesPlan(&request, &launch, &status)) {
    assert_as_judged(&request, &launch, &verdict);
    ++planned[shape][format];
  } else {
    assert_refused_as_judged(&request, &status, &verdict);
    ++refused[shape][format];
  }
}

static void test_random_requests(void **state) {
  (void)state;
  enum { rounds = 100000, at_least = 50 };
  for (int round = 0; round < rounds; ++round)
    plan_random((AccyLaunchShape)(round % AccyLaunchShapeCount),
                (AccyFormat)(round / AccyLaunchShapeCount % AccyFormatCount));
  for (int shape = 0; shape < AccyLaunchShapeCount; ++shape) {
    for (int format = 0; format < AccyFormatCount; ++format) {
      uint32_t fewest =
          planned[shape][format] < refused[shape][format] ? planned[shape][format] : refused[shape][format];
      if (fewest < at_least)
        fail_msg("%s for %s: %u planned, %u refused", accyLaunchShapeName((AccyLaunchShape)shape),
                 accyFormatName((AccyFormat)format), planned[shape][format], refused[shape][format]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_requests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

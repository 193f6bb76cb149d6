// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch planning, rule by rule, where launch_test.c's reference numbers do not reach: thread counts around subgroups,
// ties, the extents of reductions, which of a target's limits count.
#include "accy-c/Launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

static AccyTargetCapabilities cuda_of(uint32_t max_threads) {
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup("cuda", 4, &profile, NULL));
  profile.capabilities.threadgroup.max_threads = max_threads;
  return profile.capabilities;
}

static AccyLaunchResources plan_elements(const AccyTargetCapabilities *target, const AccyResources *resources) {
  AccyLaunchRequest request = request_for(target, AccyFormatCudaPtx, AccyLaunchShapeGeneric, resources);
  AccyLaunchResources launch;
  AccyStatus status = {0};
  if (!accyLaunchResourcesPlan(&request, &launch, &status))
    fail_msg("%s", status.message);
  return launch;
}

static void assert_threads(const AccyLaunchResources *launch, const uint32_t *expected, uint32_t count) {
  assert_int_equal(launch->candidate_count, count);
  for (uint32_t i = 0; i < count; ++i)
    assert_int_equal(launch->candidates[i].geometry.threadgroup[0], expected[i]);
}

// ---- Thread counts --------------------------------------------------------------------------------------------------

static void test_target_is_a_power_of_two_within_the_limit(void **state) {
  (void)state;
  static const struct {
    uint64_t elements;
    uint32_t expected;
  } rows[] = {{0, 1}, {1, 1}, {2, 2}, {3, 4}, {100, 128}, {255, 256}, {256, 256}, {100000, 256}};
  AccyTargetCapabilities target = cuda_of(1024);
  target.subgroup = (AccyTargetSubgroup){0};
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    AccyResources resources = resources_of(rows[i].elements, rows[i].elements, 12 * rows[i].elements);
    AccyLaunchResources launch = plan_elements(&target, &resources);
    assert_int_equal(launch.geometry.threadgroup[0], rows[i].expected);
    assert_int_equal(launch.subgroup_size, 0);
    assert_false(launch.subgroup_aligned);
  }
}

// Without subgroups the next power of two may pass a limit that is none: no candidate has it, and all are ranked by it.
static void test_target_beyond_the_limit(void **state) {
  (void)state;
  static const uint32_t expected[] = {96, 64, 32, 16, 8, 4, 2, 1};
  AccyTargetCapabilities target = cuda_of(96);
  target.subgroup = (AccyTargetSubgroup){0};
  AccyResources resources = resources_of(70, 70, 840);
  AccyLaunchResources launch = plan_elements(&target, &resources);
  assert_threads(&launch, expected, 8);
  for (uint32_t i = 0; i < 8; ++i)
    assert_int_equal(launch.candidates[i].score, 128 - expected[i]);
  resources = resources_of(96, 96, 1152); // as many as the limit: that is the target
  launch = plan_elements(&target, &resources);
  assert_threads(&launch, expected, 8);
  assert_int_equal(launch.candidates[0].score, 0);
}

// Rounded up to whole subgroups, or, where that passes the limit, to the largest multiple within it.
static void test_target_is_whole_subgroups(void **state) {
  (void)state;
  AccyTargetCapabilities target = cuda_of(100);
  AccyResources resources = resources_of(5, 5, 60);
  assert_int_equal(plan_elements(&target, &resources).geometry.threadgroup[0], 32);
  resources = resources_of(90, 90, 1080); // the next power of two is beyond 100
  assert_int_equal(plan_elements(&target, &resources).geometry.threadgroup[0], 96);
  target.subgroup.size_max = 48;
  resources = resources_of(40, 40, 480); // 64 becomes 96
  assert_int_equal(plan_elements(&target, &resources).geometry.threadgroup[0], 96);
}

// With fewer threads than a subgroup every count is allowed; with subgroups only their multiples.
static void test_allowed_counts(void **state) {
  (void)state;
  static const uint32_t below[] = {16, 8, 4, 2, 1}, whole[] = {96, 64, 32};
  AccyTargetCapabilities small = cuda_of(16), large = cuda_of(100);
  AccyResources resources = resources_of(1000, 1000, 12000);
  AccyLaunchResources launch = plan_elements(&small, &resources);
  assert_threads(&launch, below, 5);
  assert_false(launch.subgroup_aligned);
  launch = plan_elements(&large, &resources);
  assert_threads(&launch, whole, 3);
  assert_true(launch.subgroup_aligned);
}

// A kernel whose threads exchange values takes no count but whole subgroups of the greatest size, and fails where there
// is none: in a launch that is too small or of its own, and on a target without subgroups.
static void test_needs_whole_subgroups(void **state) {
  (void)state;
  static const uint32_t whole[] = {64, 128, 192};
  AccyTargetCapabilities target = cuda_of(200), small = cuda_of(16), none = cuda_of(200);
  target.subgroup.size_max = 64;
  none.subgroup = (AccyTargetSubgroup){0};
  AccyResources resources = resources_of(50, 50, 600);
  AccyLaunchRequest request = request_for(&target, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  request.needs_whole_subgroups = true;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_threads(&launch, whole, 3);
  assert_true(launch.subgroup_aligned);
  request.shape = AccyLaunchShapeAuthored;
  request.has_geometry = true;
  static const struct {
    uint32_t threads;
    bool isWhole;
  } rows[] = {{1, false}, {32, false}, {64, true}, {96, false}, {128, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AccyStatus status = {0};
    request.geometry = (AccyGeometry){{1, 1, 1}, {rows[i].threads, 1, 1}, 0};
    assert_int_equal(accyLaunchResourcesPlan(&request, &launch, &status), rows[i].isWhole);
    assert_int_equal(status.code, rows[i].isWhole ? AccyStatusCodeOk : AccyStatusCodeCapabilityMismatch);
    request.needs_whole_subgroups = false; // then any will do, and whether they are whole is said
    assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
    assert_int_equal(launch.subgroup_aligned, rows[i].isWhole);
    request.needs_whole_subgroups = true;
  }
  // Subgroups larger than what a threadgroup should have: only their multiples are tried.
  AccyTargetCapabilities wide = cuda_of(1024);
  static const uint32_t large[] = {512, 1024};
  wide.subgroup.size_max = 512;
  request = request_for(&wide, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  resources = resources_of(50000, 50000 * 64, 4);
  assert_int_equal(resources.resource_class, AccyResourceClassComputeWeighted);
  request.needs_whole_subgroups = true;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_threads(&launch, large, 2);
  resources = resources_of(50, 50, 600);
  const AccyTargetCapabilities *without[] = {&small, &none};
  for (size_t i = 0; i < sizeof without / sizeof *without; ++i) {
    AccyStatus status = {0};
    request = request_for(without[i], AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
    request.needs_whole_subgroups = true;
    assert_false(accyLaunchResourcesPlan(&request, &launch, &status));
    assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
    assert_non_null(strstr(status.message, "whole subgroups"));
  }
}

// Of two counts as far from the target, memory bound kernels try the larger first, others the smaller. With subgroups
// of 48 and at most 150 threads the target for 40 elements is 96, with 48 and 144 around it.
static void test_ties(void **state) {
  (void)state;
  static const uint32_t larger_first[] = {96, 144, 48}, smaller_first[] = {96, 48, 144};
  AccyTargetCapabilities target = cuda_of(150);
  target.subgroup.size_max = 48;
  AccyResources resources = resources_of(40, 40, 480);
  assert_int_equal(resources.resource_class, AccyResourceClassMemoryBound);
  AccyLaunchResources launch = plan_elements(&target, &resources);
  assert_threads(&launch, larger_first, 3);
  assert_int_equal(launch.candidates[1].score, 48);
  assert_int_equal(launch.candidates[2].score, 48);
  resources = resources_of(40, 200, 480);
  assert_int_equal(resources.resource_class, AccyResourceClassBalanced);
  launch = plan_elements(&target, &resources);
  assert_threads(&launch, smaller_first, 3);
}

// At most eight, the worst left out: without subgroups eleven sizes are valid.
static void test_eight_candidates(void **state) {
  (void)state;
  static const uint32_t nearest[] = {256, 128, 64, 32, 16, 8, 4, 2};
  AccyTargetCapabilities target = cuda_of(1024);
  target.subgroup = (AccyTargetSubgroup){0};
  AccyResources resources = resources_of(4096, 4096, 4096 * 12);
  AccyLaunchResources launch = plan_elements(&target, &resources);
  assert_threads(&launch, nearest, ACCY_MAX_CANDIDATES);
  for (uint32_t i = 0; i < launch.candidate_count; ++i)
    assert_int_equal(launch.candidates[i].score, 256 - nearest[i]);
}

// The limit of a dimension counts as that of the threadgroup.
static void test_limit_of_dimension_x(void **state) {
  (void)state;
  AccyTargetCapabilities target = cuda_of(1024);
  target.threadgroup.max_threads_per_dim[0] = 64;
  AccyResources resources = resources_of(4096, 4096, 4096 * 12);
  AccyLaunchResources launch = plan_elements(&target, &resources);
  assert_int_equal(launch.geometry.threadgroup[0], 64);
  AccyTargetProfile vulkan;
  assert_true(accyTargetProfileLookup("vulkan", 6, &vulkan, NULL));
  vulkan.capabilities.threadgroup.max_threads_per_dim[0] = 63;
  AccyLaunchRequest request =
      request_for(&vulkan.capabilities, AccyFormatVulkanSpirv, AccyLaunchShapeGeneric, &resources);
  AccyStatus status = {0};
  assert_false(accyLaunchResourcesPlan(&request, &launch, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
}

// ---- Grids ----------------------------------------------------------------------------------------------------------

static void test_grid(void **state) {
  (void)state;
  uint32_t extent;
  AccyStatus status = {0};
  assert_true(accyLaunchGrid(0, 8, &extent, NULL));
  assert_int_equal(extent, 1);
  assert_true(accyLaunchGrid(17, 8, &extent, NULL));
  assert_int_equal(extent, 3);
  assert_true(accyLaunchGrid((uint64_t)UINT32_MAX * 8, 8, &extent, NULL));
  assert_int_equal(extent, UINT32_MAX);
  assert_false(accyLaunchGrid(17, 0, &extent, &status));
  assert_int_equal(status.code, AccyStatusCodeCapabilityMismatch);
  assert_false(accyLaunchGrid((uint64_t)UINT32_MAX * 8 + 1, 8, &extent, &status));
  assert_int_equal(status.code, AccyStatusCodeLaunchArgumentMismatch);
}

// ---- Reductions -----------------------------------------------------------------------------------------------------

// Which of the extents is folded: all of rank 1; rows or columns of rank 2; the middle one of rank 3.
static void test_reduced_extents(void **state) {
  (void)state;
  static const struct {
    uint32_t rank, axis;
    uint64_t dims[3], outputs, extent;
  } rows[] = {
      {1, 0, {24, 0, 0}, 1, 24},
      {2, 0, {6, 4, 0}, 4, 6},
      {2, 1, {6, 4, 0}, 6, 4},
      {3, 1, {2, 3, 4}, 8, 3},
  };
  AccyTargetCapabilities target = cuda_of(1024);
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    AccyResources resources = resources_of(rows[i].outputs, 24, 96 + 4 * rows[i].outputs);
    AccyLaunchRequest request = request_for(&target, AccyFormatCudaPtx, AccyLaunchShapeReduction, &resources);
    AccyLaunchResources launch;
    request.reduction.kind = AccyReductionKindSum;
    request.reduction.rank = rows[i].rank;
    request.reduction.axis = rows[i].axis;
    memcpy(request.reduction.dims, rows[i].dims, sizeof rows[i].dims);
    request.reduction.input_count = 24;
    request.reduction.output_count = rows[i].outputs;
    assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
    for (uint32_t j = 0; j < launch.candidate_count; ++j) {
      const AccyLaunchCandidate *candidate = &launch.candidates[j];
      uint32_t threads = candidate->geometry.threadgroup[0];
      assert_int_equal(candidate->tile.kind, AccyTileKindReduction);
      assert_int_equal(candidate->tile.m, threads);
      assert_int_equal(candidate->tile.n, rows[i].extent);
      assert_int_equal(candidate->tile.k, rows[i].axis);
      assert_int_equal(candidate->tile.input_tile_bytes, threads * rows[i].extent * 4);
      assert_int_equal(candidate->tile.output_tile_bytes, threads * 4);
      assert_int_equal(candidate->tile.reduction_extent, rows[i].extent);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_target_is_a_power_of_two_within_the_limit),
      cmocka_unit_test(test_target_beyond_the_limit),
      cmocka_unit_test(test_target_is_whole_subgroups),
      cmocka_unit_test(test_allowed_counts),
      cmocka_unit_test(test_needs_whole_subgroups),
      cmocka_unit_test(test_ties),
      cmocka_unit_test(test_eight_candidates),
      cmocka_unit_test(test_limit_of_dimension_x),
      cmocka_unit_test(test_grid),
      cmocka_unit_test(test_reduced_extents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

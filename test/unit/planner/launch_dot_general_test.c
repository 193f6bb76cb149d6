// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of dot_general: the facts of planner.md, section 9, and the edges of section 7.
#include "accy-c/Launch.h"
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

static AccyLaunchRequest dot_16(const AccyTargetCapabilities *target, AccyFormat format,
                                const AccyResources *resources) {
  AccyLaunchRequest request = request_for(target, format, AccyLaunchShapeDotGeneral, resources);
  request.dot_general.m = request.dot_general.n = request.dot_general.k = 16;
  request.dot_general.batch = 1;
  return request;
}

static void test_dot_on_cuda(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(256, 8192, 3072);
  AccyLaunchRequest request = dot_16(&cuda, AccyFormatCudaPtx, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.resource_class, AccyResourceClassComputeWeighted);
  assert_true(launch.fixed_threadgroup);
  assert_int_equal(launch.subgroup_size, 0);
  assert_false(launch.subgroup_aligned);
  assert_int_equal(launch.candidate_count, 4);
  assert_candidate(&launch, 0, 1, 1, 16, 16);
  assert_estimates(&launch, 0, 3072, 8192);
  assert_tile(&launch, 0, 16, 16, 16, 2048, 1024);
  assert_candidate(&launch, 1, 1, 2, 32, 8);
  assert_estimates(&launch, 1, 3072, 8192);
  assert_tile(&launch, 1, 8, 32, 16, 2560, 1024);
  assert_candidate(&launch, 2, 2, 1, 8, 32);
  assert_estimates(&launch, 2, 3072, 8192);
  assert_tile(&launch, 2, 32, 8, 16, 2560, 1024);
  assert_candidate(&launch, 3, 2, 2, 8, 8);
  assert_estimates(&launch, 3, 768, 2048);
  assert_tile(&launch, 3, 8, 8, 16, 1024, 256);
  assert_int_equal(launch.candidates[3].score, 3);
}

static void test_dot_on_other_devices(void **state) {
  (void)state;
  static const struct {
    const char *backend;
    AccyFormat format;
  } rows[] = {{"vulkan", AccyFormatVulkanSpirv}, {"metal", AccyFormatMetalMsl}, {"webgpu", AccyFormatWebgpuWgsl}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyTargetCapabilities target = baseline(rows[i].backend);
    AccyResources resources = resources_of(256, 8192, 3072);
    AccyLaunchRequest request = dot_16(&target, rows[i].format, &resources);
    AccyLaunchResources launch;
    assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
    assert_true(launch.fixed_threadgroup);
    assert_int_equal(launch.subgroup_size, 0);
    assert_int_equal(launch.candidate_count, 4);
    assert_candidate(&launch, 0, 2, 2, 8, 8);
    assert_estimates(&launch, 0, 768, 2048);
    assert_candidate(&launch, 1, 1, 2, 16, 8);
    assert_estimates(&launch, 1, 1536, 4096);
    assert_tile(&launch, 1, 8, 16, 16, 1536, 512);
    assert_candidate(&launch, 2, 2, 1, 8, 16);
    assert_estimates(&launch, 2, 1536, 4096);
    assert_tile(&launch, 2, 16, 8, 16, 1536, 512);
    assert_candidate(&launch, 3, 1, 1, 16, 16);
    assert_estimates(&launch, 3, 3072, 8192);
    for (uint32_t j = 0; j < 4; ++j)
      assert_int_equal(launch.candidates[j].score, j);
  }
}

// What the target cannot launch is left out, whatever its tile would hold, and the others keep order and score.
static void test_dot_skips_tiles(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(256, 8192, 3072);
  AccyLaunchRequest request = dot_16(&cuda, AccyFormatCudaPtx, &resources);
  AccyLaunchResources launch;
  cuda.threadgroup.max_threads = 64;
  request.dot_general.k = 3u << 24; // a tile of 16 by 16 passes 32 bits of bytes, one of 8 by 8 does not
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 2, 2, 8, 8);
  assert_int_equal(launch.candidates[0].score, 3);
  assert_tile(&launch, 0, 8, 8, 3u << 24, 3u << 30, 256);

  cuda = baseline("cuda");
  cuda.threadgroup.max_threads_per_dim[1] = 16; // no 32 rows
  request.dot_general.k = 16;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 3);
  assert_candidate(&launch, 2, 2, 2, 8, 8);
  assert_int_equal(launch.candidates[2].score, 3);

  cuda.threadgroup.max_grid_per_dim[0] = UINT32_MAX;
  request.dot_general.n = (uint64_t)1 << 36; // 2^32 groups of 16 columns, and half as many of 32
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 1u << 31, 2, 32, 8);
  request.dot_general.n = (uint64_t)1 << 40;
  assert_fails(&request, AccyStatusCodeLaunchArgumentMismatch);
  request.dot_general.n = 16;
  cuda.threadgroup.max_threads = 63;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

// Inputs and output count by their own dtypes.
static void test_dot_dtypes(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(256, 8192, 2048);
  AccyLaunchRequest request = dot_16(&cuda, AccyFormatCudaPtx, &resources);
  request.input_dtype = AccyDtypeF16;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_tile(&launch, 1, 8, 32, 16, 1280, 1024);
  assert_int_equal(launch.tile.input_dtype, AccyDtypeF16);
  assert_int_equal(launch.tile.output_dtype, AccyDtypeF32);
  assert_int_equal(launch.tile.batch, 1);
  request.dot_general.batch = 5;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.geometry.grid[2], 5);
  assert_int_equal(launch.tile.batch, 5);
}

static void test_dot_in_a_host_loop(void **state) {
  (void)state;
  AccyTargetCapabilities cpu = baseline("cpu");
  AccyResources resources = resources_of(256, 8192, 3072);
  AccyLaunchRequest request = dot_16(&cpu, AccyFormatCpuObject, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 256, 1, 1, 1);
  assert_tile(&launch, 0, 1, 1, 16, 128, 4);
  assert_true(launch.fixed_threadgroup);
  assert_int_equal(launch.subgroup_size, 0);
}

static void test_dot_bodies(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(100 * 200 * 3, 1, 1);
  AccyLaunchRequest request = dot_16(&cuda, AccyFormatCudaPtx, &resources);
  request.shape = AccyLaunchShapeDotGeneralBlock;
  request.dot_general.m = 100;
  request.dot_general.n = 200;
  request.dot_general.batch = 3;
  request.dot_general.block_m = 64;
  request.dot_general.block_n = 32;
  request.dot_general.threads_x = 8;
  request.dot_general.threads_y = 16;
  request.dot_general.splits = 2;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.geometry.grid[0], 7);
  assert_int_equal(launch.geometry.grid[1], 2);
  assert_int_equal(launch.geometry.grid[2], 6);
  assert_int_equal(launch.geometry.threadgroup[1], 16);
  assert_tile(&launch, 0, 64, 32, 16, (64 * 16 + 16 * 32) * 4, 64 * 32 * 4);
  const AccyGeometry block = launch.geometry;
  assert_int_equal(block.threadgroup[0], 8);
  assert_true(launch.fixed_threadgroup && launch.subgroup_size == 0 && !launch.subgroup_aligned);
  request.shape = AccyLaunchShapeDotGeneralMatrix;
  request.dot_general.warps = 4;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_memory_equal(launch.geometry.grid, block.grid, sizeof(block.grid));
  assert_int_equal(launch.geometry.threadgroup[0], 32);
  assert_int_equal(launch.geometry.threadgroup[1], 4);
  assert_int_equal(launch.geometry.threadgroup[2], 1);
  assert_int_equal(launch.candidate_count, 1);
  assert_true(launch.fixed_threadgroup && launch.subgroup_size == 0 && !launch.subgroup_aligned);
}

static void test_dot_tile_overflow(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(256, 1, 1);
  AccyLaunchRequest request = dot_16(&cuda, AccyFormatCudaPtx, &resources);
  request.dot_general.k = (uint64_t)1 << 40;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dot_on_cuda),        cmocka_unit_test(test_dot_on_other_devices),
      cmocka_unit_test(test_dot_in_a_host_loop), cmocka_unit_test(test_dot_bodies),
      cmocka_unit_test(test_dot_tile_overflow),  cmocka_unit_test(test_dot_skips_tiles),
      cmocka_unit_test(test_dot_dtypes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

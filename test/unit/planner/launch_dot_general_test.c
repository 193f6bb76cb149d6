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

static void test_dot_on_vulkan(void **state) {
  (void)state;
  AccyTargetCapabilities vulkan = baseline("vulkan");
  AccyResources resources = resources_of(256, 8192, 3072);
  AccyLaunchRequest request = dot_16(&vulkan, AccyFormatVulkanSpirv, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
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
  request.shape = AccyLaunchShapeDotGeneralMatrix;
  request.dot_general.warps = 4;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.geometry.threadgroup[0], 32);
  assert_int_equal(launch.geometry.threadgroup[1], 4);
  assert_int_equal(launch.candidate_count, 1);
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
      cmocka_unit_test(test_dot_on_cuda),        cmocka_unit_test(test_dot_on_vulkan),
      cmocka_unit_test(test_dot_in_a_host_loop), cmocka_unit_test(test_dot_bodies),
      cmocka_unit_test(test_dot_tile_overflow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

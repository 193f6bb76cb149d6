// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of reductions: the facts of planner.md, section 9, and the edges of section 7.
#include "accy-c/Launch.h"
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

static AccyLaunchRequest sum(const AccyTargetCapabilities *target, AccyFormat format, const AccyResources *resources,
                             uint32_t rank, uint32_t axis, uint64_t rows, uint64_t cols, uint64_t outputs) {
  AccyLaunchRequest request = request_for(target, format, AccyLaunchShapeReduction, resources);
  request.reduction.kind = AccyReductionKindSum;
  request.reduction.rank = rank;
  request.reduction.axis = axis;
  request.reduction.dims[0] = rows;
  request.reduction.dims[1] = cols;
  request.reduction.dims[2] = 1;
  request.reduction.input_count = rows * (rank > 1 ? cols : 1);
  request.reduction.output_count = outputs;
  return request;
}

static void test_sum_256(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda"), vulkan = baseline("vulkan");
  AccyResources resources = resources_of(1, 256, 1028);
  assert_int_equal(resources.resource_class, AccyResourceClassMemoryBound);
  AccyLaunchRequest request = sum(&cuda, AccyFormatCudaPtx, &resources, 1, 0, 256, 0, 1);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_false(launch.fixed_threadgroup);
  assert_candidate(&launch, 0, 1, 1, 32, 1);
  assert_estimates(&launch, 0, 32896, 8192);
  assert_tile(&launch, 0, 32, 256, 0, 32768, 128);
  request = sum(&vulkan, AccyFormatVulkanSpirv, &resources, 1, 0, 256, 0, 1);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_true(launch.fixed_threadgroup);
  assert_candidate(&launch, 0, 1, 1, 64, 1);
  assert_estimates(&launch, 0, 65792, 16384);
  assert_tile(&launch, 0, 64, 256, 0, 65536, 256);
}

static void test_sum_16_by_16(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda"), vulkan = baseline("vulkan");
  AccyResources resources = resources_of(16, 256, 1088);
  AccyLaunchRequest request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 1, 16, 16, 16);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 32, 1);
  assert_estimates(&launch, 0, 2176, 512);
  assert_tile(&launch, 0, 32, 16, 1, 2048, 128);
  request = sum(&vulkan, AccyFormatVulkanSpirv, &resources, 2, 1, 16, 16, 16);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 64, 1);
  assert_estimates(&launch, 0, 4352, 1024);
  assert_tile(&launch, 0, 64, 16, 1, 4096, 256);
}

/// One fixed launch of 128 threads a group, which is all of the work of 16 sums of 16 elements.
static void assert_whole_totals(const AccyLaunchRequest *request, uint32_t blocks) {
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, blocks, 1, 128, 1);
  assert_int_equal(launch.candidates[0].score, 0);
  assert_estimates(&launch, 0, 1088, 256);
  assert_tile(&launch, 0, 1, 16, 1, 64, 4);
  assert_true(launch.fixed_threadgroup);
}

static void test_reduction_bodies(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(16, 256, 1088);
  AccyLaunchRequest request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 1, 16, 16, 16);
  request.shape = AccyLaunchShapeReductionWarpRows;
  request.reduction.threads = 128;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 4, 1, 128, 1);
  assert_estimates(&launch, 0, 1088, 256);
  assert_tile(&launch, 0, 1, 16, 1, 64, 4);
  assert_true(launch.fixed_threadgroup);
  request.shape = AccyLaunchShapeReductionSingleBlock;
  request.reduction.blocks = 7;
  assert_whole_totals(&request, 1);
  request.shape = AccyLaunchShapeReductionAtomic;
  assert_whole_totals(&request, 7);
  request.shape = AccyLaunchShapeReductionGroup;
  request.reduction.output_threads = 64;
  request.scratch_memory_bytes = 512;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 8, 1, 128, 1);
  assert_estimates(&launch, 0, 1088, 256);
  assert_tile(&launch, 0, 1, 16, 1, 64, 4);
  assert_int_equal(launch.tile.scratch_memory_bytes, 512);
  request.reduction.output_threads = 24; // 5.33 outputs a threadgroup: 16 * 24 threads are 3 groups
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 3, 1, 128, 1);
  request.reduction.output_threads = 0;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);

  resources = resources_of((uint64_t)1 << 40, 1, 1);
  request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 1, (uint64_t)1 << 40, 1, (uint64_t)1 << 40);
  request.shape = AccyLaunchShapeReductionGroup;
  request.reduction.threads = 128;
  request.reduction.output_threads = 64;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
  request.shape = AccyLaunchShapeReductionWarpRows;
  request.reduction.threads = 128;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

// Inputs and outputs count by their own dtypes; what the lowered kernel asks for does not count where it is not needed.
static void test_reduction_dtypes(void **state) {
  (void)state;
  AccyTargetCapabilities vulkan = baseline("vulkan");
  AccyResources resources = resources_of(16, 256, 576);
  AccyLaunchRequest request = sum(&vulkan, AccyFormatVulkanSpirv, &resources, 2, 1, 16, 16, 16);
  request.input_dtype = AccyDtypeF16;
  request.has_geometry = true;
  request.geometry = (AccyGeometry){{4, 4, 1}, {1, 1, 1}, 0};
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 64, 1);
  assert_tile(&launch, 0, 64, 16, 1, 64 * 16 * 2, 64 * 4);
  assert_int_equal(launch.tile.input_dtype, AccyDtypeF16);
  assert_int_equal(launch.tile.output_dtype, AccyDtypeF32);
}

static void test_reduction_contradictions(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(16, 256, 1088);
  AccyLaunchRequest request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 1, 16, 16, 15);
  assert_fails(&request, AccyStatusCodeInvalidArtifact);
  request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 1, 16, 16, 16);
  request.reduction.input_count = 255;
  assert_fails(&request, AccyStatusCodeInvalidArtifact);
  request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 1, 16, UINT64_MAX / 2, 16);
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
  request = sum(&cuda, AccyFormatCudaPtx, &resources, 2, 2, 16, 16, 16);
  assert_fails(&request, AccyStatusCodeInvalidArtifact);
}

static void test_reduction_drops_tiles_over_32_bits(void **state) {
  (void)state;
  AccyTargetCapabilities webgpu = baseline("webgpu");
  uint64_t extent = (uint64_t)1 << 26; // 16 outputs of it are 2^32 bytes; 8 are below
  AccyResources resources = resources_of(8, extent * 8, extent * 8 * 4);
  AccyLaunchRequest request = sum(&webgpu, AccyFormatWebgpuWgsl, &resources, 2, 1, 8, extent, 8);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  for (uint32_t i = 0; i < launch.candidate_count; ++i)
    assert_true(launch.candidates[i].geometry.threadgroup[0] <= 8);
  assert_int_equal(launch.candidate_count, 4);
  AccyTargetCapabilities cuda = baseline("cuda");
  request.target = &cuda;
  request.format = AccyFormatCudaPtx; // 32 threads at least
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sum_256),          cmocka_unit_test(test_sum_16_by_16),
      cmocka_unit_test(test_reduction_bodies), cmocka_unit_test(test_reduction_contradictions),
      cmocka_unit_test(test_reduction_dtypes), cmocka_unit_test(test_reduction_drops_tiles_over_32_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of elementwise kernels and of bodies with one launch: the facts of planner.md, section 9, and the edges of
// section 7.
#include "accy-c/Launch.h"
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

// ---- Generic --------------------------------------------------------------------------------------------------------

static void test_add_8_on_cuda(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(8, 8, 96);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 32, 1);
  assert_estimates(&launch, 0, 384, 32);
  assert_int_equal(launch.est_bytes, 384);
  assert_int_equal(launch.est_ops, 32);
  assert_int_equal(launch.subgroup_size, 32);
  assert_true(launch.subgroup_aligned);
  assert_false(launch.fixed_threadgroup);
  assert_int_equal(launch.resource_class, AccyResourceClassMemoryBound);
  assert_int_equal(launch.format, AccyFormatCudaPtx);
  assert_int_equal(launch.element_count, 8);
  assert_int_equal(launch.ops_per_kib, 85);
  assert_true(launch.static_bytes_complete);
  assert_int_equal(launch.tile.kind, AccyTileKindNone);
  resources.static_bytes_complete = false;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_false(launch.static_bytes_complete);
}

static void test_fused_8_on_cuda(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(8, 16, 128);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.ops_per_kib, 128);
  assert_estimates(&launch, 0, 512, 64);
}

static void test_lowered_geometry_in_fixed_formats(void **state) {
  (void)state;
  static const struct {
    const char *backend;
    AccyFormat format;
  } rows[] = {{"vulkan", AccyFormatVulkanSpirv},
              {"cpu", AccyFormatCpuObject},
              {"cpu", AccyFormatCpuMachineCode},
              {"wasm", AccyFormatWebassemblyModule}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    AccyTargetCapabilities target = baseline(rows[i].backend);
    AccyResources resources = resources_of(8, 8, 64);
    AccyLaunchRequest request = request_for(&target, rows[i].format, AccyLaunchShapeGeneric, &resources);
    request.has_geometry = true;
    request.geometry = (AccyGeometry){{1, 1, 1}, {8, 1, 1}, 0};
    AccyLaunchResources launch;
    assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
    assert_int_equal(launch.candidate_count, 1);
    assert_candidate(&launch, 0, 1, 1, 8, 1);
    assert_estimates(&launch, 0, 64, 8);
    assert_true(launch.fixed_threadgroup);
    assert_int_equal(launch.subgroup_size, 0);
  }
}

static void test_metal_and_webgpu_are_dynamic(void **state) {
  (void)state;
  AccyTargetCapabilities metal = baseline("metal"), webgpu = baseline("webgpu");
  AccyResources resources = resources_of(8, 8, 96);
  AccyLaunchRequest request = request_for(&metal, AccyFormatMetalMsl, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 32, 1);
  request = request_for(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeGeneric, &resources);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 8, 1);
  assert_candidate(&launch, 1, 2, 1, 4, 1);
  assert_candidate(&launch, 2, 4, 1, 2, 1);
  assert_candidate(&launch, 3, 8, 1, 1, 1);
  assert_candidate(&launch, 4, 1, 1, 16, 1);
  assert_int_equal(launch.candidate_count, 8);
}

static AccyTargetCapabilities small_cuda(uint32_t max_threads) {
  AccyTargetCapabilities cuda = baseline("cuda");
  cuda.threadgroup.max_threads = max_threads;
  return cuda;
}

static void test_max_96(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = small_cuda(96);
  AccyResources resources = resources_of(17, 17, 204);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 3);
  assert_candidate(&launch, 0, 1, 1, 32, 1);
  assert_candidate(&launch, 1, 1, 1, 64, 1);
  assert_candidate(&launch, 2, 1, 1, 96, 1);
  assert_estimates(&launch, 0, 384, 32);

  resources = resources_of(1000, 1000, 12000);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 3);
  assert_candidate(&launch, 0, 11, 1, 96, 1);
  assert_candidate(&launch, 1, 16, 1, 64, 1);
  assert_candidate(&launch, 2, 32, 1, 32, 1);
}

static void test_compute_weighted(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = small_cuda(256);
  AccyResources resources = resources_of(4096, 4096 * 64, 65536);
  assert_int_equal(resources.resource_class, AccyResourceClassComputeWeighted);
  assert_int_equal(resources.ops_per_kib, 4096);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 4);
  assert_candidate(&launch, 0, 32, 1, 128, 1);
  assert_candidate(&launch, 1, 64, 1, 64, 1);
  assert_candidate(&launch, 2, 128, 1, 32, 1);
  assert_candidate(&launch, 3, 16, 1, 256, 1);
  assert_estimates(&launch, 0, 2048, 8192);
}

static void test_vulkan_fixed_size(void **state) {
  (void)state;
  AccyTargetCapabilities vulkan = baseline("vulkan");
  vulkan.threadgroup.max_threads = 128;
  AccyResources resources = resources_of(65, 65, 780);
  AccyLaunchRequest request = request_for(&vulkan, AccyFormatVulkanSpirv, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 2, 1, 64, 1);
  assert_int_equal(launch.candidates[0].score, 0);
  vulkan.threadgroup.max_threads = 63;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

static void test_no_elements(void **state) {
  (void)state;
  AccyTargetCapabilities webgpu = baseline("webgpu");
  AccyResources resources = resources_of(0, 0, 0);
  AccyLaunchRequest request = request_for(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeGeneric, &resources);
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 1, 1);
  assert_estimates(&launch, 0, 0, 0);
}

static void test_grid_over_32_bits(void **state) {
  (void)state;
  AccyTargetCapabilities cpu = baseline("cpu"), cuda = baseline("cuda");
  AccyResources resources = resources_of((uint64_t)1 << 32, 1, 1);
  AccyLaunchRequest request = request_for(&cpu, AccyFormatCpuObject, AccyLaunchShapeGeneric, &resources);
  assert_fails(&request, AccyStatusCodeLaunchArgumentMismatch);
  resources = resources_of(UINT32_MAX, 1, 1); // a host loop has no grid limit below 2^32-1
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, UINT32_MAX, 1, 1, 1);

  request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  assert_fails(&request, AccyStatusCodeCapabilityMismatch); // fits 32 bits, passes 65535
  resources = resources_of(UINT64_MAX, 1, 1);
  assert_fails(&request, AccyStatusCodeLaunchArgumentMismatch);
}

static void test_own_geometry_where_one_dimension_is_too_short(void **state) {
  (void)state;
  AccyTargetCapabilities webgpu = baseline("webgpu");
  AccyResources resources = resources_of(256 * 65535, 1, 1);
  AccyLaunchRequest request = request_for(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeGeneric, &resources);
  request.has_geometry = true;
  request.geometry = (AccyGeometry){{65535, 5, 1}, {64, 1, 1}, 0};
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL)); // one dimension will do
  assert_candidate(&launch, 0, 65535, 1, 256, 1);
  resources = resources_of(256 * 65535 + 1, 1, 1);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 65535, 5, 64, 1);
  assert_true(launch.fixed_threadgroup);
  request.geometry.grid[1] = 65536; // no more than the target has
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

static void test_zero_limits_count_as_one(void **state) {
  (void)state;
  AccyTargetCapabilities webgpu = baseline("webgpu");
  webgpu.threadgroup.max_threads = 0;
  AccyResources resources = resources_of(4, 4, 4);
  AccyLaunchRequest request = request_for(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeGeneric, &resources);
  assert_fails(&request, AccyStatusCodeCapabilityMismatch); // no thread count is within 0 threads
}

static void test_vector_counts_vectors(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(4096, 4096, 49152);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeElementwiseVector, &resources);
  request.vector_count = 1024;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 4, 1, 256, 1);
  assert_estimates(&launch, 0, 12288, 1024);
}

static void test_dynamic_shared_memory(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda"), webgpu = baseline("webgpu");
  AccyResources resources = resources_of(4096, 4096, 49152);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeGeneric, &resources);
  request.shared_bytes = 2048;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.geometry.shared_bytes, 2048);
  for (uint32_t i = 0; i < launch.candidate_count; ++i)
    assert_int_equal(launch.candidates[i].geometry.shared_bytes, 2048);
  request.shared_bytes = 49153;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
  request = request_for(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeGeneric, &resources);
  request.shared_bytes = 2048;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

// ---- Rank 2 ---------------------------------------------------------------------------------------------------------

static void test_rank_2(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  cuda.threadgroup.max_threads = 256;
  for (int i = 0; i < 3; ++i)
    cuda.threadgroup.max_threads_per_dim[i] = 256;
  AccyResources resources = resources_of(2048 * 2048, 2048 * 2048, 3 * 4 * 2048 * 2048);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeElementwiseRank2, &resources);
  request.elementwise.rows = request.elementwise.cols = 2048;
  request.elementwise.threads_x = 32;
  request.elementwise.threads_y = 8;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 8);
  static const uint32_t expected[8][3] = {{32, 8, 0},  {16, 16, 0}, {8, 32, 0},   {64, 4, 0},
                                          {128, 2, 0}, {256, 1, 0}, {32, 4, 128}, {16, 8, 128}}; // x, y, score
  for (uint32_t i = 0; i < 8; ++i) {
    const AccyLaunchCandidate *candidate = &launch.candidates[i];
    assert_candidate(&launch, i, 2048 / expected[i][0], 2048 / expected[i][1], expected[i][0], expected[i][1]);
    assert_int_equal(candidate->score, expected[i][2]);
    assert_int_equal(candidate->tile.kind, AccyTileKindElementwiseRank2);
    assert_int_equal(candidate->tile.m, 2048);
    assert_int_equal(candidate->tile.n, 2048);
  }
  request.elementwise.rows = 1000; // rounded up along both
  request.elementwise.cols = 33;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 2, 125, 32, 8);
  assert_int_equal(launch.tile.m, 1000);
  assert_int_equal(launch.tile.n, 33);

  request.elementwise.threads_x = 0;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
  request.elementwise.threads_x = 16;
  request.elementwise.threads_y = 16; // the default is in the list and is not repeated
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 7);

  AccyTargetCapabilities vulkan = baseline("vulkan");
  request.target = &vulkan;
  request.format = AccyFormatVulkanSpirv;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 3, 63, 16, 16);
  assert_true(launch.fixed_threadgroup);
}

// ---- Bodies with one launch -----------------------------------------------------------------------------------------

static void test_bodies_with_one_launch(void **state) {
  (void)state;
  AccyTargetCapabilities cuda = baseline("cuda");
  AccyResources resources = resources_of(4096, 4096, 4096);
  AccyLaunchRequest request = request_for(&cuda, AccyFormatCudaPtx, AccyLaunchShapeRowPipeline, &resources);
  request.row_pipeline.rows = 64;
  request.row_pipeline.threads = 128;
  AccyLaunchResources launch;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 64, 1, 128, 1);
  assert_true(launch.fixed_threadgroup);
  assert_int_equal(launch.candidate_count, 1);

  request.shape = AccyLaunchShapeFlashAttention;
  request.flash_attention.sequence = 100;
  request.flash_attention.block_rows = 16;
  request.flash_attention.batch_heads = 6;
  request.flash_attention.threads_x = 32;
  request.flash_attention.threads_y = 4;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 7, 6, 32, 4);
  assert_true(launch.fixed_threadgroup);
  assert_int_equal(launch.candidate_count, 1);

  request.shape = AccyLaunchShapeScan;
  request.scan.blocks = 9;
  request.scan.threads = 256;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 9, 1, 256, 1);
  assert_true(launch.fixed_threadgroup);
  assert_int_equal(launch.candidate_count, 1);
  request.scan.blocks = 0;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);

  request.shape = AccyLaunchShapeAuthored;
  assert_fails(&request, AccyStatusCodeInvalidArtifact);
  request.has_geometry = true;
  request.geometry = (AccyGeometry){{3, 1, 1}, {2048, 1, 1}, 0};
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
  request.geometry.threadgroup[0] = 1024;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 3, 1, 1024, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add_8_on_cuda),
      cmocka_unit_test(test_fused_8_on_cuda),
      cmocka_unit_test(test_lowered_geometry_in_fixed_formats),
      cmocka_unit_test(test_metal_and_webgpu_are_dynamic),
      cmocka_unit_test(test_max_96),
      cmocka_unit_test(test_compute_weighted),
      cmocka_unit_test(test_vulkan_fixed_size),
      cmocka_unit_test(test_no_elements),
      cmocka_unit_test(test_grid_over_32_bits),
      cmocka_unit_test(test_own_geometry_where_one_dimension_is_too_short),
      cmocka_unit_test(test_zero_limits_count_as_one),
      cmocka_unit_test(test_vector_counts_vectors),
      cmocka_unit_test(test_dynamic_shared_memory),
      cmocka_unit_test(test_rank_2),
      cmocka_unit_test(test_bodies_with_one_launch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

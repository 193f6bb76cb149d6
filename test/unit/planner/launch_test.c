// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch planning alone: the facts of planner.md, section 9, and the edges of section 7.
#include "accy-c/Launch.h"
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

static AccyTargetCapabilities baseline(const char *backend) {
  AccyTargetProfile profile;
  assert_true(accyTargetProfileLookup(backend, strlen(backend), &profile, NULL));
  return profile.capabilities;
}

static void assert_candidate(const AccyLaunchResources *launch, uint32_t index, uint32_t grid_x, uint32_t grid_y,
                             uint32_t threads_x, uint32_t threads_y) {
  assert_true(index < launch->candidate_count);
  const AccyGeometry *geometry = &launch->candidates[index].geometry;
  assert_int_equal(geometry->grid[0], grid_x);
  assert_int_equal(geometry->grid[1], grid_y);
  assert_int_equal(geometry->grid[2], 1);
  assert_int_equal(geometry->threadgroup[0], threads_x);
  assert_int_equal(geometry->threadgroup[1], threads_y);
  assert_int_equal(geometry->threadgroup[2], 1);
}

static void assert_estimates(const AccyLaunchResources *launch, uint32_t index, uint64_t bytes, uint64_t ops) {
  assert_int_equal(launch->candidates[index].est_bytes, bytes);
  assert_int_equal(launch->candidates[index].est_ops, ops);
}

static void assert_tile(const AccyLaunchResources *launch, uint32_t index, uint64_t m, uint64_t n, uint64_t k,
                        uint32_t input_bytes, uint32_t output_bytes) {
  const AccyTile *tile = &launch->candidates[index].tile;
  assert_int_equal(tile->m, m);
  assert_int_equal(tile->n, n);
  assert_int_equal(tile->k, k);
  assert_int_equal(tile->input_tile_bytes, input_bytes);
  assert_int_equal(tile->output_tile_bytes, output_bytes);
}

static void assert_fails(const AccyLaunchRequest *request, AccyStatusCode code) {
  AccyLaunchResources launch;
  memset(&launch, 0xab, sizeof(launch));
  AccyLaunchResources before = launch;
  AccyStatus status = {0};
  assert_false(accyLaunchResourcesPlan(request, &launch, &status));
  assert_string_equal(accyStatusCodeName(status.code), accyStatusCodeName(code));
  assert_true(strlen(status.message) > 10);
  assert_memory_equal(&launch, &before, sizeof(launch));
}

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
  // Ties at distance 4 and 8: memory bound prefers the larger.
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
  assert_candidate(&launch, 0, 64, 256, 32, 8);
  assert_candidate(&launch, 1, 128, 128, 16, 16);
  assert_candidate(&launch, 2, 256, 64, 8, 32);
  assert_int_equal(launch.candidates[6].score, 128);
  assert_int_equal(launch.tile.kind, AccyTileKindElementwiseRank2);
  assert_int_equal(launch.tile.m, 2048);

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
  assert_true(launch.fixed_threadgroup);
}

// ---- Dot ------------------------------------------------------------------------------------------------------------

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

// ---- Reduction ------------------------------------------------------------------------------------------------------

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
  request.shape = AccyLaunchShapeReductionSingleBlock;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 1, 1, 128, 1);
  request.shape = AccyLaunchShapeReductionAtomic;
  request.reduction.blocks = 7;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 7, 1, 128, 1);
  assert_true(launch.fixed_threadgroup);
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

  request.shape = AccyLaunchShapeScan;
  request.scan.blocks = 9;
  request.scan.threads = 256;
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 9, 1, 256, 1);
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
      cmocka_unit_test(test_dot_on_cuda),
      cmocka_unit_test(test_dot_on_vulkan),
      cmocka_unit_test(test_dot_in_a_host_loop),
      cmocka_unit_test(test_dot_bodies),
      cmocka_unit_test(test_dot_tile_overflow),
      cmocka_unit_test(test_sum_256),
      cmocka_unit_test(test_sum_16_by_16),
      cmocka_unit_test(test_reduction_bodies),
      cmocka_unit_test(test_reduction_contradictions),
      cmocka_unit_test(test_reduction_drops_tiles_over_32_bits),
      cmocka_unit_test(test_bodies_with_one_launch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

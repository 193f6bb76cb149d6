// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels that ask for a geometry of their own, in case that the usual grid is wider than the target's.
#include "accy-c/Launch.h"
#include "accy-c/Target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "launch_requests.h"

// A request of the shape for `count` elements: vectors, batches of a product, rows or results.
static AccyLaunchRequest make_request(const AccyTargetCapabilities *target, AccyFormat format, AccyLaunchShape shape,
                                      uint64_t count, AccyResources *outResources) {
  *outResources = resources_of(count, count, 8 * count);
  AccyLaunchRequest request = request_for(target, format, shape, outResources);
  request.vector_count = count;
  request.elementwise.rows = count;
  request.elementwise.cols = 1;
  request.elementwise.threads_x = request.elementwise.threads_y = 8;
  request.dot_general.m = request.dot_general.n = request.dot_general.k = 1;
  request.dot_general.batch = count;
  request.dot_general.block_m = request.dot_general.block_n = 32;
  request.dot_general.threads_x = request.dot_general.threads_y = 16;
  request.dot_general.warps = 4;
  request.reduction.rank = 2;
  request.reduction.axis = 1;
  request.reduction.dims[0] = request.reduction.input_count = request.reduction.output_count = count;
  request.reduction.dims[1] = 1;
  request.reduction.blocks = (uint32_t)count;
  request.reduction.threads = request.row_pipeline.threads = request.scan.threads = 64;
  request.reduction.output_threads = 64;
  request.row_pipeline.rows = count;
  request.flash_attention.sequence = request.flash_attention.block_rows = 1;
  request.flash_attention.batch_heads = count;
  request.flash_attention.threads_x = 64;
  request.flash_attention.threads_y = 1;
  request.scan.blocks = (uint32_t)count;
  request.has_geometry = true;
  request.geometry = (AccyGeometry){{60000, 5000, 1}, {64, 1, 1}, 0};
  return request;
}

static bool has_grid(const AccyLaunchResources *launch, const uint32_t grid[3]) {
  return memcmp(launch->geometry.grid, grid, sizeof launch->geometry.grid) == 0;
}

// What has a launch without it leaves the geometry alone, and what has none has no other candidate.
static void check_shape(const AccyTargetCapabilities *target, AccyFormat format, AccyLaunchShape shape) {
  AccyResources resources;
  AccyLaunchResources launch;
  AccyLaunchRequest request = make_request(target, format, shape, 65535, &resources);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_false(has_grid(&launch, request.geometry.grid));
  request = make_request(target, format, shape, (uint64_t)1 << 28, &resources);
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_true(has_grid(&launch, request.geometry.grid));
  assert_int_equal(launch.candidate_count, 1);
  assert_candidate(&launch, 0, 60000, 5000, 64, 1);
  assert_true(launch.fixed_threadgroup);
  request.geometry.grid[1] = 65536; // the target has no more than 65535
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
  request.has_geometry = false;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

static void test_own_geometry_where_no_other_launch_is_valid(void **state) {
  (void)state;
  static const AccyLaunchShape shapes[] = {
      AccyLaunchShapeElementwiseRank2,  AccyLaunchShapeDotGeneral,     AccyLaunchShapeDotGeneralBlock,
      AccyLaunchShapeDotGeneralMatrix,  AccyLaunchShapeReduction,      AccyLaunchShapeReductionAtomic,
      AccyLaunchShapeReductionWarpRows, AccyLaunchShapeReductionGroup, AccyLaunchShapeRowPipeline,
      AccyLaunchShapeFlashAttention,    AccyLaunchShapeScan,
  };
  AccyTargetCapabilities webgpu = baseline("webgpu"), vulkan = baseline("vulkan"), cuda = baseline("cuda");
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
    check_shape(&webgpu, AccyFormatWebgpuWgsl, shapes[i]);
    check_shape(&vulkan, AccyFormatVulkanSpirv, shapes[i]);
    check_shape(&cuda, AccyFormatCudaPtx, shapes[i]);
  }
  check_shape(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeGeneric);
  check_shape(&cuda, AccyFormatCudaPtx, AccyLaunchShapeElementwiseVector);
}

// A product's tile is that of the geometry's threads, whose bytes have to fit as any tile's.
static void test_own_geometry_of_a_product(void **state) {
  (void)state;
  AccyTargetCapabilities webgpu = baseline("webgpu");
  AccyResources resources;
  AccyLaunchResources launch;
  AccyLaunchRequest request = make_request(&webgpu, AccyFormatWebgpuWgsl, AccyLaunchShapeDotGeneral, 70000, &resources);
  request.dot_general.k = 100;
  request.geometry = (AccyGeometry){{35000, 2, 1}, {16, 8, 1}, 0};
  assert_true(accyLaunchResourcesPlan(&request, &launch, NULL));
  assert_candidate(&launch, 0, 35000, 2, 16, 8);
  assert_tile(&launch, 0, 8, 16, 100, 24 * 100 * 4, 8 * 16 * 4);
  request.dot_general.k = 50000000;
  assert_fails(&request, AccyStatusCodeCapabilityMismatch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_geometry_where_no_other_launch_is_valid),
      cmocka_unit_test(test_own_geometry_of_a_product),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

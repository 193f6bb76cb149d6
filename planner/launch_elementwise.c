// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of elementwise kernels over rows and columns. Spec: planner.md, section 7, "elementwise rank 2".
#include "planner/launch_internal.h"

static AccyTile make_tile(const AccyLaunchRequest *request) {
  AccyTile tile = {
      .kind = AccyTileKindElementwiseRank2, .m = request->elementwise.rows, .n = request->elementwise.cols};
  tile.input_dtype = request->input_dtype;
  tile.output_dtype = request->output_dtype;
  tile.scratch_memory_bytes = request->scratch_memory_bytes;
  return tile;
}

static bool make_geometry(const LaunchPlanner *planner, uint32_t x, uint32_t y, AccyGeometry *out, AccyStatus *status) {
  *out = (AccyGeometry){{1, 1, 1}, {x, y, 1}, 0};
  return accyLaunchGrid(planner->request->elementwise.cols, x, &out->grid[0], status) &&
         accyLaunchGrid(planner->request->elementwise.rows, y, &out->grid[1], status);
}

bool accyLaunchPlanElementwiseRank2(LaunchPlanner *planner) {
  static const uint32_t shapes[][2] = {{16, 16}, {8, 32}, {64, 4}, {128, 2}, {256, 1}, {32, 4}, {16, 8}};
  const AccyLaunchRequest *request = planner->request;
  AccyTile tile = make_tile(request);
  AccyGeometry geometry;
  if (!make_geometry(planner, request->elementwise.threads_x, request->elementwise.threads_y, &geometry,
                     planner->status))
    return false;
  if (accyFixedThreadgroupSize(request->format))
    return accyLaunchTakeOnly(planner, &geometry, &tile);

  uint64_t wanted = accyGeometryThreads(&geometry);
  for (size_t i = 0; i <= sizeof(shapes) / sizeof(shapes[0]); ++i) {
    if (i > 0 && !make_geometry(planner, shapes[i - 1][0], shapes[i - 1][1], &geometry, NULL))
      continue;
    if (!accyLaunchGeometryIsNew(planner, &geometry))
      continue;
    uint64_t threads = accyGeometryThreads(&geometry);
    uint64_t score = threads > wanted ? threads - wanted : wanted - threads;
    AccyLaunchCandidate candidate = accyLaunchCandidateMake(planner, &geometry, score, &tile);
    accyLaunchInsertCandidate(planner, planner->launch.candidate_count, &candidate);
  }
  if (planner->launch.candidate_count == 0 && request->has_geometry)
    return accyLaunchTakeOnly(planner, &request->geometry, &tile);
  return true;
}

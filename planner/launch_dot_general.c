// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of dot_general. Spec: planner.md, section 7, "dot_general".
#include "planner/arithmetic.h"
#include "planner/launch_internal.h"

typedef struct TileShape {
  uint8_t m, n;
} TileShape;

enum { tile_shape_count = 4 };
static const TileShape cuda_tiles[tile_shape_count] = {{16, 16}, {8, 32}, {32, 8}, {8, 8}};
static const TileShape other_tiles[tile_shape_count] = {{8, 8}, {8, 16}, {16, 8}, {16, 16}};

static bool tile_bytes(uint64_t elements, AccyDtype dtype, const char *what, uint32_t *out, AccyStatus *status) {
  uint64_t bytes = accySaturatingMul(elements, accyDtypeByteSize(dtype));
  if (!accyNarrowU32(bytes, out))
    return accyFail(status, AccyStatusCodeCapabilityMismatch, "the %s tile of a dot_general passes 32 bits of bytes",
                    what);
  return true;
}

static bool make_tile(const LaunchPlanner *planner, uint64_t m, uint64_t n, AccyTile *out) {
  const AccyLaunchRequest *request = planner->request;
  uint64_t k = request->dot_general.k;
  *out = (AccyTile){.kind = AccyTileKindDotGeneral, .m = m, .n = n, .k = k, .batch = request->dot_general.batch};
  out->input_dtype = request->input_dtype;
  out->output_dtype = request->output_dtype;
  out->scratch_memory_bytes = request->scratch_memory_bytes;
  uint64_t inputs = accySaturatingAdd(accySaturatingMul(m, k), accySaturatingMul(k, n));
  return tile_bytes(inputs, request->input_dtype, "input", &out->input_tile_bytes, planner->status) &&
         tile_bytes(accySaturatingMul(m, n), request->output_dtype, "output", &out->output_tile_bytes, planner->status);
}

/// A grid that covers M and N with tiles, and the batch (times the splits of K) along z.
static bool make_grid(const LaunchPlanner *planner, uint64_t m, uint64_t n, uint64_t layers, uint32_t grid[3],
                      AccyStatus *status) {
  return accyLaunchGrid(planner->request->dot_general.n, n, &grid[0], status) &&
         accyLaunchGrid(planner->request->dot_general.m, m, &grid[1], status) &&
         accyLaunchGrid(layers, 1, &grid[2], status);
}

static bool plan_host_loop(LaunchPlanner *planner) {
  AccyGeometry geometry = {{1, 1, 1}, {1, 1, 1}, 0};
  AccyTile tile;
  return accyLaunchGrid(planner->launch.element_count, 1, &geometry.grid[0], planner->status) &&
         make_tile(planner, 1, 1, &tile) && accyLaunchTakeOnly(planner, &geometry, &tile);
}

/// Whether the tile gives a launch that is possible; a grid beyond 32 bits does not.
static bool make_geometry(const LaunchPlanner *planner, TileShape shape, AccyGeometry *out) {
  *out = (AccyGeometry){{1, 1, 1}, {shape.n, shape.m, 1}, 0};
  return make_grid(planner, shape.m, shape.n, planner->request->dot_general.batch, out->grid, NULL) &&
         accyLaunchGeometryIsNew(planner, out);
}

static bool plan_tile_list(LaunchPlanner *planner) {
  const TileShape *shapes = planner->request->format == AccyFormatCudaPtx ? cuda_tiles : other_tiles;
  for (uint32_t i = 0; i < tile_shape_count; ++i) {
    AccyGeometry geometry;
    AccyTile tile;
    if (!make_geometry(planner, shapes[i], &geometry))
      continue;
    if (!make_tile(planner, shapes[i].m, shapes[i].n, &tile))
      return false;
    AccyLaunchCandidate candidate = accyLaunchCandidateMake(planner, &geometry, i, &tile);
    accyLaunchInsertCandidate(planner, planner->launch.candidate_count, &candidate);
  }
  planner->launch.fixed_threadgroup = true;
  if (planner->launch.candidate_count > 0)
    return true;
  const AccyGeometry *own = &planner->request->geometry;
  if (planner->request->has_geometry && accyLaunchGeometryIsNew(planner, own)) { // its tiles in another order
    AccyTile tile;
    return make_tile(planner, own->threadgroup[1], own->threadgroup[0], &tile) &&
           accyLaunchTakeOnly(planner, own, &tile);
  }
  uint32_t grid[3]; // says so where all grids pass 32 bits
  TileShape largest = {16, 16};
  return make_grid(planner, largest.m, largest.n, planner->request->dot_general.batch, grid, planner->status);
}

/// A body that covers a block with its threads.
static bool plan_block(LaunchPlanner *planner, uint32_t threads_x, uint32_t threads_y) {
  const AccyLaunchRequest *request = planner->request;
  uint32_t m = request->dot_general.block_m, n = request->dot_general.block_n;
  uint32_t splits = request->dot_general.splits ? request->dot_general.splits : 1;
  AccyGeometry geometry = {{1, 1, 1}, {threads_x, threads_y, 1}, 0};
  AccyTile tile;
  uint64_t layers = accySaturatingMul(request->dot_general.batch, splits);
  return make_grid(planner, m, n, layers, geometry.grid, planner->status) && make_tile(planner, m, n, &tile) &&
         accyLaunchTakeOnly(planner, &geometry, &tile);
}

bool accyLaunchPlanDotGeneral(LaunchPlanner *planner) {
  planner->launch.subgroup_size = 0;
  return accyFormatIsHostLoop(planner->request->format) ? plan_host_loop(planner) : plan_tile_list(planner);
}

bool accyLaunchPlanDotGeneralBlock(LaunchPlanner *planner) {
  if (accyFormatIsHostLoop(planner->request->format))
    return accyLaunchPlanDotGeneral(planner);
  planner->launch.subgroup_size = 0;
  return plan_block(planner, planner->request->dot_general.threads_x, planner->request->dot_general.threads_y);
}

bool accyLaunchPlanDotGeneralMatrix(LaunchPlanner *planner) {
  planner->launch.subgroup_size = 0;
  return plan_block(planner, 32, planner->request->dot_general.warps);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of reductions. Spec: planner.md, section 7, "reduction".
#include "planner/arithmetic.h"
#include "planner/launch_internal.h"

/// Checks the description against itself and the resources.
static bool check_description(const LaunchPlanner *planner) {
  const AccyLaunchRequest *request = planner->request;
  AccyStatus *status = planner->status;
  if (request->reduction.rank < 1 || request->reduction.rank > 3 ||
      request->reduction.axis >= request->reduction.rank ||
      (request->reduction.rank == 3 && request->reduction.axis != 1))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a reduction of rank %u has no axis %u to plan for",
                    request->reduction.rank, request->reduction.axis);
  uint64_t outputs = request->reduction.output_count;
  if (request->resources->element_count != outputs)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the work item has %llu outputs; its reduction has %llu",
                    (unsigned long long)request->resources->element_count, (unsigned long long)outputs);
  uint64_t extent = request->reduction.dims[request->reduction.axis], inputs;
  if (__builtin_mul_overflow(outputs, extent, &inputs))
    return accyFail(status, AccyStatusCodeCapabilityMismatch, "%llu outputs of %llu inputs each pass 64 bits",
                    (unsigned long long)outputs, (unsigned long long)extent);
  if (inputs != request->reduction.input_count)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "%llu outputs of %llu inputs each are not %llu inputs",
                    (unsigned long long)outputs, (unsigned long long)extent,
                    (unsigned long long)request->reduction.input_count);
  return true;
}

/// The tile of a threadgroup that makes `m` outputs; false when its bytes pass 32 bits.
static bool make_tile(const AccyLaunchRequest *request, uint64_t m, AccyTile *out) {
  uint64_t extent = request->reduction.dims[request->reduction.axis];
  *out = (AccyTile){.kind = AccyTileKindReduction, .m = m, .n = extent, .k = request->reduction.axis, .batch = 1};
  out->input_dtype = request->input_dtype;
  out->output_dtype = request->output_dtype;
  out->scratch_memory_bytes = request->scratch_memory_bytes;
  out->reduction_kind = request->reduction.kind;
  out->reduction_rank = request->reduction.rank;
  out->reduction_axis = request->reduction.axis;
  out->reduction_extent = extent;
  uint64_t input_bytes = accySaturatingMul(accySaturatingMul(m, extent), accyDtypeByteSize(request->input_dtype));
  uint64_t output_bytes = accySaturatingMul(m, accyDtypeByteSize(request->output_dtype));
  return accyNarrowU32(input_bytes, &out->input_tile_bytes) && accyNarrowU32(output_bytes, &out->output_tile_bytes);
}

bool accyLaunchPlanReduction(LaunchPlanner *planner) {
  if (!check_description(planner) || !accyLaunchPlanGeneric(planner))
    return false;
  AccyLaunchResources *launch = &planner->launch;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < launch->candidate_count; ++i) {
    AccyLaunchCandidate candidate = launch->candidates[i];
    if (make_tile(planner->request, candidate.geometry.threadgroup[0], &candidate.tile))
      launch->candidates[kept++] = candidate;
  }
  if (kept == 0 && launch->candidate_count > 0)
    return accyFail(planner->status, AccyStatusCodeCapabilityMismatch,
                    "the tile of a reduction over %llu elements passes 32 bits of bytes in every launch",
                    (unsigned long long)planner->request->reduction.dims[planner->request->reduction.axis]);
  launch->candidate_count = kept;
  return true;
}

/// A body that brings its own geometry: its threadgroups share one output at a time, so estimates are the totals.
static bool plan_own_geometry(LaunchPlanner *planner, uint32_t blocks) {
  const AccyLaunchRequest *request = planner->request;
  AccyGeometry geometry = {{blocks, 1, 1}, {request->reduction.threads, 1, 1}, 0};
  AccyTile tile;
  if (!make_tile(request, 1, &tile))
    return accyFail(planner->status, AccyStatusCodeCapabilityMismatch,
                    "the tile of a reduction over %llu elements passes 32 bits of bytes",
                    (unsigned long long)tile.reduction_extent);
  if (!accyLaunchTakeOnly(planner, &geometry, &tile))
    return false;
  planner->launch.candidates[0].est_bytes = request->resources->static_total_bytes;
  planner->launch.candidates[0].est_ops = request->resources->estimated_element_ops;
  return true;
}

bool accyLaunchPlanReductionAtomic(LaunchPlanner *planner) {
  return check_description(planner) && plan_own_geometry(planner, planner->request->reduction.blocks);
}

bool accyLaunchPlanReductionSingleBlock(LaunchPlanner *planner) {
  return check_description(planner) && plan_own_geometry(planner, 1);
}

/// Threadgroups of `threads`, of which `output_threads` share an output.
static bool plan_shared_outputs(LaunchPlanner *planner, uint32_t output_threads) {
  if (!check_description(planner))
    return false;
  uint64_t outputs = planner->request->reduction.output_count, lanes;
  uint32_t threads = planner->request->reduction.threads, blocks;
  if (threads == 0 || output_threads == 0 || __builtin_mul_overflow(outputs, output_threads, &lanes) ||
      !accyNarrowU32(lanes == 0 ? 1 : accyCeilDiv(lanes, threads), &blocks))
    return accyFail(planner->status, AccyStatusCodeCapabilityMismatch,
                    "%llu outputs of %u threads each over threadgroups of %u pass 32 bits", (unsigned long long)outputs,
                    output_threads, threads);
  return plan_own_geometry(planner, blocks);
}

bool accyLaunchPlanReductionWarpRows(LaunchPlanner *planner) {
  return plan_shared_outputs(planner, 32);
}

bool accyLaunchPlanReductionGroup(LaunchPlanner *planner) {
  return plan_shared_outputs(planner, planner->request->reduction.output_threads);
}

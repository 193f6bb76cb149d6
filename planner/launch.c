// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch planning: what all shapes have in common. Spec: planner.md, section 7.
#include "accy-c/Launch.h"

#include <string.h>

#include "accy-c/Target.h"
#include "planner/arithmetic.h"
#include "planner/launch_internal.h"

bool accyLaunchGrid(uint64_t n, uint64_t t, uint32_t *outExtent, AccyStatus *status) {
  if (t == 0)
    return accyFail(status, AccyStatusCodeCapabilityMismatch, "a threadgroup of 0 threads covers no element");
  uint64_t extent = n == 0 ? 1 : accyCeilDiv(n, t);
  if (!accyNarrowU32(extent, outExtent))
    return accyFail(status, AccyStatusCodeLaunchArgumentMismatch,
                    "%llu elements over %llu take a grid of %llu, which passes 32 bits", (unsigned long long)n,
                    (unsigned long long)t, (unsigned long long)extent);
  return true;
}

uint32_t accyFixedThreadgroupSize(AccyFormat format) {
  if (accyFormatIsHostLoop(format))
    return 1;
  return format == AccyFormatVulkanSpirv ? 64 : 0;
}

uint64_t accyGeometryThreads(const AccyGeometry *geometry) {
  return accySaturatingMul((uint64_t)geometry->threadgroup[0] * geometry->threadgroup[1], geometry->threadgroup[2]);
}

AccyLaunchCandidate accyLaunchCandidateMake(const LaunchPlanner *planner, const AccyGeometry *geometry, uint64_t score,
                                            const AccyTile *tile) {
  const AccyResources *resources = planner->request->resources;
  uint64_t threads = accyGeometryThreads(geometry);
  uint64_t count = planner->launch.element_count;
  AccyLaunchCandidate candidate = {.geometry = *geometry, .score = score};
  candidate.est_bytes = accyThreadgroupShare(resources->static_total_bytes, count, threads);
  candidate.est_ops = accyThreadgroupShare(resources->estimated_element_ops, count, threads);
  if (tile)
    candidate.tile = *tile;
  return candidate;
}

static bool same_geometry(const AccyGeometry *a, const AccyGeometry *b) {
  return memcmp(a->grid, b->grid, sizeof(a->grid)) == 0 &&
         memcmp(a->threadgroup, b->threadgroup, sizeof(a->threadgroup)) == 0 && a->shared_bytes == b->shared_bytes;
}

bool accyLaunchGeometryIsNew(const LaunchPlanner *planner, const AccyGeometry *geometry) {
  if (!accyGeometryValidate(&planner->target, geometry, NULL))
    return false;
  for (uint32_t i = 0; i < planner->launch.candidate_count; ++i) {
    if (same_geometry(&planner->launch.candidates[i].geometry, geometry))
      return false;
  }
  return true;
}

void accyLaunchInsertCandidate(LaunchPlanner *planner, uint32_t position, const AccyLaunchCandidate *candidate) {
  AccyLaunchResources *launch = &planner->launch;
  if (position >= ACCY_MAX_CANDIDATES)
    return;
  if (launch->candidate_count < ACCY_MAX_CANDIDATES)
    ++launch->candidate_count;
  for (uint32_t i = launch->candidate_count - 1; i > position; --i)
    launch->candidates[i] = launch->candidates[i - 1];
  launch->candidates[position] = *candidate;
}

bool accyLaunchTakeOnly(LaunchPlanner *planner, const AccyGeometry *geometry, const AccyTile *tile) {
  if (planner->request->has_geometry && !accyGeometryValidate(&planner->target, geometry, NULL))
    geometry = &planner->request->geometry; // a grid of more dimensions
  if (!accyGeometryValidate(&planner->target, geometry, planner->status))
    return false;
  AccyLaunchCandidate candidate = accyLaunchCandidateMake(planner, geometry, 0, tile);
  accyLaunchInsertCandidate(planner, 0, &candidate);
  planner->launch.fixed_threadgroup = true;
  return true;
}

/// Shapes with tiles look at dtypes, reductions at their kind; others leave both alone.
static bool are_words_known(const AccyLaunchRequest *request) {
  bool is_reduction = request->shape >= AccyLaunchShapeReduction && request->shape <= AccyLaunchShapeReductionGroup;
  bool is_product = request->shape >= AccyLaunchShapeDotGeneral && request->shape <= AccyLaunchShapeDotGeneralMatrix;
  if (is_reduction && (size_t)request->reduction.kind >= AccyReductionKindCount)
    return false;
  return !(is_reduction || is_product || request->shape == AccyLaunchShapeElementwiseRank2) ||
         ((size_t)request->input_dtype < AccyDtypeCount && (size_t)request->output_dtype < AccyDtypeCount);
}

typedef bool (*ShapePlanner)(LaunchPlanner *planner);

static const ShapePlanner shape_planners[AccyLaunchShapeCount] = {
    [AccyLaunchShapeGeneric] = accyLaunchPlanGeneric,
    [AccyLaunchShapeAuthored] = accyLaunchPlanAuthored,
    [AccyLaunchShapeElementwiseRank2] = accyLaunchPlanElementwiseRank2,
    [AccyLaunchShapeElementwiseVector] = accyLaunchPlanElementwiseVector,
    [AccyLaunchShapeDotGeneral] = accyLaunchPlanDotGeneral,
    [AccyLaunchShapeDotGeneralBlock] = accyLaunchPlanDotGeneralBlock,
    [AccyLaunchShapeDotGeneralMatrix] = accyLaunchPlanDotGeneralMatrix,
    [AccyLaunchShapeReduction] = accyLaunchPlanReduction,
    [AccyLaunchShapeReductionAtomic] = accyLaunchPlanReductionAtomic,
    [AccyLaunchShapeReductionSingleBlock] = accyLaunchPlanReductionSingleBlock,
    [AccyLaunchShapeReductionWarpRows] = accyLaunchPlanReductionWarpRows,
    [AccyLaunchShapeReductionGroup] = accyLaunchPlanReductionGroup,
    [AccyLaunchShapeRowPipeline] = accyLaunchPlanRowPipeline,
    [AccyLaunchShapeFlashAttention] = accyLaunchPlanFlashAttention,
    [AccyLaunchShapeScan] = accyLaunchPlanScan,
};

static LaunchPlanner start(const AccyLaunchRequest *request, AccyStatus *status) {
  LaunchPlanner planner = {.request = request, .target = *request->target, .status = status};
  if (accyFormatIsHostLoop(request->format)) {
    for (int i = 0; i < 3; ++i)
      planner.target.threadgroup.max_grid_per_dim[i] = UINT32_MAX;
  }
  const AccyResources *resources = request->resources;
  AccyLaunchResources *launch = &planner.launch;
  launch->format = request->format;
  launch->element_count = resources->element_count;
  launch->subgroup_size = accyTargetSubgroupSize(request->target);
  launch->resource_class = resources->resource_class;
  launch->ops_per_kib = resources->ops_per_kib;
  launch->static_bytes_complete = resources->static_bytes_complete;
  return planner;
}

static bool add_shared_memory(LaunchPlanner *planner, uint32_t shared_bytes) {
  if (shared_bytes == 0)
    return true;
  for (uint32_t i = 0; i < planner->launch.candidate_count; ++i) {
    AccyGeometry *geometry = &planner->launch.candidates[i].geometry;
    geometry->shared_bytes = shared_bytes;
    if (!accyGeometryValidate(&planner->target, geometry, planner->status))
      return false;
  }
  return true;
}

static bool is_aligned(const AccyLaunchResources *launch, const AccyGeometry *geometry) {
  uint64_t threads = accyGeometryThreads(geometry);
  uint32_t size = launch->subgroup_size;
  return size != 0 && threads >= size && threads % size == 0;
}

static void adopt_first_candidate(AccyLaunchResources *launch) {
  const AccyLaunchCandidate *chosen = &launch->candidates[0];
  launch->geometry = chosen->geometry;
  launch->est_bytes = chosen->est_bytes;
  launch->est_ops = chosen->est_ops;
  launch->tile = chosen->tile;
  launch->subgroup_aligned = is_aligned(launch, &chosen->geometry);
}

// Keeps the candidates whose threadgroups are whole subgroups, where the kernel needs that. Threads are numbered along
// x first, so that subgroups are of neighbours there.
static bool keep_whole_subgroups(LaunchPlanner *planner) {
  AccyLaunchResources *launch = &planner->launch;
  if (!planner->request->needs_whole_subgroups)
    return true;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < launch->candidate_count; ++i)
    if (is_aligned(launch, &launch->candidates[i].geometry))
      launch->candidates[kept++] = launch->candidates[i];
  if (kept == 0)
    return accyFail(planner->status, AccyStatusCodeCapabilityMismatch,
                    "the kernel's threads exchange values within subgroups, and no launch has whole subgroups of %u "
                    "threads, as target %s:%s has them (0: none): choose another strategy or profile",
                    launch->subgroup_size, accyBackendName(planner->request->target->backend),
                    planner->request->target->name);
  launch->candidate_count = kept;
  return true;
}

bool accyLaunchResourcesPlan(const AccyLaunchRequest *request, AccyLaunchResources *outLaunch, AccyStatus *status) {
  if ((size_t)request->shape >= AccyLaunchShapeCount || (size_t)request->format >= AccyFormatCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "unknown launch shape or format");
  if (!are_words_known(request))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a launch of shape %s has an unknown dtype or reduction",
                    accyLaunchShapeName(request->shape));
  LaunchPlanner planner = start(request, status);
  if (!shape_planners[request->shape](&planner))
    return false;
  if (planner.launch.candidate_count == 0)
    return accyFail(status, AccyStatusCodeCapabilityMismatch,
                    "no launch of %llu elements is valid on target %s:%s (at most %u threads, %u threadgroups along x)",
                    (unsigned long long)planner.launch.element_count, accyBackendName(request->target->backend),
                    request->target->name, request->target->threadgroup.max_threads,
                    request->target->threadgroup.max_grid_per_dim[0]);
  if (!keep_whole_subgroups(&planner) || !add_shared_memory(&planner, request->shared_bytes))
    return false;
  adopt_first_candidate(&planner.launch);
  *outLaunch = planner.launch;
  return true;
}

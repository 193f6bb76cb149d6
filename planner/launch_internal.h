// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the launch planners of the different shapes share. Internal to planner/.
#ifndef ACCY_PLANNER_LAUNCH_INTERNAL_H
#define ACCY_PLANNER_LAUNCH_INTERNAL_H

#include "accy-c/Launch.h"

/// One launch being planned.
typedef struct LaunchPlanner {
  const AccyLaunchRequest *request;
  AccyTargetCapabilities target; // without grid limits in host-loop formats
  AccyLaunchResources launch;    // candidates are added to it, best first
  AccyStatus *status;
} LaunchPlanner;

/// The threads that one threadgroup has in fixed-size formats: 64 for vulkan_spirv, 1 for host loops; else 0.
uint32_t accyFixedThreadgroupSize(AccyFormat format);

/// A candidate with its estimates: the threads' share of the kernel's bytes and ops.
AccyLaunchCandidate accyLaunchCandidateMake(const LaunchPlanner *planner, const AccyGeometry *geometry, uint64_t score,
                                            const AccyTile *tile);

/// Whether the target can launch `geometry` and no candidate has it yet.
bool accyLaunchGeometryIsNew(const LaunchPlanner *planner, const AccyGeometry *geometry);

/// Puts the candidate at `position`; the worst falls off beyond eight.
void accyLaunchInsertCandidate(LaunchPlanner *planner, uint32_t position, const AccyLaunchCandidate *candidate);

/// Takes the one geometry that a body allows or, where the target cannot launch that, the lowered kernel's own. Fails
/// with CapabilityMismatch when the target cannot launch either.
bool accyLaunchTakeOnly(LaunchPlanner *planner, const AccyGeometry *geometry, const AccyTile *tile);

/// The product of the threadgroup's extents.
uint64_t accyGeometryThreads(const AccyGeometry *geometry);

// One planner for each shape; they add candidates and set fixed_threadgroup and subgroup_size.
bool accyLaunchPlanGeneric(LaunchPlanner *planner);
bool accyLaunchPlanAuthored(LaunchPlanner *planner);
bool accyLaunchPlanElementwiseRank2(LaunchPlanner *planner);
bool accyLaunchPlanElementwiseVector(LaunchPlanner *planner);
bool accyLaunchPlanDotGeneral(LaunchPlanner *planner);
bool accyLaunchPlanDotGeneralBlock(LaunchPlanner *planner);
bool accyLaunchPlanDotGeneralMatrix(LaunchPlanner *planner);
bool accyLaunchPlanReduction(LaunchPlanner *planner);
bool accyLaunchPlanReductionAtomic(LaunchPlanner *planner);
bool accyLaunchPlanReductionSingleBlock(LaunchPlanner *planner);
bool accyLaunchPlanReductionWarpRows(LaunchPlanner *planner);
bool accyLaunchPlanReductionGroup(LaunchPlanner *planner);
bool accyLaunchPlanRowPipeline(LaunchPlanner *planner);
bool accyLaunchPlanFlashAttention(LaunchPlanner *planner);
bool accyLaunchPlanScan(LaunchPlanner *planner);

#endif // ACCY_PLANNER_LAUNCH_INTERNAL_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that the kernel body fixes: authored ones, row pipelines, flash attention and scans.
// Spec: planner.md, section 7.
#include "planner/launch_internal.h"

bool accyLaunchPlanAuthored(LaunchPlanner *planner) {
  if (!planner->request->has_geometry)
    return accyFail(planner->status, AccyStatusCodeInvalidArtifact, "an authored launch has no geometry");
  return accyLaunchTakeOnly(planner, &planner->request->geometry, NULL);
}

bool accyLaunchPlanRowPipeline(LaunchPlanner *planner) {
  AccyGeometry geometry = {{1, 1, 1}, {planner->request->row_pipeline.threads, 1, 1}, 0};
  return accyLaunchGrid(planner->request->row_pipeline.rows, 1, &geometry.grid[0], planner->status) &&
         accyLaunchTakeOnly(planner, &geometry, NULL);
}

bool accyLaunchPlanFlashAttention(LaunchPlanner *planner) {
  const AccyLaunchRequest *request = planner->request;
  AccyGeometry geometry = {{1, 1, 1}, {request->flash_attention.threads_x, request->flash_attention.threads_y, 1}, 0};
  return accyLaunchGrid(request->flash_attention.sequence, request->flash_attention.block_rows, &geometry.grid[0],
                        planner->status) &&
         accyLaunchGrid(request->flash_attention.batch_heads, 1, &geometry.grid[1], planner->status) &&
         accyLaunchTakeOnly(planner, &geometry, NULL);
}

bool accyLaunchPlanScan(LaunchPlanner *planner) {
  AccyGeometry geometry = {{planner->request->scan.blocks, 1, 1}, {planner->request->scan.threads, 1, 1}, 0};
  return accyLaunchTakeOnly(planner, &geometry, NULL);
}

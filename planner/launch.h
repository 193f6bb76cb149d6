// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch planning: grid, threadgroup and up to eight ranked alternatives for one kernel. Spec: planner.md, section 7.
#ifndef ACCY_PLANNER_LAUNCH_H
#define ACCY_PLANNER_LAUNCH_H

#include "planner/types.h"

/// A kernel, as far as its launch depends on it. Only the members that `shape` calls for are read.
typedef struct AccyLaunchRequest {
  const AccyTargetCapabilities *target;
  AccyFormat format;
  const AccyResources *resources;
  AccyLaunchShape shape;

  /// authored: the launch itself. generic in fixed-size formats: the lowered kernel's own geometry, if it has one.
  bool has_geometry;
  AccyGeometry geometry;

  uint32_t shared_bytes;               // dynamic shared memory, any shape
  uint32_t scratch_memory_bytes;       // recorded on tiles
  AccyDtype input_dtype, output_dtype; // of shapes that have a tile

  /// elementwise_rank2.
  struct {
    uint64_t rows, cols;
    uint32_t threads_x, threads_y;
  } elementwise;

  /// elementwise_vector: the number of vectors that the threads share.
  uint64_t vector_count;

  /// dot_general; dot_general_block adds block and threads; dot_general_matrix adds block and warps.
  struct {
    uint64_t m, n, k, batch;
    uint32_t block_m, block_n;
    uint32_t threads_x, threads_y;
    uint32_t warps;
    uint32_t splits; // of K; 0 counts as 1
  } dot_general;

  /// reduction and its bodies. `dims` are (all), (rows, cols) or (outer, reduced, inner).
  struct {
    AccyReductionKind kind;
    uint32_t rank, axis;
    uint64_t dims[3];
    uint64_t input_count, output_count;
    uint32_t blocks;  // reduction_atomic
    uint32_t threads; // reduction_atomic, reduction_single_block, reduction_warp_rows
  } reduction;

  /// row_pipeline.
  struct {
    uint64_t rows;
    uint32_t threads;
  } row_pipeline;

  /// flash_attention: `block_rows` query rows a threadgroup; batch·heads is the grid's y.
  struct {
    uint64_t sequence, batch_heads;
    uint32_t block_rows;
    uint32_t threads_x, threads_y;
  } flash_attention;

  /// scan.
  struct {
    uint32_t blocks, threads;
  } scan;
} AccyLaunchRequest;

/// Plans the launch of one kernel. `*outLaunch` is a value and is written on success only. Thread-safe.
/// Grid limits of a target do not apply to host-loop formats, whose grid is a loop in the compiled code.
/// Fails with CapabilityMismatch when no alternative is valid on the target, or a byte count of a dot_general passes
/// 32 bits; LaunchArgumentMismatch when a grid does; InvalidArtifact when the request contradicts itself.
bool accyLaunchResourcesPlan(const AccyLaunchRequest *request, AccyLaunchResources *outLaunch, AccyStatus *status);

/// grid(n, t): 1 if n is 0, else ceil_div(n, t). Fails with CapabilityMismatch when t is 0, LaunchArgumentMismatch when
/// the result passes 32 bits.
bool accyLaunchGrid(uint64_t n, uint64_t t, uint32_t *outExtent, AccyStatus *status);

#endif // ACCY_PLANNER_LAUNCH_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch planning: what a kernel reads, writes and computes, and from that its grid, threadgroup and up to eight ranked
// alternatives. Values only; thread-safe. Spec: sections 6 and 7.
#ifndef ACCY_C_LAUNCH_H
#define ACCY_C_LAUNCH_H

#include "accy-c/Target.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACCY_MAX_CANDIDATES 8 // ranked launch candidates of a kernel

/// The part of the work that one threadgroup does.
typedef struct AccyTile {
  AccyTileKind kind; // none: no other field counts
  uint64_t m, n, k, batch;
  AccyDtype input_dtype, output_dtype;
  uint32_t input_tile_bytes, output_tile_bytes;
  uint32_t scratch_memory_bytes;
  AccyReductionKind reduction_kind;
  uint32_t reduction_rank, reduction_axis;
  uint64_t reduction_extent;
} AccyTile;

/// What a work item reads, writes and computes (section 6).
typedef struct AccyResources {
  uint64_t static_read_bytes, static_write_bytes, static_total_bytes;
  bool static_bytes_complete; // false when a size is dynamic
  uint32_t op_count;
  uint32_t external_input_value_count; // distinct values from outside
  uint32_t external_operand_count;     // operands from outside, repeats counted
  uint32_t chain_operand_count;        // operands produced inside the work item
  uint64_t element_count;              // of the output
  uint32_t element_size;
  uint64_t estimated_element_ops;
  uint64_t ops_per_kib;
  AccyResourceClass resource_class;
} AccyResources;

typedef struct AccyLaunchCandidate {
  AccyGeometry geometry;
  uint64_t score;              // lower is better
  uint64_t est_bytes, est_ops; // of one threadgroup
  AccyTile tile;
} AccyLaunchCandidate;

/// How a kernel is launched. candidates[0] is the chosen one, whose values are repeated in the fields before it.
typedef struct AccyLaunchResources {
  AccyFormat format;
  uint64_t element_count;
  AccyGeometry geometry;
  uint32_t subgroup_size; // 0: none
  bool subgroup_aligned;
  bool fixed_threadgroup;
  AccyResourceClass resource_class;
  uint64_t ops_per_kib;
  uint64_t est_bytes, est_ops;
  bool static_bytes_complete;
  AccyTile tile;
  uint32_t candidate_count;
  AccyLaunchCandidate candidates[ACCY_MAX_CANDIDATES];
} AccyLaunchResources;

// ---- Resources (section 6) -----------------------------------------------------------------------------------------

/// The size of a value that crosses the edge of a work item.
typedef struct AccyValueSize {
  bool is_static;
  uint64_t bytes;
} AccyValueSize;

/// A work item, as far as its resources depend on it.
typedef struct AccyWorkItem {
  AccyKernelKind kind;
  uint32_t op_count;
  const AccyValueSize *inputs; // the distinct values from outside
  uint32_t input_count;
  const AccyValueSize *outputs;
  uint32_t output_count;
  uint32_t external_operand_count; // operands from outside, repeats counted
  uint32_t chain_operand_count;    // operands produced inside
  uint64_t element_count;          // of the output; 0 when dynamic
  uint32_t element_size;
  uint64_t m, n, k, batch;      // dot_general only
  uint64_t input_element_count; // reduction, row_pipeline: of what is folded
} AccyWorkItem;

/// Computes all of `*outResources`. Sums and products that overflow stay at 2^64-1.
ACCY_EXPORTED void accyResourcesCompute(const AccyWorkItem *item, AccyResources *outResources);

/// Sets ops_per_kib and resource_class from static_total_bytes, static_bytes_complete and estimated_element_ops.
ACCY_EXPORTED void accyResourcesClassify(AccyResources *resources);

/// The share of one threadgroup in a kernel's total: ceil_div(sat_mul(total, threads), n); 0 if any is 0.
ACCY_EXPORTED uint64_t accyThreadgroupShare(uint64_t total, uint64_t n, uint64_t threads);

// ---- Launches (section 7) ------------------------------------------------------------------------------------------

/// A kernel, as far as its launch depends on it. Only the members that `shape` calls for are read.
typedef struct AccyLaunchRequest {
  const AccyTargetCapabilities *target;
  AccyFormat format;
  const AccyResources *resources;
  AccyLaunchShape shape;

  /// authored: the launch itself. generic in fixed-size formats, and all shapes where no grid of theirs is valid: the
  /// lowered kernel's own geometry, if it has one, which folds its grid into more dimensions.
  bool has_geometry;
  AccyGeometry geometry;

  bool needs_whole_subgroups;          // any shape: threadgroups are whole subgroups of the size planned with
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
    uint32_t blocks;         // reduction_atomic
    uint32_t threads;        // reduction_atomic, reduction_single_block, reduction_warp_rows, reduction_group
    uint32_t output_threads; // reduction_group: those of `threads` that share an output
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
/// 32 bits; LaunchArgumentMismatch when a grid does; InvalidArtifact when the request contradicts itself or an
/// enumeration has no such value.
ACCY_EXPORTED bool accyLaunchResourcesPlan(const AccyLaunchRequest *request, AccyLaunchResources *outLaunch,
                                           AccyStatus *status);

/// grid(n, t): 1 if n is 0, else ceil_div(n, t). Fails with CapabilityMismatch when t is 0, LaunchArgumentMismatch when
/// the result passes 32 bits.
ACCY_EXPORTED bool accyLaunchGrid(uint64_t n, uint64_t t, uint32_t *outExtent, AccyStatus *status);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_LAUNCH_H

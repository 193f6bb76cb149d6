// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work item reads, writes and computes. Spec: planner.md, section 6.
#ifndef ACCY_PLANNER_RESOURCES_H
#define ACCY_PLANNER_RESOURCES_H

#include "planner/types.h"

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
  uint64_t input_element_count; // reduction only
} AccyWorkItem;

/// Computes all of `*outResources`. Sums and products that overflow stay at 2^64-1.
void accyResourcesCompute(const AccyWorkItem *item, AccyResources *outResources);

/// Sets ops_per_kib and resource_class from static_total_bytes, static_bytes_complete and estimated_element_ops.
void accyResourcesClassify(AccyResources *resources);

/// The share of one threadgroup in a kernel's total: ceil_div(sat_mul(total, threads), n); 0 if any is 0.
uint64_t accyThreadgroupShare(uint64_t total, uint64_t n, uint64_t threads);

#endif // ACCY_PLANNER_RESOURCES_H

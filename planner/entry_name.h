// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of generated kernels. Spec: planner.md, section 4, "Entry names".
#ifndef ACCY_PLANNER_ENTRY_NAME_H
#define ACCY_PLANNER_ENTRY_NAME_H

#include "planner/plan.h"

/// What an entry name is made of. Only the members of the kind are read.
typedef struct AccyEntryNameRequest {
  AccyKernelKind kind;
  uint32_t kernel_id;
  bool vectorized;             // ends in _v4
  const char *const *op_names; // in order, without dialect: elementwise, shape and the kinds not named below
  uint32_t op_count;
  AccyDtype dtype;             // dot_general, reduction
  uint64_t m, n, k;            // dot_general
  AccyReductionKind reduction; // reduction
  uint32_t reduction_rank, reduction_axis;
} AccyEntryNameRequest;

/// Writes accy_choir_KIND_DETAIL_ID. The name is a valid identifier in every target language (letters, digits, single
/// underscores) and under 128 characters; a longer one is cut and carries a hash of the full list of ops.
void accyEntryName(const AccyEntryNameRequest *request, char outName[ACCY_NAME_CAPACITY]);

#endif // ACCY_PLANNER_ENTRY_NAME_H

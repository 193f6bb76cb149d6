// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry names of kernels. Spec: planner.md, section 4, "Entry names".

#ifndef ACCY_PASSES_KERNEL_NAME_H
#define ACCY_PASSES_KERNEL_NAME_H

#include "mlir-c/IR.h"
#include "planner/plan.h"

/// Writes the entry name of the work item's kernel: `accy_choir_`, kind, detail and id. Reports an error at the work
/// item when its body does not tell.
MlirLogicalResult accyKernelName(MlirOperation workItem, int64_t id, char outName[ACCY_NAME_CAPACITY]);

#endif // ACCY_PASSES_KERNEL_NAME_H

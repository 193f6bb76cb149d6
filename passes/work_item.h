// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work item (or the kernel that it became) is, read off its body.

#ifndef ACCY_PASSES_WORK_ITEM_H
#define ACCY_PASSES_WORK_ITEM_H

#include "accy-c/Launch.h"
#include "mlir-c/IR.h"

/// The outline kind of a body: by its reduce, dot_general or kernel_call, where a body with more than the reduce that
/// it yields is a row_pipeline; else elementwise if any operation computes, else shape. The string is static.
const char *accyWorkItemClassify(MlirBlock body);

/// The body's operation of that full name, or null.
MlirOperation accyWorkItemFindAnchor(MlirBlock body, const char *name);

/// A detached work item with the body, which it takes, of the kind that accyWorkItemClassify says. `result` is the type
/// of its result; null: it has none, and the last operand is the slot that it writes.
MlirOperation accyWorkItemCreate(MlirLocation location, int64_t id, MlirBlock body, intptr_t numOperands,
                                 const MlirValue *operands, MlirType result);

/// Computes the resources of a work item or a kernel with a body; reports an error at it when memory runs out. Spec:
/// planner.md, section 6.
MlirLogicalResult accyWorkItemComputeResources(MlirOperation workItem, AccyResources *outResources);

/// Leaves the work item's resources as its record `resources`, which accyReadResources reads; reports an error at it
/// when memory runs out. Spec: planner.md, section 6.
MlirLogicalResult accyWorkItemMeasure(MlirOperation workItem);

#endif // ACCY_PASSES_WORK_ITEM_H

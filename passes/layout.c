// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-assign-layouts: how each slot's elements lie in memory. Spec: planner.md, section 3.

#include "passes/dtype.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/slot.h"
#include "support/ir.h"

MlirLogicalResult accySlotAssignLayout(MlirOperation slot) {
  MlirContext context = mlirOperationGetContext(slot);
  MlirType type = mlirValueGetType(mlirOperationGetResult(slot, 0));
  intptr_t rank = mlirShapedTypeGetRank(type);
  AccyDtype dtype;
  if (!accyDtypeOfType(mlirShapedTypeGetElementType(type), &dtype) || rank > 64)
    return accyEmitOpError(slot, "has elements or a rank that no layout is known for [MissingLayoutAssignment]");
  int64_t strides[64], order[64], stride = 1;
  for (intptr_t i = rank - 1; i >= 0; --i) {
    strides[i] = stride;
    order[rank - 1 - i] = i;
    stride *= mlirShapedTypeGetDimSize(type, i);
  }
  MlirNamedAttribute attributes[] = {
      accyNamed("alignment", accyI64Attribute(context, accyDtypeByteSize(dtype))),
      accyNamed("kind", accyStringAttribute(context, "row_major")),
      accyNamed("minor_to_major", accyI64ArrayAttribute(context, rank, order)),
      accyNamed("strides", accyI64ArrayAttribute(context, rank, strides)),
  };
  accySetAttribute(slot, "layout", mlirDictionaryAttrGet(context, 4, attributes));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  (void)options;
  return accyForEachSlot(module, accySlotAssignLayout);
}

const AccyPassRow accyAssignLayoutsPass = {
    .argument = "accy-assign-layouts",
    .description = "Give each slot its layout: kind, strides, dimension order and alignment",
    .anchor = "builtin.module",
    .run = run,
};

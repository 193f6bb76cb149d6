// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See thread_number.h.

#include "lowering/vulkan_spirv/thread_number.h"

#include "lowering/insert.h"
#include "lowering/kernel_form.h"
#include "lowering/shuffle.h"

static MlirValue insert_query(MlirOperation anchor, const char *name) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(anchor));
  return accyInsertBefore(anchor, &(AccyOpSpec){.name = name, .numResults = 1, .results = &index});
}

static MlirWalkResult replace_thread_id(MlirOperation op, void *userData) {
  (void)userData;
  MlirAttribute x = mlirAttributeParseGet(mlirOperationGetContext(op), accyText("#gpu<dim x>"));
  if (!accyOperationIs(op, "gpu.thread_id") || !mlirAttributeEqual(accyGetAttribute(op, "dimension"), x))
    return MlirWalkResultAdvance;
  MlirValue before =
      accyInsertBinary(op, "arith.muli", insert_query(op, "gpu.subgroup_id"), insert_query(op, "gpu.subgroup_size"));
  MlirValue number = accyInsertBinary(op, "arith.addi", before, insert_query(op, "gpu.lane_id"));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), number);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accySpirvNumberThreadsBySubgroups(MlirOperation kernel) {
  if (accyKernelHasShuffles(kernel))
    mlirOperationWalk(kernel, replace_thread_id, NULL, MlirWalkPostOrder);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signed remainders; see signed_remainder.h.

#include "lowering/vulkan_spirv/signed_remainder.h"

#include "lowering/insert.h"

static MlirWalkResult expand(MlirOperation op, void *userData) {
  (void)userData;
  if (!accyOperationIs(op, "arith.remsi"))
    return MlirWalkResultAdvance;
  MlirValue left = mlirOperationGetOperand(op, 0), right = mlirOperationGetOperand(op, 1);
  MlirValue quotient = accyInsertBinary(op, "arith.divsi", left, right);
  MlirValue multiple = accyInsertBinary(op, "arith.muli", quotient, right);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), accyInsertBinary(op, "arith.subi", left, multiple));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accySpirvExpandSignedRemainders(MlirOperation root) {
  mlirOperationWalk(root, expand, NULL, MlirWalkPostOrder);
}

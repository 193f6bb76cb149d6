// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms for rewriting an operation; see insert.h.

#include "lowering/insert.h"

MlirValue accyInsertBefore(MlirOperation anchor, const AccyOpSpec *spec) {
  AccyOpSpec located = *spec;
  located.location = mlirOperationGetLocation(anchor);
  MlirOperation op = accyCreateOperation(&located);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(anchor), anchor, op);
  return mlirOperationGetResult(op, 0);
}

MlirValue accyInsertConversion(MlirOperation anchor, const char *name, MlirValue operand, MlirType type) {
  return accyInsertBefore(
      anchor, &(AccyOpSpec){.name = name, .numOperands = 1, .operands = &operand, .numResults = 1, .results = &type});
}

MlirValue accyInsertBinary(MlirOperation anchor, const char *name, MlirValue left, MlirValue right) {
  MlirValue operands[] = {left, right};
  MlirType type = mlirValueGetType(left);
  return accyInsertBefore(
      anchor, &(AccyOpSpec){.name = name, .numOperands = 2, .operands = operands, .numResults = 1, .results = &type});
}

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

MlirValue accyInsertConstant(MlirOperation anchor, MlirAttribute value) {
  MlirType type = mlirAttributeGetType(value);
  MlirNamedAttribute attribute = accyNamed("value", value);
  return accyInsertBefore(
      anchor,
      &(AccyOpSpec){
          .name = "arith.constant", .numResults = 1, .results = &type, .numAttributes = 1, .attributes = &attribute});
}

MlirValue accyInsertComparison(MlirOperation anchor, const char *name, int64_t predicate, MlirValue left,
                               MlirValue right) {
  MlirContext context = mlirOperationGetContext(anchor);
  MlirValue operands[] = {left, right};
  MlirType bit = mlirIntegerTypeGet(context, 1);
  MlirNamedAttribute attribute = accyNamed("predicate", accyI64Attribute(context, predicate));
  return accyInsertBefore(anchor, &(AccyOpSpec){.name = name,
                                                .numOperands = 2,
                                                .operands = operands,
                                                .numResults = 1,
                                                .results = &bit,
                                                .numAttributes = 1,
                                                .attributes = &attribute});
}

MlirValue accyInsertSelect(MlirOperation anchor, MlirValue condition, MlirValue ifTrue, MlirValue ifFalse) {
  MlirValue operands[] = {condition, ifTrue, ifFalse};
  MlirType type = mlirValueGetType(ifTrue);
  return accyInsertBefore(
      anchor,
      &(AccyOpSpec){.name = "arith.select", .numOperands = 3, .operands = operands, .numResults = 1, .results = &type});
}

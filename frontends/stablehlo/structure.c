// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO operations that hold a program together: barriers, returns, and calls by name.

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/operation.h"

#include <stdlib.h>

// Values pass through: accy's operations are pure, so there is no order to keep.
MlirLogicalResult accyStablehloConvertBarrier(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  intptr_t count = mlirOperationGetNumResults(op);
  if (count != mlirOperationGetNumOperands(op))
    return accyEmitOpError(op, "has %ld operands but %ld results", (long)mlirOperationGetNumOperands(op), (long)count);
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(accyStablehloReplace(op, i, mlirOperationGetOperand(op, i))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

// Creates an operation of the func dialect with the operation's operands and results, and replaces the results.
static MlirLogicalResult rebuild_as(MlirOperation op, const char *name, intptr_t numAttributes,
                                    const MlirNamedAttribute *attributes) {
  intptr_t numOperands = mlirOperationGetNumOperands(op), numResults = mlirOperationGetNumResults(op);
  MlirValue *operands = malloc(sizeof(MlirValue) * (size_t)(numOperands + 1));
  MlirType *results = malloc(sizeof(MlirType) * (size_t)(numResults + 1));
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (operands && results) {
    for (intptr_t i = 0; i < numOperands; ++i)
      operands[i] = mlirOperationGetOperand(op, i);
    for (intptr_t i = 0; i < numResults; ++i)
      results[i] = mlirValueGetType(mlirOperationGetResult(op, i));
    MlirOperation built = accyCreateOperation(&(AccyOpSpec){.name = name,
                                                            .location = mlirOperationGetLocation(op),
                                                            .numOperands = numOperands,
                                                            .operands = operands,
                                                            .numResults = numResults,
                                                            .results = results,
                                                            .numAttributes = numAttributes,
                                                            .attributes = attributes});
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, built);
    for (intptr_t i = 0; i < numResults; ++i)
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), mlirOperationGetResult(built, i));
  } else {
    result = accyEmitOpError(op, "cannot be converted: out of memory [OutOfMemory]");
  }
  free(operands);
  free(results);
  return result;
}

MlirLogicalResult accyStablehloConvertReturn(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  if (!accyOperationIs(mlirOperationGetParentOperation(op), "func.func"))
    return accyEmitOpError(op, "ends a region that is not a function's");
  return rebuild_as(op, "func.return", 0, NULL);
}

// A composite's decomposition is a function that computes the same.
MlirLogicalResult accyStablehloConvertComposite(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirAttribute decomposition = accyStablehloGetAttribute(op, "decomposition");
  if (mlirAttributeIsNull(decomposition) || !mlirAttributeIsAFlatSymbolRef(decomposition))
    return accyEmitOpError(op, "requires the attribute 'decomposition', a function as @name");
  MlirNamedAttribute callee = accyNamed("callee", decomposition);
  return rebuild_as(op, "func.call", 1, &callee);
}

// Operations that JAX writes as custom calls, because StableHLO lacks them.
static const struct {
  const char *target;
  AccyOpcode opcode;
} custom_calls[] = {
    {"mhlo.erf", AccyOp_erf},
    {"mhlo.tan", AccyOp_tan},
};

MlirLogicalResult accyStablehloConvertCustomCall(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirAttribute attribute = accyStablehloGetAttribute(op, "call_target_name");
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return accyEmitOpError(op, "requires the attribute 'call_target_name', a string");
  MlirStringRef target = mlirStringAttrGetValue(attribute);
  for (size_t i = 0; i < sizeof custom_calls / sizeof custom_calls[0]; ++i) {
    if (!accyTextEquals(target, custom_calls[i].target))
      continue;
    if (mlirOperationGetNumOperands(op) != 1 || mlirOperationGetNumResults(op) != 1)
      return accyEmitOpError(op, "to %s takes one operand and has one result", custom_calls[i].target);
    return accyStablehloRebuild(op, custom_calls[i].opcode, 0, NULL);
  }
  return accyEmitOpError(op, "calls '%.*s'; supported are mhlo.erf and mhlo.tan [UnsupportedOperation]",
                         (int)target.length, target.data);
}

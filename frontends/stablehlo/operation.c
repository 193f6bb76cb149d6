// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking and replacing StableHLO operations; see operation.h.

#include "frontends/stablehlo/operation.h"

#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static MlirLogicalResult check_count(MlirOperation op, const char *what, intptr_t count, int32_t expected) {
  if (expected < 0 || count == expected)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op, "takes exactly %d %s, but has %ld", expected, what, (long)count);
}

// Why tensors of the type cannot be converted, or null when they can.
static const char *explain_unsupported(MlirType type) {
  if (!mlirTypeIsARankedTensor(type))
    return "only ranked tensors are supported";
  if (!mlirShapedTypeHasStaticShape(type))
    return "only static shapes are supported; export the program with fixed sizes";
  if (!mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
    return "tensors with an encoding are not supported";
  if (mlirShapedTypeGetRank(type) > accyStablehloMaxRank)
    return "at most 64 dimensions are supported";
  if (accyElementTypeGetKind(mlirShapedTypeGetElementType(type)) == 0)
    return "element types are f16, bf16, f32, f64, i1, i8 to i64 and ui8 to ui64";
  return NULL;
}

static MlirLogicalResult check_type(MlirOperation op, const char *what, intptr_t index, MlirType type) {
  const char *reason = explain_unsupported(type);
  if (!reason)
    return mlirLogicalResultSuccess();
  char *text = accyPrintType(type);
  accyEmitOpError(op, "has %s %ld of type %s: %s [UnsupportedOperation]", what, (long)index, text ? text : "?", reason);
  free(text);
  return mlirLogicalResultFailure();
}

MlirLogicalResult accyStablehloCheckOperation(MlirOperation op, const AccyStablehloRow *row) {
  intptr_t numOperands = mlirOperationGetNumOperands(op), numResults = mlirOperationGetNumResults(op);
  if (mlirLogicalResultIsFailure(check_count(op, "operands", numOperands, row->numOperands)) ||
      mlirLogicalResultIsFailure(check_count(op, "results", numResults, row->numResults)) ||
      mlirLogicalResultIsFailure(check_count(op, "regions", mlirOperationGetNumRegions(op), row->numRegions)) ||
      mlirLogicalResultIsFailure(check_count(op, "successors", mlirOperationGetNumSuccessors(op), 0)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < numOperands; ++i)
    if (mlirLogicalResultIsFailure(check_type(op, "operand", i, mlirValueGetType(mlirOperationGetOperand(op, i)))))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < numResults; ++i)
    if (mlirLogicalResultIsFailure(check_type(op, "result", i, mlirValueGetType(mlirOperationGetResult(op, i)))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

MlirValue accyStablehloBuild(MlirOperation before, AccyOpcode opcode, MlirType result, intptr_t numOperands,
                             const MlirValue *operands, intptr_t numAttributes, const MlirNamedAttribute *attributes) {
  char name[64];
  snprintf(name, sizeof name, "accy.%s", accyOpGetDefinition(opcode)->mnemonic);
  MlirOperation op = accyCreateOperation(&(AccyOpSpec){.name = name,
                                                       .location = mlirOperationGetLocation(before),
                                                       .numOperands = numOperands,
                                                       .operands = operands,
                                                       .numResults = 1,
                                                       .results = &result,
                                                       .numAttributes = numAttributes,
                                                       .attributes = attributes});
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, op);
  return mlirOperationGetResult(op, 0);
}

MlirLogicalResult accyStablehloRebuild(MlirOperation op, AccyOpcode opcode, intptr_t numAttributes,
                                       const MlirNamedAttribute *attributes) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  MlirValue *operands = malloc(sizeof(MlirValue) * (size_t)(numOperands + 1));
  if (!operands)
    return accyEmitOpError(op, "cannot be converted: out of memory [OutOfMemory]");
  for (intptr_t i = 0; i < numOperands; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue value = accyStablehloBuild(op, opcode, result, numOperands, operands, numAttributes, attributes);
  free(operands);
  return accyStablehloReplace(op, 0, value);
}

MlirLogicalResult accyStablehloReplace(MlirOperation op, intptr_t index, MlirValue value) {
  MlirValue old = mlirOperationGetResult(op, index);
  if (!mlirTypeEqual(mlirValueGetType(old), mlirValueGetType(value))) {
    char *written = accyPrintType(mlirValueGetType(old)), *actual = accyPrintType(mlirValueGetType(value));
    accyEmitOpError(op, "has result type %s where its operands give %s", written ? written : "?",
                    actual ? actual : "?");
    free(written);
    free(actual);
    return mlirLogicalResultFailure();
  }
  mlirValueReplaceAllUsesOfWith(old, value);
  return mlirLogicalResultSuccess();
}

MlirValue accyStablehloSpread(MlirOperation before, MlirValue scalar, MlirType like) {
  if (mlirShapedTypeGetRank(mlirValueGetType(scalar)) != 0 || mlirShapedTypeGetRank(like) == 0)
    return scalar;
  MlirContext context = mlirOperationGetContext(before);
  MlirNamedAttribute dims = accyNamed("dims", accyI64ArrayAttribute(context, 0, NULL));
  MlirType result = accyStablehloWithElements(like, accyStablehloElementType(scalar));
  return accyStablehloBuild(before, AccyOp_broadcast, result, 1, &scalar, 1, &dims);
}

MlirType accyStablehloElementType(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}

MlirType accyStablehloWithElements(MlirType tensor, MlirType element) {
  int64_t shape[accyStablehloMaxRank];
  intptr_t rank = mlirShapedTypeGetRank(tensor);
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(tensor, i);
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

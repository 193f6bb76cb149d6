// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of every accy operation: attributes by the syntax table, types by the rules of type_rules.h, which are
// the numbered constraints of docs/spec.md. Only return looks beyond itself.

#include "dialects/accy/hooks.h"
#include "dialects/accy/type_rules.h"
#include "support/ir.h"

#include <stdlib.h>

static MlirLogicalResult verify_return(MlirOperation op, const AccyOpInputs *inputs) {
  MlirOperation function = mlirOperationGetParentOperation(op);
  if (mlirOperationIsNull(function) || !accyOperationIs(function, "func.func"))
    return accyReject(inputs, "C1", "must end the body of a 'func.func'");
  MlirAttribute attribute = accyGetAttribute(function, "function_type");
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAType(attribute) ||
      !mlirTypeIsAFunction(mlirTypeAttrGetValue(attribute)))
    return mlirLogicalResultSuccess(); // the function's own verifier reports it
  MlirType type = mlirTypeAttrGetValue(attribute);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  if (numResults != inputs->numOperands)
    return accyReject(inputs, "C2", "must return the function's %ld results, but returns %ld", (long)numResults,
                      (long)inputs->numOperands);
  for (intptr_t i = 0; i < numResults; ++i)
    if (!mlirTypeEqual(mlirFunctionTypeGetResult(type, i), inputs->operands[i]))
      return accyRejectTypes(inputs, "C3", "operands must have the types of the function's results",
                             inputs->operands[i], mlirFunctionTypeGetResult(type, i));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult verify_inputs(MlirOperation op, const AccyOpInputs *inputs) {
  bool has_result = mlirOperationGetNumResults(op) > 0;
  MlirType result = has_result ? mlirValueGetType(mlirOperationGetResult(op, 0)) : (MlirType){NULL};
  if (mlirLogicalResultIsFailure(accyCheckInputsAndResult(inputs, result)))
    return mlirLogicalResultFailure();
  return inputs->definition->opClass == AccyClassReturn ? verify_return(op, inputs) : mlirLogicalResultSuccess();
}

MlirLogicalResult accyOpVerify(MlirOperation op, const void *definition) {
  const AccyOpDefinition *row = definition;
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, &row->syntax)))
    return mlirLogicalResultFailure();
  intptr_t numOperands = mlirOperationGetNumOperands(op), numAttributes = mlirOperationGetNumAttributes(op);
  MlirType *operands = calloc((size_t)numOperands + 1, sizeof *operands);
  MlirNamedAttribute *attributes = calloc((size_t)numAttributes + 1, sizeof *attributes);
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (!operands || !attributes) {
    accyEmitOpError(op, "cannot be verified: out of memory [OutOfMemory]");
  } else {
    for (intptr_t i = 0; i < numOperands; ++i)
      operands[i] = mlirValueGetType(mlirOperationGetOperand(op, i));
    for (intptr_t i = 0; i < numAttributes; ++i)
      attributes[i] = mlirOperationGetAttribute(op, i);
    result = verify_inputs(
        op, &(AccyOpInputs){mlirOperationGetLocation(op), row, numOperands, operands, numAttributes, attributes});
  }
  free(operands);
  free(attributes);
  return result;
}

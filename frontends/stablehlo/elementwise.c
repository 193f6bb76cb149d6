// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise StableHLO operations.

#include "frontends/stablehlo/comparison.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/operation.h"
#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

static uint32_t element_kind(MlirValue tensor) {
  return accyElementTypeGetKind(accyStablehloElementType(tensor));
}

MlirLogicalResult accyStablehloConvertElementwise(MlirOperation op, const AccyStablehloRow *row) {
  bool boolean = element_kind(mlirOperationGetResult(op, 0)) == AccyElementBoolean;
  AccyOpcode opcode = boolean && row->booleanOpcode != AccyOp_none ? row->booleanOpcode : row->opcode;
  return accyStablehloRebuild(op, opcode, 0, NULL);
}

MlirLogicalResult accyStablehloConvertSquare(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirValue operand = mlirOperationGetOperand(op, 0), operands[2] = {operand, operand};
  return accyStablehloReplace(op, 0,
                              accyStablehloBuild(op, AccyOp_mul, mlirValueGetType(operand), 2, operands, 0, NULL));
}

//===----------------------------------------------------------------------===//
// Rounding and conversion
//===----------------------------------------------------------------------===//

static MlirLogicalResult convert_round(MlirOperation op, const char *ties) {
  MlirNamedAttribute attribute = accyNamed("ties", accyStringAttribute(mlirOperationGetContext(op), ties));
  return accyStablehloRebuild(op, AccyOp_round, 1, &attribute);
}

MlirLogicalResult accyStablehloConvertRoundAway(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return convert_round(op, "away");
}

MlirLogicalResult accyStablehloConvertRoundEven(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return convert_round(op, "even");
}

MlirLogicalResult accyStablehloConvertConvert(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirValue operand = mlirOperationGetOperand(op, 0);
  if (mlirTypeEqual(mlirValueGetType(operand), mlirValueGetType(mlirOperationGetResult(op, 0))))
    return accyStablehloReplace(op, 0, operand);
  return accyStablehloRebuild(op, AccyOp_convert, 0, NULL);
}

//===----------------------------------------------------------------------===//
// Shifts to the right
//===----------------------------------------------------------------------===//

// StableHLO's shifts choose by name whether the sign is kept, accy.shr by whether the elements have one. Where the two
// disagree, the elements are seen as of the other signedness, which keeps their bits, and back.
static MlirLogicalResult convert_shift(MlirOperation op, uint32_t kind) {
  MlirValue operands[2] = {mlirOperationGetOperand(op, 0), mlirOperationGetOperand(op, 1)};
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0)), element = mlirShapedTypeGetElementType(type);
  uint32_t actual = accyElementTypeGetKind(element);
  if (actual == kind || (actual & AccyElementInteger) == 0) // what is no integer is refused by accy.shr's constraints
    return accyStablehloRebuild(op, AccyOp_shr, 0, NULL);
  unsigned width = mlirIntegerTypeGetWidth(element);
  MlirContext context = mlirOperationGetContext(op);
  MlirType seen =
      kind == AccyElementUnsigned ? mlirIntegerTypeUnsignedGet(context, width) : mlirIntegerTypeGet(context, width);
  for (int i = 0; i < 2; ++i) {
    MlirType converted = accyStablehloWithElements(mlirValueGetType(operands[i]), seen);
    operands[i] = accyStablehloBuild(op, AccyOp_convert, converted, 1, &operands[i], 0, NULL);
  }
  MlirType shifted_type = accyStablehloWithElements(type, seen);
  MlirValue shifted = accyStablehloBuild(op, AccyOp_shr, shifted_type, 2, operands, 0, NULL);
  return accyStablehloReplace(op, 0, accyStablehloBuild(op, AccyOp_convert, type, 1, &shifted, 0, NULL));
}

MlirLogicalResult accyStablehloConvertShiftArithmetic(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return convert_shift(op, AccyElementSignedInteger);
}

MlirLogicalResult accyStablehloConvertShiftLogical(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return convert_shift(op, AccyElementUnsigned);
}

//===----------------------------------------------------------------------===//
// Comparison and choice
//===----------------------------------------------------------------------===//

MlirLogicalResult accyStablehloConvertCompare(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  const char *direction;
  if (mlirLogicalResultIsFailure(accyStablehloReadComparison(op, &direction)))
    return mlirLogicalResultFailure();
  MlirNamedAttribute attribute = accyNamed("direction", accyStringAttribute(mlirOperationGetContext(op), direction));
  return accyStablehloRebuild(op, AccyOp_compare, 1, &attribute);
}

// |x| < infinity, which a NaN is not.
MlirLogicalResult accyStablehloConvertIsFinite(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirContext context = mlirOperationGetContext(op);
  MlirValue operand = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(operand), element = mlirShapedTypeGetElementType(type);
  if (!mlirTypeIsAFloat(element))
    return accyEmitOpError(op, "has elements that are no floats; give it floats [UnsupportedOperation]");
  MlirAttribute infinity = mlirFloatAttrDoubleGet(context, element, INFINITY);
  MlirNamedAttribute value = accyNamed("value", mlirDenseElementsAttrSplatGet(type, infinity));
  MlirNamedAttribute direction = accyNamed("direction", accyStringAttribute(context, "lt"));
  MlirValue operands[2] = {accyStablehloBuild(op, AccyOp_abs, type, 1, &operand, 0, NULL),
                           accyStablehloBuild(op, AccyOp_constant, type, 0, NULL, 1, &value)};
  MlirType boolean = accyStablehloWithElements(type, mlirIntegerTypeGet(context, 1));
  return accyStablehloReplace(op, 0, accyStablehloBuild(op, AccyOp_compare, boolean, 2, operands, 1, &direction));
}

MlirLogicalResult accyStablehloConvertSelect(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue operands[3] = {accyStablehloSpread(op, mlirOperationGetOperand(op, 0), type),
                           mlirOperationGetOperand(op, 1), mlirOperationGetOperand(op, 2)};
  return accyStablehloReplace(op, 0, accyStablehloBuild(op, AccyOp_select, type, 3, operands, 0, NULL));
}

MlirLogicalResult accyStablehloConvertClamp(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue operands[3] = {accyStablehloSpread(op, mlirOperationGetOperand(op, 0), type),
                           mlirOperationGetOperand(op, 1),
                           accyStablehloSpread(op, mlirOperationGetOperand(op, 2), type)};
  return accyStablehloReplace(op, 0, accyStablehloBuild(op, AccyOp_clamp, type, 3, operands, 0, NULL));
}

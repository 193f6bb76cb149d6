// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a reduction combines its elements by: its body and its start value; see combiner.h.

#include "frontends/stablehlo/combiner.h"

#include "frontends/stablehlo/operation.h"

#include <math.h>
#include <string.h>

// What a start value must be for a reduction not to feel it.
typedef enum Identity { IdentityZero, IdentityOne, IdentityLowest, IdentityHighest, IdentityAllOnes } Identity;

typedef struct ReductionRow {
  const char *body;
  const char *kind;
  AccyOpcode combine;
  Identity identity;
  // For i1 elements: addition is `or`, multiplication `and`.
  const char *booleanKind;
  AccyOpcode booleanCombine;
  Identity booleanIdentity;
} ReductionRow;

static const ReductionRow reductions[] = {
    {"stablehlo.add", "sum", AccyOp_add, IdentityZero, "or", AccyOp_or, IdentityZero},
    {"stablehlo.multiply", "prod", AccyOp_mul, IdentityOne, "and", AccyOp_and, IdentityAllOnes},
    {"stablehlo.maximum", "max", AccyOp_max, IdentityLowest, "or", AccyOp_or, IdentityZero},
    {"stablehlo.minimum", "min", AccyOp_min, IdentityHighest, "and", AccyOp_and, IdentityAllOnes},
    {"stablehlo.or", "or", AccyOp_or, IdentityZero, "or", AccyOp_or, IdentityZero},
    {"stablehlo.and", "and", AccyOp_and, IdentityAllOnes, "and", AccyOp_and, IdentityAllOnes},
};

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

static bool pairs_arguments(MlirOperation op, MlirBlock block) {
  if (mlirOperationGetNumOperands(op) != 2)
    return false;
  MlirValue left = mlirOperationGetOperand(op, 0), right = mlirOperationGetOperand(op, 1);
  MlirValue first = mlirBlockGetArgument(block, 0), second = mlirBlockGetArgument(block, 1);
  return (mlirValueEqual(left, first) && mlirValueEqual(right, second)) ||
         (mlirValueEqual(left, second) && mlirValueEqual(right, first));
}

// The only operation of `^bb0(%a, %b): %c = OP %a, %b; return %c`, or null when the body is of another form.
static MlirOperation find_body_operation(MlirOperation reduce) {
  MlirOperation none = {NULL};
  MlirBlock block = accyGetBlock(reduce, 0);
  if (mlirBlockIsNull(block) || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)) ||
      mlirBlockGetNumArguments(block) != 2)
    return none;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  if (mlirOperationIsNull(op) || mlirOperationGetNumResults(op) != 1 || !pairs_arguments(op, block))
    return none;
  MlirOperation end = mlirOperationGetNextInBlock(op);
  bool returns = !mlirOperationIsNull(end) && accyOperationIs(end, "stablehlo.return") &&
                 mlirOperationGetNumOperands(end) == 1 &&
                 mlirValueEqual(mlirOperationGetOperand(end, 0), mlirOperationGetResult(op, 0));
  return returns ? op : none;
}

static const ReductionRow *find_reduction(MlirOperation reduce) {
  MlirOperation body = find_body_operation(reduce);
  if (mlirOperationIsNull(body))
    return NULL;
  for (size_t i = 0; i < sizeof reductions / sizeof reductions[0]; ++i)
    if (accyOperationIs(body, reductions[i].body))
      return &reductions[i];
  return NULL;
}

static bool body_computes_on(MlirOperation reduce, MlirType scalar) {
  MlirOperation body = find_body_operation(reduce);
  MlirBlock block = accyGetBlock(reduce, 0);
  return mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(block, 0)), scalar) &&
         mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(block, 1)), scalar) &&
         mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(body, 0)), scalar);
}

//===----------------------------------------------------------------------===//
// The start value
//===----------------------------------------------------------------------===//

static bool is_float_identity(double value, Identity identity) {
  switch (identity) {
  case IdentityZero:
    return value == 0;
  case IdentityOne:
    return value == 1;
  case IdentityLowest:
    return isinf(value) && value < 0;
  case IdentityHighest:
    return isinf(value) && value > 0;
  case IdentityAllOnes:
    return false;
  }
  return false;
}

// `bits` are the value's, `width` of them.
static bool is_integer_identity(uint64_t bits, unsigned width, bool isUnsigned, Identity identity) {
  uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  uint64_t sign = UINT64_C(1) << (width - 1);
  switch (identity) {
  case IdentityZero:
    return bits == 0;
  case IdentityOne:
    return bits == 1;
  case IdentityLowest:
    return bits == (isUnsigned ? 0 : sign);
  case IdentityHighest:
    return bits == (isUnsigned ? all : all ^ sign);
  case IdentityAllOnes:
    return bits == all;
  }
  return false;
}

// The constant scalar that the value is, or null. Exporters broadcast scalars to scalars.
static MlirAttribute constant_scalar(MlirValue value) {
  while (accyValueIsResultOf(value, "accy.broadcast"))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  if (!accyValueIsResultOf(value, "accy.constant"))
    return mlirAttributeGetNull();
  MlirAttribute elements = accyGetAttribute(mlirOpResultGetOwner(value), "value");
  if (!mlirAttributeIsADenseElements(elements))
    return mlirAttributeGetNull();
  return mlirDenseElementsAttrIsSplat(elements) ? mlirDenseElementsAttrGetSplatValue(elements) : mlirAttributeGetNull();
}

static bool is_identity(MlirValue value, Identity identity) {
  MlirAttribute scalar = constant_scalar(value);
  if (mlirAttributeIsNull(scalar))
    return false;
  if (mlirAttributeIsAFloat(scalar))
    return is_float_identity(mlirFloatAttrGetValueDouble(scalar), identity);
  MlirType type = mlirAttributeGetType(scalar);
  unsigned width = mlirIntegerTypeGetWidth(type);
  bool isUnsigned = mlirIntegerTypeIsUnsigned(type);
  uint64_t bits = isUnsigned ? mlirIntegerAttrGetValueUInt(scalar) : (uint64_t)mlirIntegerAttrGetValueInt(scalar);
  if (width < 64)
    bits &= (UINT64_C(1) << width) - 1;
  return is_integer_identity(bits, width, isUnsigned, identity);
}

bool accyStablehloIsIdentity(MlirValue value, const char *kind) {
  for (size_t i = 0; i < sizeof reductions / sizeof reductions[0]; ++i)
    if (strcmp(reductions[i].kind, kind) == 0)
      return is_identity(value, reductions[i].identity);
  return false;
}

//===----------------------------------------------------------------------===//
// The combiner
//===----------------------------------------------------------------------===//

MlirLogicalResult accyStablehloReadCombiner(MlirOperation op, AccyStablehloCombiner *outCombiner) {
  const ReductionRow *reduction = find_reduction(op);
  if (!reduction)
    return accyEmitOpError(op,
                           "has a body that is not one operation on its two arguments; supported are add, multiply, "
                           "maximum, minimum, and, or [UnsupportedOperation]");
  MlirValue input = mlirOperationGetOperand(op, 0), start = mlirOperationGetOperand(op, 1);
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0)), element = accyStablehloElementType(input);
  MlirType scalar = mlirRankedTensorTypeGet(0, NULL, element, mlirAttributeGetNull());
  if (!body_computes_on(op, scalar) || !mlirTypeEqual(mlirValueGetType(start), scalar) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(result), element))
    return accyEmitOpError(op, "has operand, start value, body and result of different element types; convert the "
                               "operand first [UnsupportedOperation]");
  bool boolean = accyElementTypeGetKind(element) == AccyElementBoolean;
  Identity identity = boolean ? reduction->booleanIdentity : reduction->identity;
  *outCombiner = (AccyStablehloCombiner){
      .kind = boolean ? reduction->booleanKind : reduction->kind,
      .opcode = boolean ? reduction->booleanCombine : reduction->combine,
      .start = start,
      .startsFromIdentity = is_identity(start, identity),
  };
  return mlirLogicalResultSuccess();
}

MlirValue accyStablehloCombine(MlirOperation before, const AccyStablehloCombiner *combiner, MlirValue left,
                               MlirValue right) {
  MlirValue operands[2] = {left, right};
  return accyStablehloBuild(before, combiner->opcode, mlirValueGetType(left), 2, operands, 0, NULL);
}

MlirValue accyStablehloCombineWithStart(MlirOperation before, const AccyStablehloCombiner *combiner, MlirValue value) {
  if (combiner->startsFromIdentity)
    return value;
  MlirValue start = accyStablehloSpread(before, combiner->start, mlirValueGetType(value));
  return accyStablehloCombine(before, combiner, start, value);
}

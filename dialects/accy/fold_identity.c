// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations that hand one operand on, or whose answer one operand settles. Only identities that hold for
// every value are here, NaN, infinities and -0 included: x + 0 and x * 0 are not among them for floats.

#include "dialects/accy/fold.h"
#include "support/ir.h"

static const AccyFoldResult none;

static AccyFoldResult operand(const AccyFold *fold, intptr_t index) {
  return (AccyFoldResult){.value = accyFoldGetOperand(fold, index)};
}

static AccyFoldResult splat(const AccyFold *fold, uint64_t bits) {
  AccyShape shape = accyShapeGet(fold->type);
  if (accyShapeGetNumElements(&shape) == 0)
    return none;
  return (AccyFoldResult){.attribute = accyElementsMakeSplat(fold->type, bits)};
}

static bool has_equal_operands(const AccyFold *fold, intptr_t left, intptr_t right) {
  return mlirValueEqual(accyFoldGetOperand(fold, left), accyFoldGetOperand(fold, right));
}

static AccyScalarType operand_scalar(const AccyFold *fold, intptr_t index) {
  return accyScalarTypeGet(mlirShapedTypeGetElementType(accyFoldGetOperandType(fold, index)));
}

//===----------------------------------------------------------------------===//
// Unary: f(f(x)) is x, or f(x)
//===----------------------------------------------------------------------===//

static bool is_involution(AccyOpcode opcode) {
  return opcode == AccyOp_neg || opcode == AccyOp_not;
}

static bool is_idempotent(AccyOpcode opcode) {
  return opcode == AccyOp_abs || opcode == AccyOp_sign || opcode == AccyOp_floor || opcode == AccyOp_ceil ||
         opcode == AccyOp_round;
}

static AccyFoldResult fold_unary(const AccyFold *fold) {
  AccyOpcode opcode = fold->definition->opcode;
  MlirValue inner = accyFoldGetOperand(fold, 0);
  if (!mlirValueIsAOpResult(inner) || accyOpGetOpcode(mlirOpResultGetOwner(inner)) != opcode)
    return none;
  if (is_involution(opcode))
    return (AccyFoldResult){.value = mlirOperationGetOperand(mlirOpResultGetOwner(inner), 0)};
  return is_idempotent(opcode) ? operand(fold, 0) : none; // an integral value has no ties
}

static AccyFoldResult fold_convert(const AccyFold *fold) {
  return mlirTypeEqual(fold->type, accyFoldGetOperandType(fold, 0)) ? operand(fold, 0) : none;
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

static uint64_t negative_zero(AccyScalarType type) {
  return UINT64_C(1) << (type.width - 1);
}

typedef enum Side { EitherSide, RightSide } Side;

// What an operand of one value does.
typedef struct IdentityRow {
  AccyOpcode opcode;
  uint32_t elements;
  uint64_t (*value)(AccyScalarType type);
  Side side;
  /// Whether the result is that value; else it is the other operand.
  bool absorbs;
} IdentityRow;

static const IdentityRow identities[] = {
    {AccyOp_add, AccyElementFloat, negative_zero, EitherSide, false},
    {AccyOp_add, AccyElementInteger, accyScalarZero, EitherSide, false},
    {AccyOp_sub, AccyElementNumber, accyScalarZero, RightSide, false},
    {AccyOp_mul, AccyElementNumber, accyScalarOne, EitherSide, false},
    {AccyOp_mul, AccyElementInteger, accyScalarZero, EitherSide, true},
    {AccyOp_div, AccyElementNumber, accyScalarOne, RightSide, false},
    {AccyOp_max, AccyElementAny, accyScalarLeast, EitherSide, false},
    {AccyOp_max, AccyElementIntegral, accyScalarGreatest, EitherSide, true},
    {AccyOp_min, AccyElementAny, accyScalarGreatest, EitherSide, false},
    {AccyOp_min, AccyElementIntegral, accyScalarLeast, EitherSide, true},
    {AccyOp_and, AccyElementIntegral, accyScalarOnes, EitherSide, false},
    {AccyOp_and, AccyElementIntegral, accyScalarZero, EitherSide, true},
    {AccyOp_or, AccyElementIntegral, accyScalarZero, EitherSide, false},
    {AccyOp_or, AccyElementIntegral, accyScalarOnes, EitherSide, true},
    {AccyOp_xor, AccyElementIntegral, accyScalarZero, EitherSide, false},
    {AccyOp_shl, AccyElementInteger, accyScalarZero, RightSide, false},
    {AccyOp_shr, AccyElementInteger, accyScalarZero, RightSide, false},
};

// The fold by the constant at `index`.
static AccyFoldResult fold_by_constant(const AccyFold *fold, intptr_t index) {
  AccyElements elements;
  if (!accyFoldReadOperand(fold, index, &elements))
    return none;
  for (size_t i = 0; i < sizeof identities / sizeof identities[0]; ++i) {
    const IdentityRow *row = &identities[i];
    if (row->opcode != fold->definition->opcode || !(row->elements & elements.type.kind) ||
        (row->side == RightSide && index == 0) || !accyElementsAre(&elements, row->value(elements.type)))
      continue;
    return row->absorbs ? operand(fold, index) : operand(fold, 1 - index);
  }
  return none;
}

static AccyFoldResult fold_equal_operands(const AccyFold *fold) {
  bool is_float = operand_scalar(fold, 0).kind == AccyElementFloat;
  switch (fold->definition->opcode) {
  case AccyOp_max:
  case AccyOp_min:
  case AccyOp_and:
  case AccyOp_or:
    return operand(fold, 0);
  case AccyOp_sub:
  case AccyOp_xor:
    return is_float ? none : splat(fold, 0);
  default:
    return none;
  }
}

static AccyFoldResult fold_binary(const AccyFold *fold) {
  AccyFoldResult result = has_equal_operands(fold, 0, 1) ? fold_equal_operands(fold) : none;
  for (intptr_t index = 1; index >= 0 && mlirValueIsNull(result.value) && mlirAttributeIsNull(result.attribute);
       --index)
    result = fold_by_constant(fold, index);
  return result;
}

//===----------------------------------------------------------------------===//
// Compare and select
//===----------------------------------------------------------------------===//

static AccyFoldResult fold_compare(const AccyFold *fold) {
  AccyScalarType type = operand_scalar(fold, 0);
  if (type.kind == AccyElementFloat || !has_equal_operands(fold, 0, 1)) // NaN differs from itself
    return none;
  return splat(fold, accyScalarCompare(accyGetString(fold->op, "direction"), type, 0, 0));
}

static AccyFoldResult fold_select(const AccyFold *fold) {
  AccyElements predicate;
  if (has_equal_operands(fold, 1, 2))
    return operand(fold, 1);
  if (!accyFoldReadOperand(fold, 0, &predicate) || !predicate.isSplat)
    return none;
  return operand(fold, accyElementsGet(&predicate, 0) ? 1 : 2);
}

AccyFoldResult accyFoldIdentity(const AccyFold *fold) {
  switch (fold->definition->opClass) {
  case AccyClassUnary:
    return fold_unary(fold);
  case AccyClassConvert:
    return fold_convert(fold);
  case AccyClassBinary:
    return fold_binary(fold);
  case AccyClassCompare:
    return fold_compare(fold);
  case AccyClassSelect:
    return fold_select(fold);
  default:
    return none;
  }
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See constant_zero.h.

#include "lowering/vulkan_spirv/constant_zero.h"

#include "lowering/insert.h"
#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

// The number that arith.cmpf has for ordered and equal.
enum { OrderedEqual = 1 };

// Whether the value is the constant 0 of that sign.
static bool is_zero(MlirValue value, bool isNegative) {
  if (!accyValueIsResultOf(value, "arith.constant"))
    return false;
  MlirAttribute constant = accyGetAttribute(mlirOpResultGetOwner(value), "value");
  if (!mlirAttributeIsAFloat(constant))
    return false;
  double number = mlirFloatAttrGetValueDouble(constant);
  return number == 0 && (signbit(number) != 0) == isNegative;
}

static MlirValue insert_zero(MlirOperation op, MlirType type, double zero) {
  return accyInsertConstant(op, mlirFloatAttrDoubleGet(mlirOperationGetContext(op), type, zero));
}

static MlirValue insert_negation(MlirOperation op, MlirValue value) {
  return accyInsertConversion(op, "arith.negf", value, mlirValueGetType(value));
}

// The value, and 0 for zeros of both signs.
static MlirValue insert_sum_with_zero(MlirOperation op, MlirValue value) {
  MlirValue zero = insert_zero(op, mlirValueGetType(value), 0.0);
  MlirValue isZero = accyInsertComparison(op, "arith.cmpf", OrderedEqual, value, zero);
  return accyInsertSelect(op, isZero, zero, value);
}

// x + 0, 0 + x, x - -0 and 0 - x. Null for others.
static MlirValue keep_in_sum(MlirOperation op, MlirValue left, MlirValue right) {
  bool isSum = accyOperationIs(op, "arith.addf"), isDifference = accyOperationIs(op, "arith.subf");
  if ((isSum && is_zero(right, false)) || (isDifference && is_zero(right, true)))
    return insert_sum_with_zero(op, left);
  if (isSum && is_zero(left, false))
    return insert_sum_with_zero(op, right);
  if (isDifference && is_zero(left, false))
    return insert_sum_with_zero(op, insert_negation(op, right));
  return (MlirValue){NULL};
}

// x * 0, 0 * x, x / 0 and 0 / x: as -0 and negated. Null for others.
static MlirValue keep_in_product(MlirOperation op, MlirValue left, MlirValue right) {
  bool isRight = is_zero(right, false);
  if ((!accyOperationIs(op, "arith.mulf") && !accyOperationIs(op, "arith.divf")) || (!isRight && !is_zero(left, false)))
    return (MlirValue){NULL};
  MlirValue zero = insert_zero(op, mlirValueGetType(left), -0.0);
  MlirValue operands[] = {isRight ? left : zero, isRight ? zero : right};
  MlirValue result =
      accyInsertBefore(op, &(AccyOpSpec){.name = accyOperationIs(op, "arith.mulf") ? "arith.mulf" : "arith.divf",
                                         .numOperands = 2,
                                         .operands = operands,
                                         .numResults = 1,
                                         .results = (MlirType[]){mlirValueGetType(left)}});
  return insert_negation(op, result);
}

static MlirWalkResult keep(MlirOperation op, void *userData) {
  (void)userData;
  if (mlirOperationGetNumOperands(op) != 2)
    return MlirWalkResultAdvance;
  MlirValue left = mlirOperationGetOperand(op, 0), right = mlirOperationGetOperand(op, 1);
  MlirValue kept = keep_in_sum(op, left, right);
  if (mlirValueIsNull(kept))
    kept = keep_in_product(op, left, right);
  if (mlirValueIsNull(kept))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), kept);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accySpirvKeepConstantZeros(MlirOperation kernel) {
  mlirOperationWalk(kernel, keep, NULL, MlirWalkPostOrder);
}

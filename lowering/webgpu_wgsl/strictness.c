// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeping WGSL's implementations from computing something else than is written; see strictness.h.

#include "lowering/webgpu_wgsl/strictness.h"

#include "support/ir.h"

#include <math.h>

// What an operation is for those who reassociate.
typedef enum Family { NoFamily, Sum, Product } Family;

static Family family_of(MlirOperation op) {
  if (accyOperationIs(op, "arith.addf") || accyOperationIs(op, "arith.subf"))
    return Sum;
  if (accyOperationIs(op, "arith.mulf") || accyOperationIs(op, "arith.divf"))
    return Product;
  return NoFamily;
}

static bool is_product(MlirValue value) {
  return mlirValueIsAOpResult(value) && family_of(mlirOpResultGetOwner(value)) == Product;
}

// Whether the operation adds a product to what a loop carries, or to such a sum: a step of an inner product.
static bool is_accumulation(MlirOperation op) {
  if (!accyOperationIs(op, "arith.addf") || !accyOperationIs(mlirOperationGetParentOperation(op), "scf.for"))
    return false;
  bool isRightProduct = is_product(mlirOperationGetOperand(op, 1));
  if (!isRightProduct && !is_product(mlirOperationGetOperand(op, 0)))
    return false;
  MlirValue sum = mlirOperationGetOperand(op, isRightProduct ? 0 : 1);
  return mlirValueIsABlockArgument(sum) || is_accumulation(mlirOpResultGetOwner(sum));
}

static bool can_merge(MlirOperation op, MlirOperation user) {
  Family family = family_of(op), other = family_of(user);
  if (family == Product && other == Sum)
    return is_product(mlirOperationGetOperand(user, 0)) && is_product(mlirOperationGetOperand(user, 1));
  return family == other && !(is_accumulation(op) && is_accumulation(user));
}

bool accyWgslIsReassociable(MlirOperation op) {
  if (family_of(op) == NoFamily)
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (can_merge(op, mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

bool accyWgslIsHiddenConstant(MlirValue constant, float value) {
  if (!isnormal(value) && !(value == 0 && !signbit(value))) // which literals are not, or may be changed
    return true;
  for (MlirOpOperand use = mlirValueGetFirstUse(constant); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool isDivisor = accyOperationIs(user, "arith.divf") && mlirOpOperandGetOperandNumber(use) == 1;
    if (isDivisor || (value == 0 && family_of(user) != NoFamily))
      return true;
  }
  return false;
}

const char *accyWgslHiddenZero(AccyWgslWriter *writer) {
  writer->usesHiddenZero = true;
  writer->usesPosition[0] = true;
  return "zero";
}

void accyWgslDeclareHiddenZero(const AccyWgslWriter *writer, AccyTextBuffer *text) {
  if (writer->usesHiddenZero)
    accyTextBufferPrint(text, "  let odd = group.x | 1u;\n  let zero = (odd * odd) & 4u;\n");
}

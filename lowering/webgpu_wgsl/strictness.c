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

static bool can_merge(Family family, MlirOperation user) {
  Family other = family_of(user);
  if (family == Product && other == Sum)
    return is_product(mlirOperationGetOperand(user, 0)) && is_product(mlirOperationGetOperand(user, 1));
  return family == other;
}

bool accyWgslIsReassociable(MlirOperation op) {
  Family family = family_of(op);
  if (family == NoFamily)
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (can_merge(family, mlirOpOperandGetOwner(use)))
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

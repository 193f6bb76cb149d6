// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the folds share: an operation with those of its operands that are constants.

#ifndef ACCY_DIALECTS_ACCY_FOLD_H
#define ACCY_DIALECTS_ACCY_FOLD_H

#include "dialects/accy/elements.h"

typedef struct AccyFold {
  MlirOperation op;
  const AccyOpDefinition *definition;
  intptr_t numOperands;
  /// One an operand, null where it is not constant.
  MlirAttribute const *constants;
  /// The result's type.
  MlirType type;
} AccyFold;

/// The operand, its type, and its elements if it is a constant that can be read.
MlirValue accyFoldGetOperand(const AccyFold *fold, intptr_t index);
MlirType accyFoldGetOperandType(const AccyFold *fold, intptr_t index);
bool accyFoldReadOperand(const AccyFold *fold, intptr_t index, AccyElements *out);

/// The attribute as a list of integers.
AccyIntegers accyFoldGetIntegers(const AccyFold *fold, const char *name);

// Each returns a null value and attribute when nothing folds.

/// fold_identity.c: elementwise operations that hand one operand on, or whose answer one operand settles.
AccyFoldResult accyFoldIdentity(const AccyFold *fold);
/// fold_elementwise.c: elementwise operations on constants.
AccyFoldResult accyFoldElementwise(const AccyFold *fold);
/// fold_shape.c: shape operations that move nothing.
AccyFoldResult accyFoldShapeIdentity(const AccyFold *fold);
/// fold_shape.c: shape operations on constants.
AccyFoldResult accyFoldShape(const AccyFold *fold);

#endif // ACCY_DIALECTS_ACCY_FOLD_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds of the accy dialect: identities first, which need no new constant, then operations on constants.

#include "dialects/accy/fold.h"

#include "dialects/accy/hooks.h"
#include "support/ir.h"

MlirValue accyFoldGetOperand(const AccyFold *fold, intptr_t index) {
  return mlirOperationGetOperand(fold->op, index);
}

MlirType accyFoldGetOperandType(const AccyFold *fold, intptr_t index) {
  return mlirValueGetType(accyFoldGetOperand(fold, index));
}

bool accyFoldReadOperand(const AccyFold *fold, intptr_t index, AccyElements *out) {
  return accyElementsRead(fold->constants[index], accyFoldGetOperandType(fold, index), out);
}

AccyIntegers accyFoldGetIntegers(const AccyFold *fold, const char *name) {
  AccyIntegers integers = {.count = accyGetI64ArraySize(fold->op, name)};
  for (intptr_t i = 0; i < integers.count && i < ACCY_MAX_RANK; ++i)
    integers.values[i] = accyGetI64ArrayElement(fold->op, name, i);
  return integers;
}

static bool is_none(const AccyFoldResult *result) {
  return mlirValueIsNull(result->value) && mlirAttributeIsNull(result->attribute);
}

typedef AccyFoldResult (*Folder)(const AccyFold *fold);

// By class, in this order; null ends the list.
static const Folder elementwise[] = {accyFoldIdentity, accyFoldElementwise, NULL};
static const Folder shape[] = {accyFoldShapeIdentity, accyFoldShape, NULL};
static const Folder reduction[] = {accyFoldShapeIdentity, NULL};

static const Folder *const folders[] = {
    [AccyClassUnary] = elementwise,   [AccyClassConvert] = elementwise, [AccyClassBinary] = elementwise,
    [AccyClassCompare] = elementwise, [AccyClassSelect] = elementwise,  [AccyClassClamp] = elementwise,
    [AccyClassBroadcast] = shape,     [AccyClassReshape] = shape,       [AccyClassTranspose] = shape,
    [AccyClassSlice] = shape,         [AccyClassPad] = shape,           [AccyClassConcatenate] = shape,
    [AccyClassReverse] = shape,       [AccyClassReduce] = reduction,    [AccyClassReturn] = NULL,
};

// A pass may fold an operation that it has not verified.
static bool types_are_supported(const AccyFold *fold) {
  if (!accyTypeIsSupported(fold->type))
    return false;
  for (intptr_t i = 0; i < fold->numOperands; ++i)
    if (!accyTypeIsSupported(accyFoldGetOperandType(fold, i)))
      return false;
  return true;
}

MlirLogicalResult accyOpFold(MlirOperation op, MlirAttribute const *constants, AccyFoldResult *results,
                             const void *definition) {
  const AccyOpDefinition *row = definition;
  const Folder *folder = folders[row->opClass];
  if (!folder)
    return mlirLogicalResultFailure();
  AccyFold fold = {op, row, mlirOperationGetNumOperands(op), constants,
                   mlirValueGetType(mlirOperationGetResult(op, 0))};
  if (!types_are_supported(&fold))
    return mlirLogicalResultFailure();
  for (; *folder; ++folder) {
    results[0] = (*folder)(&fold);
    if (!is_none(&results[0]))
      return mlirLogicalResultSuccess();
  }
  return mlirLogicalResultFailure();
}

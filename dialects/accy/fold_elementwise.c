// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations on constants.

#include "dialects/accy/fold.h"
#include "support/ir.h"

enum { most_operands = 3 };

typedef struct Operands {
  AccyElements elements[most_operands];
  uint64_t bits[most_operands]; // of the elements at one index
} Operands;

static bool compute_clamp(AccyScalarType type, const uint64_t *bits, uint64_t *out) {
  uint64_t raised;
  return accyScalarBinary(AccyOp_max, type, bits[0], bits[1], &raised) &&
         accyScalarBinary(AccyOp_min, type, raised, bits[2], out);
}

// One element of the result; false when it is not computed at compile time.
static bool compute(const AccyFold *fold, const Operands *operands, uint64_t *out) {
  const uint64_t *bits = operands->bits;
  AccyScalarType type = operands->elements[0].type;
  switch (fold->definition->opClass) {
  case AccyClassUnary:
    return accyScalarUnary(fold->definition->opcode, accyTextEquals(accyGetString(fold->op, "ties"), "even"), type,
                           bits[0], out);
  case AccyClassConvert:
    *out = accyScalarConvert(type, accyScalarTypeGet(mlirShapedTypeGetElementType(fold->type)), bits[0]);
    return true;
  case AccyClassBinary:
    return accyScalarBinary(fold->definition->opcode, type, bits[0], bits[1], out);
  case AccyClassCompare:
    *out = accyScalarCompare(accyGetString(fold->op, "direction"), type, bits[0], bits[1]);
    return true;
  case AccyClassSelect:
    *out = bits[0] ? bits[1] : bits[2];
    return true;
  case AccyClassClamp:
    return compute_clamp(type, bits, out);
  default:
    return false;
  }
}

static bool compute_at(const AccyFold *fold, Operands *operands, int64_t index, uint64_t *out) {
  for (intptr_t i = 0; i < fold->numOperands; ++i)
    operands->bits[i] = accyElementsGet(&operands->elements[i], index);
  return compute(fold, operands, out);
}

AccyFoldResult accyFoldElementwise(const AccyFold *fold) {
  static const AccyFoldResult none;
  Operands operands;
  bool all_splats = true;
  if (fold->numOperands > most_operands)
    return none;
  for (intptr_t i = 0; i < fold->numOperands; ++i) {
    if (!accyFoldReadOperand(fold, i, &operands.elements[i]))
      return none;
    all_splats &= operands.elements[i].isSplat;
  }
  uint64_t bits[ACCY_MAX_FOLDED_ELEMENTS];
  AccyShape shape = accyShapeGet(fold->type);
  int64_t count = all_splats ? 1 : accyShapeGetNumElements(&shape);
  if (count > ACCY_MAX_FOLDED_ELEMENTS)
    return none;
  for (int64_t i = 0; i < count; ++i)
    if (!compute_at(fold, &operands, i, &bits[i]))
      return none;
  return (AccyFoldResult){.attribute = all_splats ? accyElementsMakeSplat(fold->type, bits[0])
                                                  : accyElementsMake(fold->type, bits)};
}

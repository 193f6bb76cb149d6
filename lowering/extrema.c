// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima and minima of floats; see extrema.h.

#include "lowering/extrema.h"

#include "lowering/insert.h"

// arith.cmpf's predicates, as its attribute encodes them.
typedef enum Predicate { PredicateOeq = 1, PredicateOgt = 2, PredicateOlt = 4, PredicateUno = 14 } Predicate;

// An operation: how it orders, how the bits of equal operands (the same but for zeros' signs) join to the extreme
// one's, and whether NaN wins.
typedef struct ExtremumRow {
  const char *name;
  Predicate order;
  const char *joinBits;
  bool propagatesNan;
} ExtremumRow;

static const ExtremumRow rows[] = {
    {"arith.maximumf", PredicateOgt, "arith.andi", true},
    {"arith.minimumf", PredicateOlt, "arith.ori", true},
    {"arith.maxnumf", PredicateOgt, "arith.andi", false},
    {"arith.minnumf", PredicateOlt, "arith.ori", false},
};

static MlirValue compare(MlirOperation anchor, Predicate predicate, MlirValue left, MlirValue right) {
  return accyInsertComparison(anchor, "arith.cmpf", predicate, left, right);
}

static MlirValue join_bits(MlirOperation anchor, const char *operation, MlirValue left, MlirValue right) {
  MlirType type = mlirValueGetType(left);
  MlirType bits = mlirIntegerTypeGet(mlirOperationGetContext(anchor), mlirFloatTypeGetWidth(type));
  MlirValue leftBits = accyInsertConversion(anchor, "arith.bitcast", left, bits);
  MlirValue rightBits = accyInsertConversion(anchor, "arith.bitcast", right, bits);
  return accyInsertConversion(anchor, "arith.bitcast", accyInsertBinary(anchor, operation, leftBits, rightBits), type);
}

static MlirValue expand(MlirOperation op, const ExtremumRow *row) {
  MlirValue left = mlirOperationGetOperand(op, 0), right = mlirOperationGetOperand(op, 1);
  MlirValue ordered = accyInsertSelect(op, compare(op, row->order, left, right), left, right);
  MlirValue joined = join_bits(op, row->joinBits, left, right);
  MlirValue number = accyInsertSelect(op, compare(op, PredicateOeq, left, right), joined, ordered);
  if (row->propagatesNan)
    return accyInsertSelect(op, compare(op, PredicateUno, left, right), accyInsertBinary(op, "arith.addf", left, right),
                            number);
  MlirValue withoutLeft = accyInsertSelect(op, compare(op, PredicateUno, left, left), right, number);
  return accyInsertSelect(op, compare(op, PredicateUno, right, right), left, withoutLeft);
}

// `userData` is whether those that propagate NaN stay.
static MlirWalkResult replace(MlirOperation op, void *userData) {
  const bool *keepsPropagating = userData;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (!accyOperationIs(op, rows[i].name) || (rows[i].propagatesNan && *keepsPropagating))
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), expand(op, &rows[i]));
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

void accyExpandExtrema(MlirOperation root) {
  bool keepsPropagating = false;
  mlirOperationWalk(root, replace, &keepsPropagating, MlirWalkPostOrder);
}

void accyExpandNumberExtrema(MlirOperation root) {
  bool keepsPropagating = true;
  mlirOperationWalk(root, replace, &keepsPropagating, MlirWalkPostOrder);
}

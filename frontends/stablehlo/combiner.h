// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a reduction combines its elements by: the operation that is its body, and its start value.

#ifndef ACCY_FRONTENDS_STABLEHLO_COMBINER_H
#define ACCY_FRONTENDS_STABLEHLO_COMBINER_H

#include "dialects/accy/ops.h"

typedef struct AccyStablehloCombiner {
  /// The kind of accy.reduce, and the accy operation that combines two elements.
  const char *kind;
  AccyOpcode opcode;
  /// The start value, a scalar, and whether combining it with an element gives the element.
  MlirValue start;
  bool startsFromIdentity;
} AccyStablehloCombiner;

/// Reads what an operation of one operand, one start value, one result and a body combines by. Reports an error at the
/// operation when the body is not one supported operation on elements of the operand's type.
MlirLogicalResult accyStablehloReadCombiner(MlirOperation op, AccyStablehloCombiner *outCombiner);

/// Whether the value is the constant scalar that reductions of that kind of accy.reduce, of elements that are numbers,
/// do not feel as a start value.
bool accyStablehloIsIdentity(MlirValue value, const char *kind);

/// Combines two values of one type, before the operation.
MlirValue accyStablehloCombine(MlirOperation before, const AccyStablehloCombiner *combiner, MlirValue left,
                               MlirValue right);

/// Combines the start value with each element, where that changes it.
MlirValue accyStablehloCombineWithStart(MlirOperation before, const AccyStablehloCombiner *combiner, MlirValue value);

#endif // ACCY_FRONTENDS_STABLEHLO_COMBINER_H

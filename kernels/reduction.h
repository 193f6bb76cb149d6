// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduce taken apart, for those who fold its elements in an order of their own.

#ifndef ACCY_KERNELS_REDUCTION_H
#define ACCY_KERNELS_REDUCTION_H

#include "kernels/element.h"

/// A reduce: what combines two values, and what is folded.
typedef struct AccyReduction {
  MlirOperation op;
  const struct AccyReductionOperator *operator;
  /// The element type of the operand, and the one that values are kept in while they are folded.
  MlirType element, accumulator;
  /// The folded dimensions' extents, in the operand's order; they live as long as the elements' indexing.
  intptr_t rank;
  const int64_t *extents;
} AccyReduction;

/// Whether the reduce folds the operand's dimension.
bool accyReduceFoldsDimension(MlirOperation reduce, intptr_t dimension);

/// Reads the reduce. False after an error at it when there is no code for its kind on its elements.
bool accyReductionRead(AccyElements *elements, MlirOperation op, AccyReduction *outReduction);

/// The operator's neutral value.
MlirValue accyReductionBuildIdentity(AccyKernelBuilder *builder, const AccyReduction *reduction);

/// Two values in one; null after an error.
MlirValue accyReductionCombine(AccyScalarBuilder *builder, const AccyReduction *reduction, MlirValue left,
                               MlirValue right);

/// `carried` combined with the element of the operand for `result`, a position in the result's shape, and `folded`, one
/// in the shape of the folded extents. On failure as accyElementAt.
MlirValue accyReductionFold(AccyElements *elements, const AccyReduction *reduction, const AccyPosition *result,
                            const AccyPosition *folded, MlirValue carried);

/// A folded value as an element of the result.
MlirValue accyReductionFinish(AccyScalarBuilder *builder, const AccyReduction *reduction, MlirValue value);

#endif // ACCY_KERNELS_REDUCTION_H

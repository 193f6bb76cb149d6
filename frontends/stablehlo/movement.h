// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building accy operations that move elements. Each is built before the operation `before`; one that would leave its
// operand as it is is not built, and the operand returned.

#ifndef ACCY_FRONTENDS_STABLEHLO_MOVEMENT_H
#define ACCY_FRONTENDS_STABLEHLO_MOVEMENT_H

#include "mlir-c/IR.h"

/// The extent of a tensor's dimension.
int64_t accyStablehloExtent(MlirValue tensor, intptr_t dim);

/// `count` elements of one dimension, from `start` on, `stride` apart; all of them lie inside. All of the others.
MlirValue accyStablehloSliceDimension(MlirOperation before, MlirValue tensor, intptr_t dim, int64_t start,
                                      int64_t count, int64_t stride);

/// Result dimension i is dimension permutation[i].
MlirValue accyStablehloTranspose(MlirOperation before, MlirValue tensor, const int64_t *permutation);

/// The same elements in another shape of as many.
MlirValue accyStablehloReshape(MlirOperation before, MlirValue tensor, intptr_t rank, const int64_t *shape);

/// The tensors, which differ in no other extent, one after the other along a dimension.
MlirValue accyStablehloConcatenate(MlirOperation before, intptr_t count, const MlirValue *tensors, intptr_t dim);

#endif // ACCY_FRONTENDS_STABLEHLO_MOVEMENT_H

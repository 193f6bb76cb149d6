// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds: loops that reduce and dot_general are made of.

#ifndef ACCY_KERNELS_ELEMENT_FOLD_H
#define ACCY_KERNELS_ELEMENT_FOLD_H

#include "kernels/element_internal.h"

typedef struct AccyFold AccyFold;

/// One fold under construction: a loop for each group of folded dimensions, which carries the value of each result.
struct AccyFold {
  AccyElements *elements;
  MlirOperation op;
  /// Where the results are, all in one scope.
  intptr_t numResults;
  const AccyPosition *const *results;
  /// The folded dimensions' extents, and the groups of them that are one loop; indices are set as loops are entered.
  intptr_t rank;
  int64_t *extents;
  intptr_t numLoops;
  AccyPositionGroup *loops;
  /// How many turns of the innermost loop are one step of it.
  int64_t unrolled;
  /// Combines the value so far of a result with the element at `folded`.
  MlirValue (*step)(AccyFold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried);
  /// What `step` needs beside.
  const void *userData;
};

/// Begins a fold of `rank` dimensions, which accyFoldAddDimension adds in order. Released by accyFoldFree.
AccyFold accyFoldCreate(AccyElements *elements, MlirOperation op, intptr_t numResults,
                        const AccyPosition *const *results, intptr_t rank);

void accyFoldFree(AccyFold *fold);

/// Adds dimension `dimension` of the extent: to the loop before it if it joins, else to a new one.
void accyFoldAddDimension(AccyFold *fold, intptr_t dimension, int64_t extent, bool joins);

/// Builds the loops. The values start as the identity, and stay so when there is nothing to fold.
void accyFoldBuild(AccyFold *fold, MlirValue identity, MlirValue *outValues);

#endif // ACCY_KERNELS_ELEMENT_FOLD_H

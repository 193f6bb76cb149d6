// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds: loops over what is folded, from the identity of the operator; see element_fold.h. Dimensions that are
// neighbours wherever they are read are one loop. Without an element to fold there is no loop.

#include "kernels/element_fold.h"

#include <stdlib.h>

AccyFold accyFoldCreate(AccyElements *elements, MlirOperation op, intptr_t numResults,
                        const AccyPosition *const *results, intptr_t rank) {
  AccyFold fold = {.elements = elements, .op = op, .numResults = numResults, .results = results, .rank = rank};
  fold.extents = accyAllocate((size_t)(rank + 1) * sizeof *fold.extents);
  fold.loops = accyAllocate((size_t)(rank + 1) * sizeof *fold.loops);
  return fold;
}

void accyFoldFree(AccyFold *fold) {
  free(fold->extents);
  free(fold->loops);
}

void accyFoldAddDimension(AccyFold *fold, intptr_t dimension, int64_t extent, bool joins) {
  fold->extents[dimension] = extent;
  if (dimension == 0 || !joins)
    fold->loops[fold->numLoops++].begin = dimension;
  fold->loops[fold->numLoops - 1].end = dimension + 1;
}

static void build_loops(AccyFold *fold, intptr_t level, MlirValue *values);

static void build_loop(AccyFold *fold, intptr_t level, int64_t extent, MlirValue *values) {
  AccyIndexing *indexing = &fold->elements->indexing;
  AccyScalarBuilder builder = accyElementsGetBuilder(fold->elements, fold->op);
  MlirType types[ACCY_MOST_CARRIED];
  MlirValue next[ACCY_MOST_CARRIED];
  for (intptr_t i = 0; i < fold->numResults; ++i)
    types[i] = mlirValueGetType(values[i]);
  AccyLoop loop = accyBeginLoop(&builder.kernel, fold->numResults, types);
  for (intptr_t i = 0; i < fold->numResults; ++i)
    next[i] = accyLoopGetCarried(&loop, i);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, loop.body, false);
  fold->loops[level].index = loop.counter;
  build_loops(fold, level + 1, next);
  indexing->scope = outer;
  accyEndLoop(&builder.kernel, &loop, extent, fold->numResults, values, next, values);
}

// Replaces the values so far by those after the loops from `level` on.
static void build_loops(AccyFold *fold, intptr_t level, MlirValue *values) {
  AccyIndexing *indexing = &fold->elements->indexing;
  if (level == fold->numLoops) {
    const AccyPosition *folded =
        accyPositionCreate(indexing, fold->results[0], fold->rank, fold->extents, fold->numLoops, fold->loops);
    for (intptr_t i = 0; i < fold->numResults; ++i)
      values[i] = fold->step(fold, fold->results[i], folded, values[i]);
    return;
  }
  int64_t extent = accyExtentProduct(fold->extents, fold->loops[level].begin, fold->loops[level].end);
  if (extent != 1) {
    build_loop(fold, level, extent, values);
    return;
  }
  fold->loops[level].index = accyBuildIndex(&indexing->builder, 0);
  build_loops(fold, level + 1, values);
}

void accyFoldBuild(AccyFold *fold, MlirValue identity, MlirValue *outValues) {
  for (intptr_t i = 0; i < fold->numResults; ++i)
    outValues[i] = identity;
  if (accyExtentProduct(fold->extents, 0, fold->rank) > 0)
    build_loops(fold, 0, outValues);
}

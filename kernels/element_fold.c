// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds: loops over what is folded, from the identity of the operator; see element_fold.h. Dimensions that are
// neighbours wherever they are read are one loop. Without an element to fold there is no loop.

#include "kernels/element_fold.h"

#include <stdlib.h>

// The most that an innermost loop is unrolled to keep to the steps that a thread may take.
enum { MostUnrolled = 64 };

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

// Folds what is at `index` of the loop.
static void build_turn(AccyFold *fold, intptr_t level, MlirValue index, MlirValue *values) {
  fold->loops[level].index = index;
  build_loops(fold, level + 1, values);
}

static void build_loop(AccyFold *fold, intptr_t level, int64_t extent, MlirValue *values) {
  int64_t turns = level + 1 == fold->numLoops ? fold->unrolled : 1, steps = extent / turns;
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
  MlirValue first = accyIndexMultiply(indexing, loop.counter, turns);
  for (int64_t turn = 0; turn < turns; ++turn)
    build_turn(fold, level, accyIndexAddConstant(indexing, first, turn), next);
  indexing->scope = outer;
  accyEndLoop(&builder.kernel, &loop, steps, fold->numResults, values, next, values);
  for (int64_t turn = steps * turns; turn < extent; ++turn)
    build_turn(fold, level, accyBuildIndex(&indexing->builder, turn), values);
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
  if (extent == 1)
    build_turn(fold, level, accyBuildIndex(&indexing->builder, 0), values);
  else
    build_loop(fold, level, extent, values);
}

// The steps of the loops from `level` on. To leave a loop takes one, too.
static int64_t count_steps(const AccyFold *fold, intptr_t level, int64_t unrolled) {
  if (level == fold->numLoops)
    return 0;
  int64_t extent = accyExtentProduct(fold->extents, fold->loops[level].begin, fold->loops[level].end), steps;
  if (level + 1 == fold->numLoops)
    extent /= unrolled;
  int64_t inner = count_steps(fold, level + 1, unrolled);
  return __builtin_mul_overflow(extent, inner + 1, &steps) || steps == INT64_MAX ? INT64_MAX - 1 : steps + 1;
}

// The least unrolling that keeps to the limit, if any up to the most does.
static int64_t choose_unrolled(const AccyFold *fold, int64_t most) {
  if (most == 0 || fold->numLoops == 0)
    return 1;
  for (int64_t unrolled = 1; unrolled <= MostUnrolled; ++unrolled)
    if (count_steps(fold, 0, unrolled) <= most)
      return unrolled;
  return 1;
}

void accyFoldBuild(AccyFold *fold, MlirValue identity, MlirValue *outValues) {
  for (intptr_t i = 0; i < fold->numResults; ++i)
    outValues[i] = identity;
  fold->unrolled = choose_unrolled(fold, fold->elements->indexing.builder.mostLoopSteps);
  if (accyExtentProduct(fold->extents, 0, fold->rank) > 0)
    build_loops(fold, 0, outValues);
}

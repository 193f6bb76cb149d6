// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generic strategy of dot_general kernels: one thread an output element.

#include "kernels/dot_output.h"
#include "kernels/folded_grid.h"
#include "kernels/strategy.h"

static MlirValue is_below(AccyKernelBuilder *builder, MlirValue index, int64_t extent) {
  return accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, index, accyBuildIndex(builder, extent));
}

// Where the product has the thread's element, in an order that is the usual grid's: tiles of threadgroups along
// columns, then along rows, then batches.
static void find_folded(AccyKernelBuilder *builder, const AccyDotOutput *shape, MlirValue outPlace[3]) {
  static const char dimensions[] = {'x', 'y'};
  const int64_t extents[] = {shape->columns, shape->rows};
  MlirValue group = accyBuildGroupNumber(builder), one = accyBuildIndex(builder, 1);
  for (int i = 0; i < 2; ++i) {
    MlirValue threads = accyBuildGpuIndex(builder, "gpu.block_dim", dimensions[i]);
    MlirValue last = accyBuildBinary(builder, "arith.divui", accyBuildIndex(builder, extents[i] - 1), threads);
    MlirValue tiles = accyBuildBinary(builder, "arith.addi", last, one);
    MlirValue tile = accyBuildBinary(builder, "arith.remui", group, tiles);
    MlirValue first = accyBuildBinary(builder, "arith.muli", tile, threads);
    outPlace[i] =
        accyBuildBinary(builder, "arith.addi", first, accyBuildGpuIndex(builder, "gpu.thread_id", dimensions[i]));
    group = accyBuildBinary(builder, "arith.divui", group, tiles);
  }
  outPlace[2] = group;
}

// Threads x, y and z are column, row and batch, unless the target's grid is too small for that.
static void find_place(AccyKernelFunction *function, const AccyKernelWork *work, const AccyDotOutput *shape,
                       MlirValue outPlace[3]) {
  static const char dimensions[] = {'x', 'y', 'z'};
  AccyGeometry geometry;
  if (accyFoldProduct(work->target, work->format, shape, &geometry)) {
    accyKernelFunctionSetGeometry(function, &geometry);
    find_folded(&function->builder, shape, outPlace);
    return;
  }
  for (int i = 0; i < 3; ++i)
    outPlace[i] = accyBuildGlobalId(&function->builder, dimensions[i]);
}

static bool build_on_grid(AccyKernelFunction *function, const AccyKernelWork *work, MlirOperation dot) {
  AccyKernelBuilder *builder = &function->builder;
  AccyDotOutput shape = accyDotGetOutput(dot);
  MlirValue place[3];
  find_place(function, work, &shape, place);
  MlirValue column = place[0], row = place[1], batch = place[2];
  MlirValue guard = accyBuildBinary(builder, "arith.andi", is_below(builder, column, shape.columns),
                                    is_below(builder, row, shape.rows));
  guard = accyBuildBinary(builder, "arith.andi", guard, is_below(builder, batch, shape.batch));
  if (accyKernelWorkYieldsShapeOf(work, dot)) {
    AccyPositionGroup groups[3];
    intptr_t count = accyDotMakeGroups(&shape, batch, row, column, groups);
    return accyKernelFunctionStoreElement(function, work, guard, count, groups);
  }
  AccyIndexing indexing = {.builder = *builder};
  accyEnterScope(&indexing, builder->block, false);
  MlirValue linear = accyIndexAdd(&indexing, accyIndexMultiply(&indexing, batch, shape.rows), row);
  linear = accyIndexAdd(&indexing, accyIndexMultiply(&indexing, linear, shape.columns), column);
  accyIndexingFree(&indexing);
  return accyKernelFunctionStoreLinear(function, work, guard, linear);
}

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  if (work->elementCount == 0)
    return true;
  if (!work->isHostLoop)
    return build_on_grid(function, work, accyKernelWorkFindDot(work));
  // The planned grid is one work item an output element.
  AccyKernelBuilder *builder = &function->builder;
  MlirValue item = accyBuildGlobalId(builder, 'x');
  return accyKernelFunctionStoreLinear(function, work, is_below(builder, item, work->elementCount), item);
}

const AccyStrategy accyDotGeneralStrategy = {
    .name = "dot_general",
    .kind = "dot_general",
    .summary = "one thread an output element, which sums its products in order",
    .isGeneric = true,
    .fits = accyDotKeepsCount,
    .build = build,
};

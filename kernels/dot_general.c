// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generic strategy of dot_general kernels: one thread an output element.

#include "kernels/dot_output.h"
#include "kernels/strategy.h"

static MlirValue is_below(AccyKernelBuilder *builder, MlirValue index, int64_t extent) {
  return accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, index, accyBuildIndex(builder, extent));
}

// Threads x, y and z are column, row and batch.
static bool build_on_grid(AccyKernelFunction *function, const AccyKernelWork *work, MlirOperation dot) {
  AccyKernelBuilder *builder = &function->builder;
  AccyDotOutput shape = accyDotGetOutput(dot);
  MlirValue column = accyBuildGlobalId(builder, 'x'), row = accyBuildGlobalId(builder, 'y');
  MlirValue batch = accyBuildGlobalId(builder, 'z');
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

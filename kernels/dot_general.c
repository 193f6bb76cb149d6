// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The generic strategy of dot_general kernels: one thread an output element.

#include "kernels/strategy.h"

#include "support/ir.h"

// The kernel's dot_general; null when it has none.
static MlirOperation find_dot(const AccyKernelWork *work) {
  return accyFindNext(mlirBlockGetFirstOperation(work->body), "accy.dot_general");
}

// batch × rows × columns of the output, and the dimensions where rows and columns begin.
typedef struct OutputShape {
  int64_t batch, rows, columns;
  intptr_t firstRow, firstColumn, rank;
} OutputShape;

static OutputShape get_output_shape(MlirOperation dot) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(dot, 0));
  intptr_t lhsRank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(dot, 0)));
  OutputShape shape = {.batch = 1,
                       .rows = 1,
                       .columns = 1,
                       .firstRow = accyGetI64ArraySize(dot, "lhs_batch"),
                       .firstColumn = lhsRank - accyGetI64ArraySize(dot, "lhs_contract"),
                       .rank = mlirShapedTypeGetRank(type)};
  for (intptr_t i = 0; i < shape.rank; ++i) {
    int64_t *part = i < shape.firstRow ? &shape.batch : i < shape.firstColumn ? &shape.rows : &shape.columns;
    *part *= mlirShapedTypeGetDimSize(type, i);
  }
  return shape;
}

// The launch is planned for the elements of the product; what comes after it must not change their number.
static bool keeps_count(const AccyKernelWork *work) {
  MlirOperation dot = find_dot(work);
  if (mlirOperationIsNull(dot))
    return false;
  OutputShape shape = get_output_shape(dot);
  return shape.batch * shape.rows * shape.columns == work->elementCount;
}

static bool has_shape_of(MlirValue value, MlirOperation dot) {
  MlirType a = mlirValueGetType(value), b = mlirValueGetType(mlirOperationGetResult(dot, 0));
  if (mlirShapedTypeGetRank(a) != mlirShapedTypeGetRank(b))
    return false;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(a); i < rank; ++i)
    if (mlirShapedTypeGetDimSize(a, i) != mlirShapedTypeGetDimSize(b, i))
      return false;
  return true;
}

static MlirValue is_below(AccyKernelBuilder *builder, MlirValue index, int64_t extent) {
  return accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, index, accyBuildIndex(builder, extent));
}

// Threads x, y and z are column, row and batch.
static bool build_on_grid(AccyKernelFunction *function, const AccyKernelWork *work, MlirOperation dot) {
  AccyKernelBuilder *builder = &function->builder;
  OutputShape shape = get_output_shape(dot);
  MlirValue column = accyBuildGlobalId(builder, 'x'), row = accyBuildGlobalId(builder, 'y');
  MlirValue batch = accyBuildGlobalId(builder, 'z');
  MlirValue guard = accyBuildBinary(builder, "arith.andi", is_below(builder, column, shape.columns),
                                    is_below(builder, row, shape.rows));
  guard = accyBuildBinary(builder, "arith.andi", guard, is_below(builder, batch, shape.batch));
  const AccyPositionGroup parts[] = {
      {0, shape.firstRow, batch}, {shape.firstRow, shape.firstColumn, row}, {shape.firstColumn, shape.rank, column}};
  if (has_shape_of(work->result, dot)) {
    AccyPositionGroup groups[3];
    intptr_t count = 0;
    for (int i = 0; i < 3; ++i)
      if (parts[i].begin < parts[i].end)
        groups[count++] = parts[i];
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
    return build_on_grid(function, work, find_dot(work));
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
    .fits = keeps_count,
    .build = build,
};

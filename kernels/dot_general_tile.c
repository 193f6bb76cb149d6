// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dot_general strategy for formats whose entry point loops over the grid on one thread: the work item at the corner
// of a tile of the output computes the whole tile in one loop over what is contracted, and the tile's other work items
// do nothing. The columns of a tile are neighbours in memory, so that the loop is vectorised; each sum is still in
// order.

#include "kernels/dot_output.h"
#include "kernels/strategy.h"

enum { TileRows = 4, TileColumns = 16 };

// Where a tile is: its corner, in the output's coordinates.
typedef struct Corner {
  MlirValue batch, row, column;
} Corner;

// What building one kernel needs at hand.
typedef struct TileKernel {
  AccyKernelFunction *function;
  const AccyKernelWork *work;
  MlirOperation dot;
  AccyDotOutput output;
  Corner corner;
  bool failed;
} TileKernel;

static const AccyPosition *position_in_tile(const TileKernel *kernel, AccyElements *elements, int64_t row,
                                            int64_t column) {
  AccyPositionGroup groups[3];
  MlirValue rowIndex = accyIndexAddConstant(&elements->indexing, kernel->corner.row, row);
  MlirValue columnIndex = accyIndexAddConstant(&elements->indexing, kernel->corner.column, column);
  intptr_t count = accyDotMakeGroups(&kernel->output, kernel->corner.batch, rowIndex, columnIndex, groups);
  return accyElementPosition(elements, kernel->work->result, count, groups);
}

static void build_tile(TileKernel *kernel, MlirBlock block, int64_t rows, int64_t columns) {
  AccyKernelBuilder builder = kernel->function->builder;
  builder.block = block;
  AccyElements elements = accyElementsCreate(&builder, kernel->work->library, kernel->function->arguments);
  const AccyPosition *positions[TileRows * TileColumns];
  intptr_t count = 0;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      positions[count++] = position_in_tile(kernel, &elements, row, column);
  accyElementsComputeDot(&elements, kernel->dot, count, positions);
  for (intptr_t i = 0; i < count; ++i)
    accyKernelFunctionStoreAt(kernel->function, kernel->work, &elements, positions[i]);
  kernel->failed = kernel->failed || elements.failed;
  accyElementsDestroy(&elements);
}

// Tiles at the far edge are smaller: chooses by where the corner is.
static void build_columns(TileKernel *kernel, MlirBlock block, int64_t rows) {
  int64_t columns = kernel->output.columns, rest = columns % TileColumns;
  if (rest == 0 || columns < TileColumns) {
    build_tile(kernel, block, rows, rest == 0 ? TileColumns : rest);
    return;
  }
  AccyKernelBuilder builder = kernel->function->builder;
  builder.block = block;
  MlirValue isWhole = accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, kernel->corner.column,
                                               accyBuildIndex(&builder, columns - rest));
  MlirBlock whole = mlirBlockCreate(0, NULL, NULL), partial = mlirBlockCreate(0, NULL, NULL);
  build_tile(kernel, whole, rows, TileColumns);
  build_tile(kernel, partial, rows, rest);
  accyBuildIf(&builder, isWhole, whole, (MlirValue){NULL}, partial, (MlirValue){NULL});
}

static void build_rows(TileKernel *kernel, MlirBlock block) {
  int64_t rows = kernel->output.rows, rest = rows % TileRows;
  if (rest == 0 || rows < TileRows) {
    build_columns(kernel, block, rest == 0 ? TileRows : rest);
    return;
  }
  AccyKernelBuilder builder = kernel->function->builder;
  builder.block = block;
  MlirValue isWhole = accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, kernel->corner.row,
                                               accyBuildIndex(&builder, rows - rest));
  MlirBlock whole = mlirBlockCreate(0, NULL, NULL), partial = mlirBlockCreate(0, NULL, NULL);
  build_columns(kernel, whole, TileRows);
  build_columns(kernel, partial, rest);
  accyBuildIf(&builder, isWhole, whole, (MlirValue){NULL}, partial, (MlirValue){NULL});
}

// Whether the index is a multiple of the tile's extent.
static MlirValue is_corner(AccyIndexing *indexing, MlirValue index, int64_t extent) {
  MlirValue offset = accyIndexRemainder(indexing, index, extent);
  return accyBuildCompareIntegers(&indexing->builder, AccyIntegerEqual, offset, accyBuildIndex(&indexing->builder, 0));
}

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  TileKernel kernel = {.function = function, .work = work, .dot = accyKernelWorkFindDot(work)};
  kernel.output = accyDotGetOutput(kernel.dot);
  AccyKernelBuilder *builder = &function->builder;
  MlirValue item = accyBuildGlobalId(builder, 'x');
  AccyIndexing indexing = {.builder = *builder};
  accyEnterScope(&indexing, builder->block, false);
  MlirValue row = accyIndexDivide(&indexing, item, kernel.output.columns);
  kernel.corner.column = accyIndexRemainder(&indexing, item, kernel.output.columns);
  kernel.corner.row = accyIndexRemainder(&indexing, row, kernel.output.rows);
  kernel.corner.batch = accyIndexDivide(&indexing, row, kernel.output.rows);
  MlirValue guard =
      accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, item, accyBuildIndex(builder, work->elementCount));
  guard = accyBuildBinary(builder, "arith.andi", guard, is_corner(&indexing, kernel.corner.row, TileRows));
  guard = accyBuildBinary(builder, "arith.andi", guard, is_corner(&indexing, kernel.corner.column, TileColumns));
  accyIndexingFree(&indexing);
  MlirBlock tile = mlirBlockCreate(0, NULL, NULL);
  build_rows(&kernel, tile);
  accyBuildIf(builder, guard, tile, (MlirValue){NULL}, (MlirBlock){NULL}, (MlirValue){NULL});
  return !kernel.failed;
}

// Worth it where a tile has several elements.
static bool fits(const AccyKernelWork *work) {
  if (!work->isHostLoop || work->elementCount == 0 || !accyDotKeepsCount(work))
    return false;
  MlirOperation dot = accyKernelWorkFindDot(work);
  AccyDotOutput output = accyDotGetOutput(dot);
  return output.rows * output.columns > 1 && accyKernelWorkYieldsShapeOf(work, dot);
}

static int64_t benefit(const AccyKernelWork *work) {
  (void)work;
  return 1;
}

const AccyStrategy accyDotGeneralTileStrategy = {
    .name = "dot_general_tile",
    .kind = "dot_general",
    .summary = "cpu and wasm: a work item computes a tile of 4 x 16 elements in one loop",
    .fits = fits,
    .benefit = benefit,
    .build = build,
};

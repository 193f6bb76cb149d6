// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general_block: a threadgroup of 16 x 16 threads computes a block of the product, each thread a tile of it in
// registers. Both operands come into threadgroup memory a few steps of the contraction at a time; while the threads
// multiply what is there, they load what comes next. Each sum is in the order of the contraction, as the generic
// strategy's, so that the results are the same bits: what is added beyond the contraction's end, 0 times -0, changes
// none.

#include "kernels/dot_block.h"
#include "kernels/folded_grid.h"
#include "kernels/strategy.h"
#include "kernels/threadgroup_memory.h"
#include "support/ir.h"

// Blocks, the largest first. A thread has 1/16 of the rows and of the columns.
static const AccyDotBlock blocks[] = {{128, 128, 8}, {64, 64, 16}, {64, 64, 8}, {32, 32, 8}};

enum {
  BlockCount = sizeof blocks / sizeof *blocks,
  MostTile = 8,
  /// Rows or columns of a thread that are neighbours, so that they make a vector.
  Neighbours = 4,
  /// Threadgroups that a large device runs at once, at least: with fewer, smaller blocks are better.
  EnoughGroups = 128,
  /// The fewest rows and columns for which blocks are better than one thread an element.
  WorthwhileExtent = 16,
};

//===----------------------------------------------------------------------===//
// Which block
//===----------------------------------------------------------------------===//

static int64_t divide_up(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// Whether the grid of blocks is the target's. What is not is folded, where that is possible.
static bool fits_grid(const AccyKernelWork *work, const AccyDotOutput *output, const AccyDotBlock *block) {
  const uint32_t *most = work->target->threadgroup.max_grid_per_dim;
  return divide_up(output->columns, block->columns) <= most[0] && divide_up(output->rows, block->rows) <= most[1] &&
         output->batch <= most[2];
}

static bool fold_grid(const AccyKernelWork *work, const AccyDotOutput *output, const AccyDotBlock *block,
                      AccyGeometry *outGeometry) {
  int64_t groups = divide_up(output->columns, block->columns) * divide_up(output->rows, block->rows) * output->batch;
  return accyFoldGrid(work->target, groups, AccyDotThreads, AccyDotThreads, outGeometry);
}

static bool fits_target(const AccyKernelWork *work, const AccyDotOutput *output, const AccyDotBlock *block,
                        int64_t bytes) {
  const AccyTargetThreadgroup *limits = &work->target->threadgroup;
  AccyGeometry geometry;
  bytes *= accyDotPartCount(block, block->rows) + accyDotPartCount(block, block->columns);
  return bytes <= work->target->memory.shared_bytes_per_threadgroup && limits->max_threads >= AccyDotAllThreads &&
         limits->max_threads_per_dim[0] >= AccyDotThreads && limits->max_threads_per_dim[1] >= AccyDotThreads &&
         (fits_grid(work, output, block) || fold_grid(work, output, block, &geometry));
}

// Plans count the bytes of what a block reads of its operands in 32 bits.
static bool fits_plan(MlirOperation dot, const AccyDotBlock *block, int64_t contracted) {
  unsigned bits = accyScalarTypeWidth(mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetOperand(dot, 0))));
  return (block->rows + block->columns) * contracted * divide_up(bits, 8) <= UINT32_MAX;
}

// The largest block of which there are enough, else the smallest; null when none fits.
static const AccyDotBlock *choose_block(const AccyKernelWork *work) {
  if (work->isHostLoop || work->elementCount == 0 || !accyDotKeepsCount(work))
    return NULL;
  MlirOperation dot = accyKernelWorkFindDot(work);
  int64_t contracted = accyKernelWorkYieldsShapeOf(work, dot) ? accyDotPartMake(work, dot, 0, blocks).contracted : 0;
  if (contracted == 0)
    return NULL;
  AccyDotOutput output = accyDotGetOutput(dot);
  int64_t bytes = accyThreadgroupBytes(accyScalarType(accyDotGetAccumulator(dot)));
  const AccyDotBlock *chosen = NULL;
  for (int i = 0; i < BlockCount; ++i) {
    const AccyDotBlock *block = &blocks[i];
    if (!fits_plan(dot, block, contracted) || !fits_target(work, &output, block, bytes))
      continue;
    chosen = block;
    if (divide_up(output.rows, block->rows) * divide_up(output.columns, block->columns) >= EnoughGroups / output.batch)
      break;
  }
  return chosen;
}

static bool fits(const AccyKernelWork *work) {
  return choose_block(work) != NULL;
}

// How often an element of an operand is used once it is in threadgroup memory, where there is enough to compute.
static int64_t benefit(const AccyKernelWork *work) {
  const AccyDotBlock *block = choose_block(work);
  AccyDotOutput output = accyDotGetOutput(accyKernelWorkFindDot(work));
  bool isWorthwhile = output.rows >= WorthwhileExtent && output.columns >= WorthwhileExtent;
  return isWorthwhile ? block->rows : -1;
}

//===----------------------------------------------------------------------===//
// The contraction
//===----------------------------------------------------------------------===//

// What building one kernel needs at hand.
typedef struct BlockKernel {
  AccyKernelFunction *function;
  const AccyKernelWork *work;
  MlirOperation dot;
  AccyDotOutput output;
  AccyDotBlock block;
  AccyDotPart parts[2];
  /// A thread's tile, and the threads' numbers along rows and columns.
  int64_t tile[2];
  MlirValue thread[2];
  MlirValue first[2], batch;
  /// Whether the threadgroup is one of those that compute something; null where all do.
  MlirValue exists;
  MlirType accumulator;
  bool failed;
} BlockKernel;

// The thread's rows (side 0) or columns (side 1) in the block: runs of neighbours, 16 threads apart.
static MlirValue place_in_block(const BlockKernel *kernel, AccyIndexing *indexing, int side, int64_t i) {
  int64_t run = kernel->tile[side] < Neighbours ? kernel->tile[side] : Neighbours;
  MlirValue start = accyIndexMultiply(indexing, kernel->thread[side], run);
  return accyIndexAddConstant(indexing, start, i / run * run * AccyDotThreads + i % run);
}

// Adds the products of one step of the contraction, which is line `depth` of the stage at `offsets`.
static void multiply_line(BlockKernel *kernel, AccyIndexing *indexing, AccyScalarBuilder *builder, int64_t depth,
                          const MlirValue offsets[2], MlirValue *sums) {
  MlirType scalar = accyScalarType(kernel->accumulator);
  MlirValue factors[2][MostTile];
  for (int side = 0; side < 2; ++side)
    for (int64_t i = 0; i < kernel->tile[side]; ++i) {
      MlirValue at = accyIndexAdd(indexing, offsets[side], place_in_block(kernel, indexing, side, i));
      at = accyIndexAddConstant(indexing, at, depth * kernel->parts[side].pitch);
      factors[side][i] = accyThreadgroupLoad(&builder->kernel, scalar, kernel->parts[side].memory, at);
    }
  for (int64_t row = 0; row < kernel->tile[0]; ++row)
    for (int64_t column = 0; column < kernel->tile[1]; ++column) {
      MlirValue *sum = &sums[row * kernel->tile[1] + column];
      MlirValue next = accyBuildScalarMultiplyAdd(builder, kernel->dot, kernel->accumulator, factors[0][row],
                                                  factors[1][column], *sum);
      kernel->failed = kernel->failed || mlirValueIsNull(next);
      *sum = kernel->failed ? *sum : next;
    }
}

// Where the stage of the step begins in the memories.
static void find_stage(const BlockKernel *kernel, AccyIndexing *indexing, MlirValue step, MlirValue outOffsets[2]) {
  MlirValue stage = accyIndexRemainder(indexing, step, AccyDotStages);
  for (int side = 0; side < 2; ++side)
    outOffsets[side] = accyIndexMultiply(indexing, stage, kernel->block.depth * kernel->parts[side].pitch);
}

static void store_parts(const BlockKernel *kernel, AccyIndexing *indexing, AccyKernelBuilder *builder, MlirValue step,
                        MlirValue scalars[2][AccyDotMostLoads]) {
  MlirValue offsets[2];
  find_stage(kernel, indexing, step, offsets);
  for (int side = 0; side < 2; ++side)
    accyDotPartStore(&kernel->parts[side], indexing, builder, offsets[side], scalars[side]);
  accyBuildBarrier(builder);
}

static void load_parts(const BlockKernel *kernel, AccyElements *elements, MlirValue step,
                       MlirValue outScalars[2][AccyDotMostLoads]) {
  for (int side = 0; side < 2; ++side)
    accyDotPartLoad(&kernel->parts[side], elements, kernel->dot, step, outScalars[side]);
}

// One turn: what comes next is loaded first and stored last, into the other stage. After the last one comes itself.
static void build_turn(BlockKernel *kernel, AccyElements *elements, const AccyLoop *loop, int64_t steps,
                       MlirValue *sums) {
  AccyIndexing *indexing = &elements->indexing;
  AccyScalarBuilder builder = {.kernel = indexing->builder, .library = elements->library};
  builder.kernel.block = loop->body;
  MlirValue next = accyIndexAddConstant(indexing, loop->counter, 1);
  MlirValue last = accyBuildIndex(&builder.kernel, steps - 1);
  MlirValue isThere = accyBuildCompareIntegers(&builder.kernel, AccyIntegerUnsignedLess, loop->counter, last);
  MlirValue scalars[2][AccyDotMostLoads], offsets[2];
  load_parts(kernel, elements, accyBuildSelect(&builder.kernel, isThere, next, last), scalars);
  find_stage(kernel, indexing, loop->counter, offsets);
  for (int64_t depth = 0; depth < kernel->block.depth; ++depth)
    multiply_line(kernel, indexing, &builder, depth, offsets, sums);
  store_parts(kernel, indexing, &builder.kernel, next, scalars);
}

// The sums of the thread's tile, row by row.
static void contract(BlockKernel *kernel, AccyElements *elements, MlirValue *outSums) {
  AccyIndexing *indexing = &elements->indexing;
  AccyKernelBuilder *builder = &kernel->function->builder;
  intptr_t count = kernel->tile[0] * kernel->tile[1];
  int64_t steps = divide_up(kernel->parts[0].contracted, kernel->block.depth);
  MlirType scalar = accyScalarType(kernel->accumulator), types[ACCY_MOST_CARRIED];
  MlirValue scalars[2][AccyDotMostLoads], next[ACCY_MOST_CARRIED];
  load_parts(kernel, elements, accyBuildIndex(builder, 0), scalars);
  store_parts(kernel, indexing, builder, accyBuildIndex(builder, 0), scalars);
  for (intptr_t i = 0; i < count; ++i) {
    outSums[i] = accyBuildNumber(builder, scalar, 0);
    types[i] = scalar;
  }
  AccyLoop loop = accyBeginLoop(builder, count, types);
  for (intptr_t i = 0; i < count; ++i)
    next[i] = accyLoopGetCarried(&loop, i);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, loop.body, false);
  build_turn(kernel, elements, &loop, steps, next);
  indexing->scope = outer;
  accyEndLoop(builder, &loop, steps, count, outSums, next, outSums);
}

//===----------------------------------------------------------------------===//
// The product's elements
//===----------------------------------------------------------------------===//

// Stores the elements of one row of the tile from `column` on, where the builder stands.
static void store_run(BlockKernel *kernel, AccyKernelBuilder builder, int64_t row, int64_t column, int64_t count,
                      const MlirValue *sums) {
  AccyElements elements = accyElementsCreate(&builder, kernel->work->library, kernel->function->arguments);
  AccyIndexing *indexing = &elements.indexing;
  AccyScalarBuilder scalar = {.kernel = builder, .library = kernel->work->library};
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(kernel->dot, 0)));
  for (int64_t i = column; i < column + count; ++i) {
    MlirValue rowIndex = accyIndexAdd(indexing, kernel->first[0], place_in_block(kernel, indexing, 0, row));
    MlirValue columnIndex = accyIndexAdd(indexing, kernel->first[1], place_in_block(kernel, indexing, 1, i));
    AccyPositionGroup groups[3];
    intptr_t numGroups = accyDotMakeGroups(&kernel->output, kernel->batch, rowIndex, columnIndex, groups);
    const AccyPosition *position = accyElementPosition(&elements, kernel->work->result, numGroups, groups);
    accyElementsSet(&elements, mlirOperationGetResult(kernel->dot, 0), position,
                    accyBuildScalarConvert(&scalar, kernel->accumulator, element, sums[row * kernel->tile[1] + i]));
    accyKernelFunctionStoreAt(kernel->function, kernel->work, &elements, position);
  }
  kernel->failed = kernel->failed || elements.failed;
  accyElementsDestroy(&elements);
}

// Whether the thread's row or column is one of the product's; null where all are.
static MlirValue is_inside(const BlockKernel *kernel, AccyElements *elements, int side, int64_t i) {
  const AccyDotPart *part = &kernel->parts[side];
  AccyKernelBuilder *builder = &kernel->function->builder;
  if (part->extent % part->blockExtent == 0)
    return (MlirValue){NULL};
  MlirValue index =
      accyIndexAdd(&elements->indexing, part->first, place_in_block(kernel, &elements->indexing, side, i));
  return accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, index, accyBuildIndex(builder, part->extent));
}

static void store_if_inside(BlockKernel *kernel, AccyElements *elements, int64_t row, int64_t column, int64_t count,
                            const MlirValue *sums) {
  AccyKernelBuilder *builder = &kernel->function->builder, inside = *builder;
  MlirValue guard = kernel->exists;
  const int64_t places[] = {row, column};
  for (int side = 0; side < 2; ++side) {
    MlirValue isInside = is_inside(kernel, elements, side, places[side]);
    guard = mlirValueIsNull(isInside) ? guard : accyBuildConjunction(builder, guard, isInside);
  }
  if (mlirValueIsNull(guard)) {
    store_run(kernel, *builder, row, column, count, sums);
    return;
  }
  inside.block = mlirBlockCreate(0, NULL, NULL);
  store_run(kernel, inside, row, column, count, sums);
  MlirValue none = {NULL};
  accyBuildIf(builder, guard, inside.block, none, (MlirBlock){NULL}, none);
}

// Neighbouring columns are all inside or all outside where they divide the product's columns.
static void store_tile(BlockKernel *kernel, AccyElements *elements, const MlirValue *sums) {
  int64_t run = kernel->tile[1] < Neighbours ? kernel->tile[1] : Neighbours;
  run = kernel->output.columns % run == 0 ? run : 1;
  for (int64_t row = 0; row < kernel->tile[0]; ++row)
    for (int64_t column = 0; column < kernel->tile[1]; column += run)
      store_if_inside(kernel, elements, row, column, run, sums);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

// In a folded grid: the threadgroup's block along rows and columns, and its batch. Threadgroups that are too many
// compute in the last batch, as all have to reach the barriers, and store nothing.
static void find_folded_block(BlockKernel *kernel, AccyIndexing *indexing, MlirValue outBlock[2]) {
  AccyKernelBuilder *builder = &kernel->function->builder;
  const AccyDotOutput *output = &kernel->output;
  AccyGeometry geometry;
  (void)fold_grid(kernel->work, output, &kernel->block, &geometry); // choose_block has seen that it can be
  accyKernelFunctionSetGeometry(kernel->function, &geometry);
  int64_t columns = divide_up(output->columns, kernel->block.columns);
  int64_t rows = divide_up(output->rows, kernel->block.rows);
  MlirValue group = accyBuildGroupNumber(builder), line = accyIndexDivide(indexing, group, columns);
  outBlock[1] = accyIndexRemainder(indexing, group, columns);
  outBlock[0] = accyIndexRemainder(indexing, line, rows);
  MlirValue batch = accyIndexDivide(indexing, line, rows);
  kernel->exists =
      accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, batch, accyBuildIndex(builder, output->batch));
  kernel->batch = accyBuildBinary(builder, "arith.minui", batch, accyBuildIndex(builder, output->batch - 1));
}

static void find_place(BlockKernel *kernel, AccyIndexing *indexing) {
  AccyKernelBuilder *builder = &kernel->function->builder;
  const int64_t extents[] = {kernel->block.rows, kernel->block.columns};
  bool isFolded = !fits_grid(kernel->work, &kernel->output, &kernel->block);
  MlirValue blocks[2];
  if (isFolded)
    find_folded_block(kernel, indexing, blocks);
  else
    kernel->batch = accyBuildGpuIndex(builder, "gpu.block_id", 'z');
  for (int side = 0; side < 2; ++side) {
    char dimension = side == 0 ? 'y' : 'x';
    kernel->thread[side] = accyBuildGpuIndex(builder, "gpu.thread_id", dimension);
    MlirValue block = isFolded ? blocks[side] : accyBuildGpuIndex(builder, "gpu.block_id", dimension);
    kernel->first[side] = accyIndexMultiply(indexing, block, extents[side]);
    kernel->tile[side] = extents[side] / AccyDotThreads;
  }
  MlirValue line = accyIndexMultiply(indexing, kernel->thread[0], AccyDotThreads);
  MlirValue thread = accyIndexAdd(indexing, line, kernel->thread[1]);
  MlirType type = accyThreadgroupType(accyScalarType(kernel->accumulator));
  for (int side = 0; side < 2; ++side) {
    AccyDotPart *part = &kernel->parts[side];
    *part = accyDotPartMake(kernel->work, kernel->dot, side, &kernel->block);
    part->memory = accyKernelFunctionAddThreadgroupMemory(kernel->function, type,
                                                          accyDotPartCount(&kernel->block, part->blockExtent));
    part->first = kernel->first[side];
    part->batch = kernel->batch;
    part->thread = thread;
  }
}

// Vectors count on operands, what is as large as the product, and the product itself to begin at their multiples.
static void describe(const BlockKernel *kernel) {
  AccyKernelFunction *function = kernel->function;
  MlirContext context = function->builder.context;
  MlirNamedAttribute entries[] = {
      accyNamed("columns", accyI64Attribute(context, kernel->block.columns)),
      accyNamed("rows", accyI64Attribute(context, kernel->block.rows)),
      accyNamed("threads", accyI64Attribute(context, AccyDotThreads)),
  };
  accySetAttribute(function->op, "choir.dot_general_block", mlirDictionaryAttrGet(context, 3, entries));
  for (intptr_t i = 0; accyKernelWorkHasVectors(kernel->work) && i <= function->numInputs; ++i)
    if (accyShapedTypeElementCount(mlirValueGetType(function->arguments[i])) % Neighbours == 0)
      accyKernelFunctionAlignBuffer(function, i, Neighbours * (int64_t)sizeof(float));
}

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  BlockKernel kernel = {.function = function, .work = work, .dot = accyKernelWorkFindDot(work)};
  kernel.block = *choose_block(work);
  kernel.output = accyDotGetOutput(kernel.dot);
  kernel.accumulator = accyDotGetAccumulator(kernel.dot);
  AccyElements elements = accyElementsCreate(&function->builder, work->library, function->arguments);
  find_place(&kernel, &elements.indexing);
  MlirValue sums[ACCY_MOST_CARRIED];
  contract(&kernel, &elements, sums);
  store_tile(&kernel, &elements, sums);
  describe(&kernel);
  bool succeeded = !kernel.failed && !elements.failed;
  accyElementsDestroy(&elements);
  return succeeded;
}

const AccyStrategy accyDotGeneralBlockStrategy = {
    .name = "dot_general_block",
    .kind = "dot_general",
    .summary = "a threadgroup computes a block of up to 128 x 128 elements from parts of the operands in its memory",
    .fits = fits,
    .benefit = benefit,
    .build = build,
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// row_pipeline and row_pipeline_subgroup: a kernel that folds the rows of its operands one or more times and computes
// with what it has folded. The threads that share a row fold parts of it and join them, each time as in
// reduction_group or reduction_subgroup, and all learn the outcome; then each stores its elements of the result's row.
//
// Elements that a thread computes for one fold it keeps for the next, while they are few: a row of an input is then
// read once. Of longer rows they are computed anew, from inputs that the cache still has.

#include "kernels/reduction_kernel.h"
#include "kernels/strategy.h"
#include "kernels/subgroup.h"
#include "kernels/threadgroup_memory.h"
#include "support/ir.h"

// A kernel under construction.
typedef struct RowPipeline {
  AccyRowStructure structure;
  AccyReductionKernel kernel; // of the fold that is being built; an output is a row
  AccyElements elements;
  AccyReductionJoin join;
  bool joins_for_all; // whether every thread has the joined value, and not the first of a row only
} RowPipeline;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

// The element of a tensor that has one for each row.
static const AccyPosition *position_in_rows(RowPipeline *pipeline, MlirValue value) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(value));
  AccyPositionGroup group = {0, rank, pipeline->kernel.output};
  return accyElementPosition(&pipeline->elements, value, rank ? 1 : 0, &group);
}

// The element of the result that is number `column` of the row.
static const AccyPosition *position_in_columns(RowPipeline *pipeline, MlirValue column) {
  MlirValue value = pipeline->kernel.work->result;
  MlirType type = mlirValueGetType(value);
  intptr_t rank = mlirShapedTypeGetRank(type), first = accyRowStructureFirstColumn(&pipeline->structure, type);
  AccyPositionGroup groups[] = {{0, first, pipeline->kernel.output}, {first, rank, column}};
  if (pipeline->structure.rows > 1)
    return accyElementPosition(&pipeline->elements, value, 2, groups);
  groups[1].begin = 0;
  return accyElementPosition(&pipeline->elements, value, 1, &groups[1]);
}

//===----------------------------------------------------------------------===//
// The thread's part of a row
//===----------------------------------------------------------------------===//

// What is done with one access of the part; `carried` goes from one to the next. `exists` is null where every thread
// has the access, and else whether this one has: if not, `access` is one of the row's all the same.
typedef MlirValue (*VisitAccess)(RowPipeline *pipeline, MlirValue access, MlirValue exists, void *userData,
                                 MlirValue carried);

static MlirValue visit_in_loop(RowPipeline *pipeline, int64_t steps, VisitAccess visit, void *userData,
                               MlirValue carried) {
  AccyIndexing *indexing = &pipeline->elements.indexing;
  AccyKernelBuilder builder = indexing->builder;
  bool carries = !mlirValueIsNull(carried);
  MlirType type = carries ? mlirValueGetType(carried) : (MlirType){NULL};
  AccyLoop loop = accyBeginLoop(&builder, carries, &type);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, loop.body, false);
  MlirValue start = accyIndexMultiply(indexing, loop.counter, pipeline->kernel.sharing.parts);
  MlirValue access = accyIndexAdd(indexing, start, pipeline->kernel.part), none = {NULL};
  MlirValue next = visit(pipeline, access, none, userData, carries ? accyLoopGetCarried(&loop, 0) : none);
  indexing->scope = outer;
  accyEndLoop(&builder, &loop, steps, carries, &carried, &next, &carried);
  return carried;
}

static bool keeps_elements(const AccyReductionSharing *sharing) {
  return sharing->extent / sharing->parts <= ACCY_REDUCTION_KEPT_ELEMENTS;
}

static MlirValue visit_part(RowPipeline *pipeline, VisitAccess visit, void *userData, MlirValue carried) {
  AccyIndexing *indexing = &pipeline->elements.indexing;
  const AccyReductionSharing *sharing = &pipeline->kernel.sharing;
  int64_t accesses = sharing->extent / sharing->width, steps = accesses / sharing->parts;
  MlirValue part = pipeline->kernel.part, none = {NULL};
  if (steps > 1 && !keeps_elements(sharing))
    carried = visit_in_loop(pipeline, steps, visit, userData, carried);
  else
    for (int64_t step = 0; step < steps; ++step)
      carried = visit(pipeline, accyIndexAddConstant(indexing, part, step * sharing->parts), none, userData, carried);
  if (accesses % sharing->parts == 0)
    return carried;
  // No branch: what is computed is kept, too, and threads beyond the row compute its last access once more.
  AccyKernelBuilder *builder = &indexing->builder;
  MlirValue access = accyIndexAddConstant(indexing, part, steps * sharing->parts);
  MlirValue exists =
      accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, access, accyBuildIndex(builder, accesses));
  MlirValue inside = accyBuildBinary(builder, "arith.minui", access, accyBuildIndex(builder, accesses - 1));
  return visit(pipeline, inside, exists, userData, carried);
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

static MlirValue fold_access(RowPipeline *pipeline, MlirValue access, MlirValue exists, void *userData,
                             MlirValue carried) {
  AccyElements *elements = &pipeline->elements;
  MlirValue folded = accyReductionKernelFoldAccess(&pipeline->kernel, elements, userData, access, carried);
  if (mlirValueIsNull(exists))
    return folded;
  return accyBuildSelect(&elements->indexing.builder, exists, folded, carried);
}

// Hands the value that the first thread of each row has to the row's other threads.
static MlirValue share_with_row(const AccyReductionKernel *kernel, MlirValue value) {
  AccyKernelBuilder builder = kernel->function->builder, inside = builder;
  MlirType scalar = mlirValueGetType(value);
  MlirValue none = {NULL}, memory = accyKernelFunctionAddThreadgroupMemory(
                               kernel->function, accyThreadgroupType(scalar), kernel->sharing.outputs);
  MlirValue isFirst = accyBuildCompareIntegers(&builder, AccyIntegerEqual, kernel->part, accyBuildIndex(&builder, 0));
  inside.block = mlirBlockCreate(0, NULL, NULL);
  accyThreadgroupStore(&inside, value, memory, kernel->groupOutput);
  accyBuildIf(&builder, isFirst, inside.block, none, (MlirBlock){NULL}, none);
  accyBuildBarrier(&builder);
  return accyThreadgroupLoad(&builder, scalar, memory, kernel->groupOutput);
}

// Folds the thread's row, so that the elements know the result. False after an error.
static bool build_fold(RowPipeline *pipeline, MlirOperation reduce) {
  AccyReductionKernel *kernel = &pipeline->kernel;
  AccyElements *elements = &pipeline->elements;
  kernel->sharing.reduce = reduce;
  if (!accyReductionRead(elements, reduce, &kernel->reduction))
    return false;
  MlirValue result = mlirOperationGetResult(reduce, 0);
  const AccyPosition *position = position_in_rows(pipeline, result);
  AccyScalarBuilder scalars = {.kernel = elements->indexing.builder, .library = kernel->work->library};
  scalars.kernel.location = mlirOperationGetLocation(reduce);
  MlirValue value = accyReductionBuildIdentity(&scalars.kernel, &kernel->reduction);
  value = visit_part(pipeline, fold_access, (void *)(uintptr_t)position, value);
  if (kernel->sharing.parts > 1) {
    value = pipeline->join(kernel, value);
    value = pipeline->joins_for_all ? value : share_with_row(kernel, value);
  }
  accyElementsSet(elements, result, position, accyReductionFinish(&scalars, &kernel->reduction, value));
  return !elements->failed;
}

static bool build_folds(RowPipeline *pipeline) {
  for (MlirOperation reduce = accyFindNext(mlirBlockGetFirstOperation(pipeline->kernel.work->body), "accy.reduce");
       !mlirOperationIsNull(reduce); reduce = accyFindNext(mlirOperationGetNextInBlock(reduce), "accy.reduce"))
    if (!build_fold(pipeline, reduce))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

enum { MostLanes = 8 };

// All elements are computed before one is stored: the output's buffer may be an input's.
static void store_elements(RowPipeline *pipeline, intptr_t count, const AccyPosition *const *positions,
                           MlirValue guard) {
  AccyElements *elements = &pipeline->elements;
  const AccyKernelFunction *function = pipeline->kernel.function;
  MlirValue result = pipeline->kernel.work->result, scalars[MostLanes], indices[MostLanes], none = {NULL};
  for (intptr_t i = 0; i < count; ++i) {
    scalars[i] = accyElementAt(elements, result, positions[i]);
    indices[i] = accyPositionGetLinear(&elements->indexing, positions[i]);
  }
  AccyKernelBuilder builder = elements->indexing.builder;
  builder.block = elements->indexing.scope->block;
  AccyScalarBuilder inside = {.kernel = builder, .library = elements->library};
  inside.kernel.block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < count; ++i)
    accyBuildScalarStore(&inside, mlirShapedTypeGetElementType(mlirValueGetType(result)), scalars[i],
                         function->arguments[function->numInputs], indices[i]);
  accyBuildIf(&builder, guard, inside.kernel.block, none, (MlirBlock){NULL}, none);
}

static MlirValue store_access(RowPipeline *pipeline, MlirValue access, MlirValue exists, void *userData,
                              MlirValue carried) {
  AccyIndexing *indexing = &pipeline->elements.indexing;
  int64_t width = pipeline->kernel.sharing.width;
  const AccyPosition *positions[MostLanes];
  MlirValue first = accyIndexMultiply(indexing, access, width);
  for (int64_t lane = 0; lane < width; ++lane)
    positions[lane] = position_in_columns(pipeline, accyIndexAddConstant(indexing, first, lane));
  const MlirValue *rowIsAskedFor = userData;
  AccyKernelBuilder builder = indexing->builder;
  store_elements(pipeline, width, positions, accyBuildConjunction(&builder, exists, *rowIsAskedFor));
  return carried;
}

// `row` is the thread's row, which may lie beyond the last; the launch may ask for fewer elements.
static void store_row(RowPipeline *pipeline, MlirValue row, MlirValue count) {
  AccyIndexing *indexing = &pipeline->elements.indexing;
  AccyKernelBuilder *builder = &indexing->builder;
  int64_t elementsOfRow = pipeline->structure.has_row_result ? 1 : pipeline->structure.columns;
  MlirValue first = accyIndexMultiply(indexing, row, elementsOfRow), none = {NULL};
  MlirValue guard = accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, first, count);
  if (!pipeline->structure.has_row_result) {
    (void)visit_part(pipeline, store_access, &guard, none);
    return;
  }
  MlirValue isFirst =
      accyBuildCompareIntegers(builder, AccyIntegerEqual, pipeline->kernel.part, accyBuildIndex(builder, 0));
  const AccyPosition *position = position_in_rows(pipeline, pipeline->kernel.work->result);
  store_elements(pipeline, 1, &position, accyBuildConjunction(builder, guard, isFirst));
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

static void describe(const RowPipeline *pipeline) {
  AccyKernelFunction *function = pipeline->kernel.function;
  const AccyReductionSharing *sharing = &pipeline->kernel.sharing;
  MlirContext context = function->builder.context;
  int64_t groups = (pipeline->structure.rows + sharing->outputs - 1) / sharing->outputs;
  MlirNamedAttribute entries[] = {
      accyNamed("threadgroups", accyI64Attribute(context, groups)),
      accyNamed("threads", accyI64Attribute(context, sharing->parts * sharing->outputs)),
  };
  accySetAttribute(function->op, "choir.row_pipeline", mlirDictionaryAttrGet(context, 2, entries));
  for (intptr_t i = 0; sharing->width > 1 && i < function->numInputs; ++i)
    if (accyReductionReadsInOrder(sharing, mlirBlockGetArgument(pipeline->kernel.work->body, i)))
      accyKernelFunctionAlignBuffer(function, i, ACCY_REDUCTION_VECTOR_BYTES);
  if (sharing->width > 1 && !pipeline->structure.has_row_result)
    accyKernelFunctionAlignBuffer(function, function->numInputs, ACCY_REDUCTION_VECTOR_BYTES);
}

// The row whose elements the thread computes: beyond the last row, the last one once more.
static MlirValue find_row(RowPipeline *pipeline) {
  AccyKernelBuilder *builder = &pipeline->kernel.function->builder;
  int64_t rows = pipeline->structure.rows;
  if (rows == 1)
    return accyBuildIndex(builder, 0);
  if (!pipeline->kernel.isFolded && rows % pipeline->kernel.sharing.outputs == 0)
    return pipeline->kernel.output;
  return accyBuildBinary(builder, "arith.minui", pipeline->kernel.output, accyBuildIndex(builder, rows - 1));
}

static bool build_kernel(RowPipeline *pipeline) {
  AccyReductionKernel *kernel = &pipeline->kernel;
  AccyKernelBuilder *builder = &kernel->function->builder;
  MlirValue count = accyKernelFunctionLoadCount(kernel->function);
  accyReductionKernelFindPlace(kernel, pipeline->structure.rows);
  MlirValue row = kernel->output;
  kernel->output = find_row(pipeline);
  describe(pipeline);
  pipeline->elements = accyElementsCreate(builder, kernel->work->library, kernel->function->arguments);
  bool succeeded = build_folds(pipeline);
  if (succeeded) {
    store_row(pipeline, row, count);
    succeeded = !pipeline->elements.failed;
  }
  accyElementsDestroy(&pipeline->elements);
  return succeeded;
}

static bool report_misfit(const AccyKernelWork *work) {
  accyEmitOpError(work->kernel, "does not fold rows that threads can share [UnsupportedOperation]");
  return false;
}

//===----------------------------------------------------------------------===//
// In threadgroup memory
//===----------------------------------------------------------------------===//

static bool share(const AccyKernelWork *work, RowPipeline *outPipeline) {
  return accyRowStructureRead(work->body, &outPipeline->structure) && work->elementCount > 0 &&
         accyReductionShareRows(work, &outPipeline->structure, 1, &outPipeline->kernel.sharing);
}

static bool fits(const AccyKernelWork *work) {
  RowPipeline pipeline = {0};
  return share(work, &pipeline);
}

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  RowPipeline pipeline = {.kernel = {.function = function, .work = work}, .join = accyReductionJoinInMemory};
  return share(work, &pipeline) ? build_kernel(&pipeline) : report_misfit(work);
}

const AccyStrategy accyRowPipelineStrategy = {
    .name = "row_pipeline",
    .kind = "row_pipeline",
    .summary = "threads of a threadgroup share a row, of which they fold parts and join them in threadgroup memory",
    .updatesInPlace = true,
    .isGeneric = true,
    .fits = fits,
    .build = build,
};

//===----------------------------------------------------------------------===//
// In subgroups
//===----------------------------------------------------------------------===//

static bool can_exchange_all(const AccyKernelWork *work, const AccyReductionSharing *sharing) {
  for (MlirOperation reduce = sharing->reduce; !mlirOperationIsNull(reduce);
       reduce = accyFindNext(mlirOperationGetNextInBlock(reduce), "accy.reduce")) {
    MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(reduce, 0)));
    if (!accyReductionSharesSubgroups(work, sharing, element))
      return false;
  }
  return true;
}

static bool share_in_subgroups(const AccyKernelWork *work, RowPipeline *outPipeline) {
  AccyReductionSharing *sharing = &outPipeline->kernel.sharing;
  bool shares = accyRowStructureRead(work->body, &outPipeline->structure) && work->elementCount > 0 &&
                accyReductionShareRows(work, &outPipeline->structure, accySubgroupGreatestSize(work), sharing) &&
                can_exchange_all(work, sharing);
  // An exchange gives both threads the same: the two parts joined, in whichever order.
  outPipeline->joins_for_all = shares && sharing->parts <= accySubgroupLeastSize(work);
  return shares;
}

static bool fits_subgroups(const AccyKernelWork *work) {
  RowPipeline pipeline = {0};
  return share_in_subgroups(work, &pipeline);
}

static int64_t benefit(const AccyKernelWork *work) {
  (void)work;
  return 1;
}

static bool build_in_subgroups(AccyKernelFunction *function, const AccyKernelWork *work) {
  RowPipeline pipeline = {.kernel = {.function = function, .work = work}, .join = accyReductionJoinInSubgroups};
  return share_in_subgroups(work, &pipeline) ? build_kernel(&pipeline) : report_misfit(work);
}

const AccyStrategy accyRowPipelineSubgroupStrategy = {
    .name = "row_pipeline_subgroup",
    .kind = "row_pipeline",
    .summary = "threads of a threadgroup share a row, of which they fold parts and join them by exchanges within "
               "subgroups",
    .updatesInPlace = true,
    .subgroupOperations = ACCY_BIT(AccySubgroupOperationShuffle),
    .fits = fits_subgroups,
    .benefit = benefit,
    .build = build_in_subgroups,
};

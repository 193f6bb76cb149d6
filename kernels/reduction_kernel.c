// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reduction_kernel.h.

#include "kernels/reduction_kernel.h"

#include "kernels/folded_grid.h"
#include "support/ir.h"

//===----------------------------------------------------------------------===//
// Folding a part
//===----------------------------------------------------------------------===//

static AccyScalarBuilder scalar_builder(const AccyReductionKernel *kernel, AccyKernelBuilder builder) {
  builder.location = mlirOperationGetLocation(kernel->sharing.reduce);
  return (AccyScalarBuilder){.kernel = builder, .library = kernel->work->library};
}

MlirValue accyReductionKernelCombine(const AccyReductionKernel *kernel, AccyKernelBuilder builder, MlirValue left,
                                     MlirValue right) {
  AccyScalarBuilder scalars = scalar_builder(kernel, builder);
  return accyReductionCombine(&scalars, &kernel->reduction, left, right);
}

static const AccyPosition *position_of_output(const AccyReductionKernel *kernel, AccyElements *elements) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(kernel->work->result));
  AccyPositionGroup group = {0, rank, kernel->output};
  return accyElementPosition(elements, kernel->work->result, rank ? 1 : 0, &group);
}

MlirValue accyReductionKernelFoldAccess(const AccyReductionKernel *kernel, AccyElements *elements,
                                        const AccyPosition *result, MlirValue access, MlirValue carried) {
  AccyIndexing *indexing = &elements->indexing;
  const AccyReduction *reduction = &kernel->reduction;
  MlirValue first = accyIndexMultiply(indexing, access, kernel->sharing.width);
  for (int64_t lane = 0; lane < kernel->sharing.width; ++lane) {
    AccyPositionGroup group = {0, reduction->rank, accyIndexAddConstant(indexing, first, lane)};
    const AccyPosition *folded =
        accyPositionCreate(indexing, result, reduction->rank, reduction->extents, reduction->rank ? 1 : 0, &group);
    carried = accyReductionFold(elements, reduction, result, folded, carried);
  }
  return carried;
}

// The accesses that every part has.
static MlirValue fold_steps(const AccyReductionKernel *kernel, AccyElements *elements, const AccyPosition *result,
                            int64_t steps, MlirValue carried) {
  AccyIndexing *indexing = &elements->indexing;
  if (steps == 0)
    return carried;
  if (steps == 1)
    return accyReductionKernelFoldAccess(kernel, elements, result, kernel->part, carried);
  AccyKernelBuilder builder = indexing->builder;
  MlirType type = mlirValueGetType(carried);
  AccyLoop loop = accyBeginLoop(&builder, 1, &type);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, loop.body, false);
  MlirValue start = accyIndexMultiply(indexing, loop.counter, kernel->sharing.parts);
  MlirValue next = accyReductionKernelFoldAccess(kernel, elements, result, accyIndexAdd(indexing, start, kernel->part),
                                                 accyLoopGetCarried(&loop, 0));
  indexing->scope = outer;
  accyEndLoop(&builder, &loop, steps, 1, &carried, &next, &carried);
  return carried;
}

// One access more for the first parts, where the accesses do not come out even.
static MlirValue fold_rest(const AccyReductionKernel *kernel, AccyElements *elements, const AccyPosition *result,
                           int64_t begin, int64_t rest, MlirValue carried) {
  AccyIndexing *indexing = &elements->indexing;
  if (rest == 0)
    return carried;
  AccyKernelBuilder builder = indexing->builder;
  MlirValue isConcerned =
      accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, kernel->part, accyBuildIndex(&builder, rest));
  MlirBlock block = mlirBlockCreate(0, NULL, NULL), none = mlirBlockCreate(0, NULL, NULL);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, block, true);
  // Defined in the branch, so that nothing that is reached by it leaves the branch.
  AccyKernelBuilder inside = builder;
  inside.block = block;
  MlirValue access = accyBuildBinary(&inside, "arith.addi", kernel->part, accyBuildIndex(&inside, begin));
  MlirValue value = accyReductionKernelFoldAccess(kernel, elements, result, access, carried);
  indexing->scope = outer;
  return accyBuildIf(&builder, isConcerned, block, value, none, carried);
}

// The thread's part of its output, where the builder stands; null after an error.
static MlirValue fold_part(AccyReductionKernel *kernel, AccyKernelBuilder builder) {
  AccyElements elements = accyElementsCreate(&builder, kernel->work->library, kernel->function->arguments);
  const AccyReductionSharing *sharing = &kernel->sharing;
  MlirValue value = {NULL};
  if (accyReductionRead(&elements, sharing->reduce, &kernel->reduction)) {
    int64_t accesses = sharing->extent / sharing->width, steps = accesses / sharing->parts;
    const AccyPosition *result = position_of_output(kernel, &elements);
    value = accyReductionBuildIdentity(&builder, &kernel->reduction);
    value = fold_steps(kernel, &elements, result, steps, value);
    value = fold_rest(kernel, &elements, result, steps * sharing->parts, accesses % sharing->parts, value);
    value = elements.failed ? (MlirValue){NULL} : value;
  }
  accyElementsDestroy(&elements);
  return value;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void accyReductionKernelFindPlace(AccyReductionKernel *kernel, int64_t outputs) {
  AccyKernelBuilder *builder = &kernel->function->builder;
  const AccyReductionSharing *sharing = &kernel->sharing;
  AccyIndexing indexing = {.builder = *builder};
  accyEnterScope(&indexing, builder->block, false);
  kernel->thread = accyBuildGpuIndex(builder, "gpu.thread_id", 'x');
  MlirValue quotient = accyBuildIndex(builder, 0), remainder = kernel->thread;
  int64_t divisor = sharing->isAlongRows ? sharing->parts : sharing->outputs;
  if (divisor < sharing->parts * sharing->outputs) {
    quotient = accyIndexDivide(&indexing, kernel->thread, divisor);
    remainder = accyIndexRemainder(&indexing, kernel->thread, divisor);
  }
  kernel->part = sharing->isAlongRows ? remainder : quotient;
  int64_t groups = (outputs + sharing->outputs - 1) / sharing->outputs;
  MlirValue group = accyKernelFunctionFindGroup(kernel->function, kernel->work, groups,
                                                sharing->parts * sharing->outputs, &kernel->isFolded);
  MlirValue first = accyIndexMultiply(&indexing, group, sharing->outputs);
  kernel->groupOutput = sharing->isAlongRows ? quotient : remainder;
  kernel->output = accyIndexAdd(&indexing, first, kernel->groupOutput);
  accyIndexingFree(&indexing);
}

// Stores the output in the thread of its first part.
static bool store(const AccyReductionKernel *kernel, MlirValue guard, MlirValue value) {
  AccyKernelBuilder builder = kernel->function->builder, inside = builder;
  MlirValue isFirst = accyBuildCompareIntegers(&builder, AccyIntegerEqual, kernel->part, accyBuildIndex(&builder, 0));
  guard = accyBuildBinary(&builder, "arith.andi", guard, isFirst);
  inside.block = mlirBlockCreate(0, NULL, NULL);
  AccyElements elements = accyElementsCreate(&inside, kernel->work->library, kernel->function->arguments);
  AccyScalarBuilder scalar = scalar_builder(kernel, inside);
  const AccyPosition *position = position_of_output(kernel, &elements);
  accyElementsSet(&elements, kernel->work->result, position, accyReductionFinish(&scalar, &kernel->reduction, value));
  accyKernelFunctionStoreAt(kernel->function, kernel->work, &elements, position);
  bool succeeded = !elements.failed;
  accyElementsDestroy(&elements);
  MlirValue none = {NULL};
  accyBuildIf(&builder, guard, inside.block, none, (MlirBlock){NULL}, none);
  return succeeded;
}

static void describe(const AccyReductionKernel *kernel) {
  MlirContext context = kernel->function->builder.context;
  const AccyReductionSharing *sharing = &kernel->sharing;
  MlirNamedAttribute entries[] = {
      accyNamed("output_threads", accyI64Attribute(context, sharing->parts)),
      accyNamed("threads", accyI64Attribute(context, sharing->parts * sharing->outputs)),
  };
  accySetAttribute(kernel->function->op, "choir.reduction_group", mlirDictionaryAttrGet(context, 2, entries));
  for (intptr_t i = 0; sharing->width > 1 && i < kernel->function->numInputs; ++i)
    if (accyReductionReadsInOrder(sharing, mlirBlockGetArgument(kernel->work->body, i)))
      accyKernelFunctionAlignBuffer(kernel->function, i, ACCY_REDUCTION_VECTOR_BYTES);
}

// The thread's part; the neutral value where the grid reaches beyond the outputs. Null after an error.
static MlirValue fold_if_needed(AccyReductionKernel *kernel) {
  AccyKernelBuilder *builder = &kernel->function->builder, inside = *builder;
  int64_t count = kernel->work->elementCount;
  if (!kernel->isFolded && count % kernel->sharing.outputs == 0)
    return fold_part(kernel, *builder);
  MlirBlock yes = mlirBlockCreate(0, NULL, NULL);
  inside.block = yes;
  MlirValue part = fold_part(kernel, inside);
  if (mlirValueIsNull(part)) {
    mlirBlockDestroy(yes);
    return part;
  }
  MlirValue exists =
      accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, kernel->output, accyBuildIndex(builder, count));
  MlirValue identity = accyReductionBuildIdentity(builder, &kernel->reduction);
  return accyBuildIf(builder, exists, yes, part, mlirBlockCreate(0, NULL, NULL), identity);
}

// The launch may ask for fewer outputs, which only the store looks at, so that the folds need not wait for the count.
bool accyReductionKernelBuild(AccyKernelFunction *function, const AccyKernelWork *work,
                              const AccyReductionSharing *sharing, AccyReductionJoin join) {
  AccyReductionKernel kernel = {.function = function, .work = work, .sharing = *sharing};
  AccyKernelBuilder *builder = &function->builder;
  MlirValue count = accyKernelFunctionLoadCount(function);
  accyReductionKernelFindPlace(&kernel, work->elementCount);
  MlirValue value = fold_if_needed(&kernel);
  if (mlirValueIsNull(value))
    return false;
  if (sharing->parts > 1)
    value = join(&kernel, value);
  describe(&kernel);
  return store(&kernel, accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, kernel.output, count), value);
}

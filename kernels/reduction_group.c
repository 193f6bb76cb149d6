// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduction_group: several threads of a threadgroup share an output. Each folds a part of what is folded, in order:
// every so many elements, so that neighbours read neighbouring elements. Then a tree in threadgroup memory joins the
// parts: thread i takes the part of thread i + half, for halves down to 1. A threadgroup makes several outputs where
// one has less work than all its threads.
//
// Along rows, where the innermost dimension is folded, neighbours share an output, and read vectors where the target
// has them. Down columns neighbours have neighbouring outputs.

#include "kernels/reduction.h"
#include "kernels/strategy.h"
#include "kernels/threadgroup_memory.h"
#include "support/ir.h"

enum {
  /// The threads of a threadgroup, and the most where few outputs would leave the device idle.
  UsualThreads = 256,
  MostThreads = 1024,
  /// As many threads as the largest devices hold at once: beyond it, more parts an output only cost.
  EnoughThreads = 1 << 18,
  /// The accesses that a part is worth while there are threads enough.
  WorthwhileSteps = 2,
  /// Neighbouring outputs that one access of the memory covers.
  CoalescedColumns = 32,
  VectorBytes = 16,
  MostWidth = 8,
};

// How the work is shared.
typedef struct Sharing {
  MlirOperation reduce;
  bool isAlongRows;
  /// Elements that an output folds, and those of one access.
  int64_t extent, width;
  /// Threads of an output and outputs of a threadgroup: their product is the threadgroup.
  int64_t parts, outputs;
} Sharing;

//===----------------------------------------------------------------------===//
// How the work is shared
//===----------------------------------------------------------------------===//

static int64_t element_bytes(MlirType tensor) {
  MlirType element = mlirShapedTypeGetElementType(tensor);
  unsigned width = mlirTypeIsAInteger(element) ? mlirIntegerTypeGetWidth(element) : mlirFloatTypeGetWidth(element);
  return width < 8 ? 1 : width / 8;
}

// Whether the kernel reads the input as it folds, element after element.
static bool reads_in_order(MlirOperation reduce, MlirValue input) {
  MlirValue folded = mlirOperationGetOperand(reduce, 0);
  return accyShapedTypeElementCount(mlirValueGetType(input)) == accyShapedTypeElementCount(mlirValueGetType(folded));
}

// As many elements as make a vector of the widest input.
static int64_t choose_width(const AccyKernelWork *work, const Sharing *sharing) {
  int64_t bytes = 0;
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(work->body); i < n; ++i) {
    MlirValue input = mlirBlockGetArgument(work->body, i);
    int64_t size = element_bytes(mlirValueGetType(input));
    if (reads_in_order(sharing->reduce, input) && size > bytes)
      bytes = size;
  }
  if (!accyKernelWorkHasVectors(work) || !sharing->isAlongRows || bytes == 0)
    return 1;
  int64_t width = VectorBytes / bytes < MostWidth ? VectorBytes / bytes : MostWidth;
  return sharing->extent % width == 0 ? width : 1;
}

// The reduce whose elements the kernel stores, if it has one only.
static bool read_reduce(const AccyKernelWork *work, Sharing *sharing) {
  sharing->reduce = accyFindNext(mlirBlockGetFirstOperation(work->body), "accy.reduce");
  if (mlirOperationIsNull(sharing->reduce) || !mlirValueIsAOpResult(work->result) ||
      !mlirOperationEqual(mlirOpResultGetOwner(work->result), sharing->reduce) ||
      !mlirOperationIsNull(accyFindNext(mlirOperationGetNextInBlock(sharing->reduce), "accy.reduce")))
    return false;
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(sharing->reduce, 0));
  sharing->extent = 1;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(operand); i < rank; ++i) {
    int64_t extent = mlirShapedTypeGetDimSize(operand, i);
    bool folds = accyReduceFoldsDimension(sharing->reduce, i);
    sharing->extent *= folds ? extent : 1;
    sharing->isAlongRows = extent == 1 ? sharing->isAlongRows : folds;
  }
  return sharing->extent > 0 && work->elementCount > 0;
}

// The most threads of a threadgroup, a power of two: as the device and its memory allow.
static int64_t limit_threads(const AccyKernelWork *work, int64_t bytes, int64_t wanted) {
  const AccyTargetThreadgroup *limits = &work->target->threadgroup;
  while (wanted > 1 && (wanted > limits->max_threads || wanted > limits->max_threads_per_dim[0] ||
                        wanted * bytes > work->target->memory.shared_bytes_per_threadgroup))
    wanted /= 2;
  return wanted;
}

static int64_t choose_parts(const Sharing *sharing, int64_t outputs, int64_t usual, int64_t most) {
  int64_t accesses = (sharing->extent + sharing->width - 1) / sharing->width, parts = 1;
  if (sharing->isAlongRows)
    while (parts < usual && 2 * parts * WorthwhileSteps <= accesses)
      parts *= 2;
  while (parts < most && 2 * parts <= accesses && parts < EnoughThreads / outputs)
    parts *= 2;
  return parts;
}

static bool fits_grid(const AccyKernelWork *work, const Sharing *sharing) {
  return (work->elementCount + sharing->outputs - 1) / sharing->outputs <=
         work->target->threadgroup.max_grid_per_dim[0];
}

// False where threads cannot share an output.
static bool share(const AccyKernelWork *work, Sharing *outSharing) {
  Sharing sharing = {0};
  if (work->isHostLoop || !read_reduce(work, &sharing))
    return false;
  sharing.width = choose_width(work, &sharing);
  // Values are kept in no more than 8 bytes.
  int64_t usual = limit_threads(work, 8, UsualThreads), most = limit_threads(work, 8, MostThreads);
  int64_t columns = sharing.isAlongRows ? 1 : CoalescedColumns;
  while (columns > 1 && columns / 2 >= work->elementCount)
    columns /= 2;
  if (most < 2 * columns)
    return false;
  sharing.parts = choose_parts(&sharing, work->elementCount, usual / columns, most / columns);
  sharing.outputs = sharing.parts * columns < usual ? usual / sharing.parts : columns;
  while (sharing.outputs > columns && sharing.outputs / 2 >= work->elementCount)
    sharing.outputs /= 2;
  while (sharing.parts > 1 && !fits_grid(work, &sharing))
    sharing.parts /= 2, sharing.outputs *= 2;
  *outSharing = sharing;
  return fits_grid(work, &sharing);
}

static bool fits(const AccyKernelWork *work) {
  Sharing sharing;
  return share(work, &sharing);
}

// How many threads work where the generic strategy has one.
static int64_t benefit(const AccyKernelWork *work) {
  Sharing sharing;
  return share(work, &sharing) ? sharing.parts - 1 : 0;
}

//===----------------------------------------------------------------------===//
// Folding a part
//===----------------------------------------------------------------------===//

// What building one kernel needs at hand.
typedef struct GroupKernel {
  AccyKernelFunction *function;
  const AccyKernelWork *work;
  Sharing sharing;
  AccyReduction reduction;
  /// The thread in its threadgroup, which of its output's parts it folds, and the output.
  MlirValue thread, part, output;
} GroupKernel;

static AccyScalarBuilder scalar_builder(const GroupKernel *kernel, AccyKernelBuilder builder) {
  builder.location = mlirOperationGetLocation(kernel->sharing.reduce);
  return (AccyScalarBuilder){.kernel = builder, .library = kernel->work->library};
}

static const AccyPosition *position_of_output(const GroupKernel *kernel, AccyElements *elements) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(kernel->work->result));
  AccyPositionGroup group = {0, rank, kernel->output};
  return accyElementPosition(elements, kernel->work->result, rank ? 1 : 0, &group);
}

// Folds the elements of access `access`, in order.
static MlirValue fold_access(const GroupKernel *kernel, AccyElements *elements, const AccyPosition *result,
                             MlirValue access, MlirValue carried) {
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
static MlirValue fold_steps(const GroupKernel *kernel, AccyElements *elements, const AccyPosition *result,
                            int64_t steps, MlirValue carried) {
  AccyIndexing *indexing = &elements->indexing;
  if (steps == 0)
    return carried;
  if (steps == 1)
    return fold_access(kernel, elements, result, kernel->part, carried);
  AccyKernelBuilder builder = indexing->builder;
  MlirType type = mlirValueGetType(carried);
  AccyLoop loop = accyBeginLoop(&builder, 1, &type);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, loop.body, false);
  MlirValue start = accyIndexMultiply(indexing, loop.counter, kernel->sharing.parts);
  MlirValue next =
      fold_access(kernel, elements, result, accyIndexAdd(indexing, start, kernel->part), accyLoopGetCarried(&loop, 0));
  indexing->scope = outer;
  accyEndLoop(&builder, &loop, steps, 1, &carried, &next, &carried);
  return carried;
}

// One access more for the first parts, where the accesses do not come out even.
static MlirValue fold_rest(const GroupKernel *kernel, AccyElements *elements, const AccyPosition *result, int64_t begin,
                           int64_t rest, MlirValue carried) {
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
  MlirValue value = fold_access(kernel, elements, result, access, carried);
  indexing->scope = outer;
  return accyBuildIf(&builder, isConcerned, block, value, none, carried);
}

// The thread's part of its output, where the builder stands; null after an error.
static MlirValue fold_part(GroupKernel *kernel, AccyKernelBuilder builder) {
  AccyElements elements = accyElementsCreate(&builder, kernel->work->library, kernel->function->arguments);
  const Sharing *sharing = &kernel->sharing;
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
// Joining the parts
//===----------------------------------------------------------------------===//

// The value that the thread has after the parts from `half` on have joined those before.
static MlirValue join_half(const GroupKernel *kernel, MlirValue memory, int64_t half, MlirValue value) {
  AccyKernelBuilder builder = kernel->function->builder;
  MlirType scalar = mlirValueGetType(value);
  int64_t distance = kernel->sharing.isAlongRows ? half : half * kernel->sharing.outputs;
  accyBuildBarrier(&builder);
  MlirValue takes =
      accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, kernel->part, accyBuildIndex(&builder, half));
  MlirBlock yes = mlirBlockCreate(0, NULL, NULL), no = mlirBlockCreate(0, NULL, NULL);
  AccyScalarBuilder inside = scalar_builder(kernel, builder);
  inside.kernel.block = yes;
  MlirValue from = accyBuildBinary(&inside.kernel, "arith.addi", kernel->thread, accyBuildIndex(&builder, distance));
  MlirValue other = accyThreadgroupLoad(&inside.kernel, scalar, memory, from);
  MlirValue joined = accyReductionCombine(&inside, &kernel->reduction, value, other);
  if (half > 1)
    accyThreadgroupStore(&inside.kernel, joined, memory, kernel->thread);
  return accyBuildIf(&builder, takes, yes, joined, no, value);
}

static MlirValue join_parts(const GroupKernel *kernel, MlirValue value) {
  const Sharing *sharing = &kernel->sharing;
  AccyKernelBuilder *builder = &kernel->function->builder;
  if (sharing->parts == 1)
    return value;
  MlirValue memory = accyKernelFunctionAddThreadgroupMemory(
      kernel->function, accyThreadgroupType(mlirValueGetType(value)), sharing->parts * sharing->outputs);
  accyThreadgroupStore(builder, value, memory, kernel->thread);
  for (int64_t half = sharing->parts / 2; half >= 1; half /= 2)
    value = join_half(kernel, memory, half, value);
  return value;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

static void find_place(GroupKernel *kernel) {
  AccyKernelBuilder *builder = &kernel->function->builder;
  const Sharing *sharing = &kernel->sharing;
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
  MlirValue first = accyIndexMultiply(&indexing, accyBuildGpuIndex(builder, "gpu.block_id", 'x'), sharing->outputs);
  kernel->output = accyIndexAdd(&indexing, first, sharing->isAlongRows ? quotient : remainder);
  accyIndexingFree(&indexing);
}

// Stores the output in the thread of its first part.
static bool store(const GroupKernel *kernel, MlirValue guard, MlirValue value) {
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

static void describe(const GroupKernel *kernel) {
  MlirContext context = kernel->function->builder.context;
  const Sharing *sharing = &kernel->sharing;
  MlirNamedAttribute entries[] = {
      accyNamed("output_threads", accyI64Attribute(context, sharing->parts)),
      accyNamed("threads", accyI64Attribute(context, sharing->parts * sharing->outputs)),
  };
  accySetAttribute(kernel->function->op, "choir.reduction_group", mlirDictionaryAttrGet(context, 2, entries));
  for (intptr_t i = 0; sharing->width > 1 && i < kernel->function->numInputs; ++i)
    if (reads_in_order(sharing->reduce, mlirBlockGetArgument(kernel->work->body, i)))
      accyKernelFunctionAlignBuffer(kernel->function, i, VectorBytes);
}

// The thread's part; the neutral value where the grid reaches beyond the outputs. Null after an error.
static MlirValue fold_if_needed(GroupKernel *kernel) {
  AccyKernelBuilder *builder = &kernel->function->builder, inside = *builder;
  int64_t count = kernel->work->elementCount;
  if (count % kernel->sharing.outputs == 0)
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
static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  GroupKernel kernel = {.function = function, .work = work};
  if (!share(work, &kernel.sharing))
    return mlirLogicalResultIsSuccess(
        accyEmitOpError(work->kernel, "has no output that threads can share [UnsupportedOperation]"));
  AccyKernelBuilder *builder = &function->builder;
  MlirValue count = accyKernelFunctionLoadCount(function);
  find_place(&kernel);
  MlirValue value = fold_if_needed(&kernel);
  if (mlirValueIsNull(value))
    return false;
  value = join_parts(&kernel, value);
  describe(&kernel);
  return store(&kernel, accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, kernel.output, count), value);
}

const AccyStrategy accyReductionGroupStrategy = {
    .name = "reduction_group",
    .kind = "reduction",
    .summary = "threads of a threadgroup fold parts of an output and join them in threadgroup memory",
    .fits = fits,
    .benefit = benefit,
    .build = build,
};

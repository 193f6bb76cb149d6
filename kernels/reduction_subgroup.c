// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduction_subgroup: several threads of a threadgroup share an output, as in reduction_group. The parts that one
// subgroup has are joined by a tree of exchanges: thread i takes the part of thread i + half, for halves down to 1.
// What that leaves is handed on through threadgroup memory to the first threads, whose subgroups go on alike, until one
// part is left.
//
// The order depends on the least size that a subgroup may have on the target, and not on the size that it has.

#include "kernels/reduction_kernel.h"
#include "kernels/strategy.h"
#include "kernels/subgroup.h"
#include "kernels/threadgroup_memory.h"
#include "support/ir.h"

//===----------------------------------------------------------------------===//
// Where it fits
//===----------------------------------------------------------------------===//

// How far threads are from each other whose parts are neighbours.
static int64_t get_stride(const AccyReductionSharing *sharing) {
  return sharing->isAlongRows ? 1 : sharing->outputs;
}

// How many of so many neighbouring parts one subgroup has.
static int64_t count_reached(const AccyKernelWork *work, const AccyReductionSharing *sharing, int64_t parts) {
  int64_t most = accySubgroupLeastSize(work) / get_stride(sharing);
  return parts < most ? parts : most;
}

bool accyReductionSharesSubgroups(const AccyKernelWork *work, const AccyReductionSharing *sharing, MlirType scalar) {
  return accySubgroupTakes(work, scalar) && sharing->parts * sharing->outputs % accySubgroupGreatestSize(work) == 0 &&
         count_reached(work, sharing, sharing->parts) > 1;
}

// False where no two parts of an output are in one subgroup.
static bool share(const AccyKernelWork *work, AccyReductionSharing *outSharing) {
  return accyReductionShare(work, accySubgroupGreatestSize(work), outSharing) &&
         accyReductionSharesSubgroups(work, outSharing, mlirShapedTypeGetElementType(mlirValueGetType(work->result)));
}

static bool fits(const AccyKernelWork *work) {
  AccyReductionSharing sharing;
  return share(work, &sharing);
}

// One more than reduction_group.
static int64_t benefit(const AccyKernelWork *work) {
  AccyReductionSharing sharing;
  return share(work, &sharing) ? sharing.parts : 0;
}

//===----------------------------------------------------------------------===//
// Joining the parts
//===----------------------------------------------------------------------===//

// The first of each `reached` neighbouring parts joins them.
static MlirValue join_in_subgroup(const AccyReductionKernel *kernel, int64_t reached, MlirValue value) {
  AccyKernelBuilder builder = kernel->function->builder;
  int64_t size = accySubgroupLeastSize(kernel->work), stride = get_stride(&kernel->sharing);
  for (int64_t half = reached / 2; half >= 1; half /= 2) {
    MlirValue other = accySubgroupExchange(&builder, value, half * stride, size);
    value = accyReductionKernelCombine(kernel, builder, value, other);
  }
  return value;
}

// Whether the thread has one of `parts` parts that are to be handed on, each `reached`-th of those before.
static MlirValue has_part_to_hand_on(const AccyReductionKernel *kernel, AccyIndexing *indexing, int64_t parts,
                                     int64_t reached) {
  AccyKernelBuilder *builder = &indexing->builder;
  MlirValue rest = accyIndexRemainder(indexing, kernel->part, reached);
  MlirValue isFirst = accyBuildCompareIntegers(builder, AccyIntegerEqual, rest, accyBuildIndex(builder, 0));
  if (parts * reached == kernel->sharing.parts)
    return isFirst;
  MlirValue bound = accyBuildIndex(builder, parts * reached);
  return accyBuildBinary(builder, "arith.andi", isFirst,
                         accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, kernel->part, bound));
}

// The place in memory of a part of the thread's output.
static MlirValue get_place(const AccyReductionKernel *kernel, AccyIndexing *indexing, MlirValue part) {
  MlirValue first = accyIndexMultiply(indexing, part, kernel->sharing.outputs);
  return accyIndexAdd(indexing, first, kernel->groupOutput);
}

// Hands `parts` parts on to the first threads of each output, from each `reached`-th of those that had them.
static MlirValue hand_on(const AccyReductionKernel *kernel, int64_t parts, int64_t reached, MlirValue value) {
  AccyKernelBuilder builder = kernel->function->builder, inside = builder;
  MlirType scalar = mlirValueGetType(value);
  MlirValue memory = accyKernelFunctionAddThreadgroupMemory(kernel->function, accyThreadgroupType(scalar),
                                                            parts * kernel->sharing.outputs);
  AccyIndexing indexing = {.builder = builder};
  accyEnterScope(&indexing, builder.block, false);
  MlirValue none = {NULL};
  MlirValue writes = has_part_to_hand_on(kernel, &indexing, parts, reached);
  MlirValue to = get_place(kernel, &indexing, accyIndexDivide(&indexing, kernel->part, reached));
  inside.block = mlirBlockCreate(0, NULL, NULL);
  accyThreadgroupStore(&inside, value, memory, to);
  accyBuildIf(&builder, writes, inside.block, none, (MlirBlock){NULL}, none);
  accyBuildBarrier(&builder);
  MlirValue from = get_place(kernel, &indexing, kernel->part);
  MlirValue reads =
      accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, kernel->part, accyBuildIndex(&builder, parts));
  inside.block = mlirBlockCreate(0, NULL, NULL);
  MlirValue read = accyThreadgroupLoad(&inside, scalar, memory, from);
  value = accyBuildIf(&builder, reads, inside.block, read, mlirBlockCreate(0, NULL, NULL), value);
  accyIndexingFree(&indexing);
  return value;
}

MlirValue accyReductionJoinInSubgroups(const AccyReductionKernel *kernel, MlirValue value) {
  int64_t parts = kernel->sharing.parts, reached = count_reached(kernel->work, &kernel->sharing, parts);
  value = join_in_subgroup(kernel, reached, value);
  for (parts /= reached; parts > 1; parts /= reached) {
    value = hand_on(kernel, parts, reached, value);
    reached = count_reached(kernel->work, &kernel->sharing, parts);
    value = join_in_subgroup(kernel, reached, value);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// The strategy
//===----------------------------------------------------------------------===//

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  AccyReductionSharing sharing;
  if (!share(work, &sharing))
    return mlirLogicalResultIsSuccess(
        accyEmitOpError(work->kernel, "has no output that threads of a subgroup can share [UnsupportedOperation]"));
  return accyReductionKernelBuild(function, work, &sharing, accyReductionJoinInSubgroups);
}

const AccyStrategy accyReductionSubgroupStrategy = {
    .name = "reduction_subgroup",
    .kind = "reduction",
    .summary = "threads of a threadgroup fold parts of an output and join them by exchanges within subgroups",
    .subgroupOperations = ACCY_BIT(AccySubgroupOperationShuffle),
    .fits = fits,
    .benefit = benefit,
    .build = build,
};

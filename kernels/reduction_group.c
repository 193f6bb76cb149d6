// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduction_group: several threads of a threadgroup share an output. A tree in threadgroup memory joins their parts:
// thread i takes the part of thread i + half, for halves down to 1.

#include "kernels/reduction_kernel.h"
#include "kernels/strategy.h"
#include "kernels/threadgroup_memory.h"
#include "support/ir.h"

static bool fits(const AccyKernelWork *work) {
  AccyReductionSharing sharing;
  return accyReductionShare(work, 1, &sharing);
}

// How many threads work where the generic strategy has one.
static int64_t benefit(const AccyKernelWork *work) {
  AccyReductionSharing sharing;
  return accyReductionShare(work, 1, &sharing) ? sharing.parts - 1 : 0;
}

// The value that the thread has after the parts from `half` on have joined those before.
static MlirValue join_half(const AccyReductionKernel *kernel, MlirValue memory, int64_t half, MlirValue value) {
  AccyKernelBuilder builder = kernel->function->builder, inside = builder;
  int64_t distance = kernel->sharing.isAlongRows ? half : half * kernel->sharing.outputs;
  accyBuildBarrier(&builder);
  MlirValue takes =
      accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, kernel->part, accyBuildIndex(&builder, half));
  MlirBlock yes = mlirBlockCreate(0, NULL, NULL), no = mlirBlockCreate(0, NULL, NULL);
  inside.block = yes;
  MlirValue from = accyBuildBinary(&inside, "arith.addi", kernel->thread, accyBuildIndex(&inside, distance));
  MlirValue other = accyThreadgroupLoad(&inside, mlirValueGetType(value), memory, from);
  MlirValue joined = accyReductionKernelCombine(kernel, inside, value, other);
  if (half > 1)
    accyThreadgroupStore(&inside, joined, memory, kernel->thread);
  return accyBuildIf(&builder, takes, yes, joined, no, value);
}

MlirValue accyReductionJoinInMemory(const AccyReductionKernel *kernel, MlirValue part) {
  const AccyReductionSharing *sharing = &kernel->sharing;
  MlirValue memory = accyKernelFunctionAddThreadgroupMemory(
      kernel->function, accyThreadgroupType(mlirValueGetType(part)), sharing->parts * sharing->outputs);
  accyThreadgroupStore(&kernel->function->builder, part, memory, kernel->thread);
  for (int64_t half = sharing->parts / 2; half >= 1; half /= 2)
    part = join_half(kernel, memory, half, part);
  return part;
}

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  AccyReductionSharing sharing;
  if (!accyReductionShare(work, 1, &sharing))
    return mlirLogicalResultIsSuccess(
        accyEmitOpError(work->kernel, "has no output that threads can share [UnsupportedOperation]"));
  return accyReductionKernelBuild(function, work, &sharing, accyReductionJoinInMemory);
}

const AccyStrategy accyReductionGroupStrategy = {
    .name = "reduction_group",
    .kind = "reduction",
    .summary = "threads of a threadgroup fold parts of an output and join them in threadgroup memory",
    .fits = fits,
    .benefit = benefit,
    .build = build,
};

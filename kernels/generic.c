// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generic strategies of elementwise, shape and reduction kernels: one thread an output element.

#include "kernels/strategy.h"

// Thread `i` stores element `i` if the launch asks for that many.
static bool store_for_thread(AccyKernelFunction *function, const AccyKernelWork *work, MlirValue thread) {
  MlirValue count = accyKernelFunctionLoadCount(function);
  MlirValue guard = accyBuildCompareIntegers(&function->builder, AccyIntegerUnsignedLess, thread, count);
  return accyKernelFunctionStoreLinear(function, work, guard, thread);
}

static bool build_elements(AccyKernelFunction *function, const AccyKernelWork *work) {
  return work->elementCount == 0 || store_for_thread(function, work, accyBuildGlobalId(&function->builder, 'x'));
}

// The thread's number in a grid of two dimensions: rows of threads, one after the other.
static MlirValue build_folded_id(AccyKernelBuilder *builder) {
  MlirValue row = accyBuildGpuIndex(builder, "gpu.block_id", 'y');
  MlirValue blocks = accyBuildGpuIndex(builder, "gpu.grid_dim", 'x');
  MlirValue threads = accyBuildGpuIndex(builder, "gpu.block_dim", 'x');
  MlirValue width = accyBuildBinary(builder, "arith.muli", blocks, threads);
  MlirValue before = accyBuildBinary(builder, "arith.muli", row, width);
  return accyBuildBinary(builder, "arith.addi", before, accyBuildGlobalId(builder, 'x'));
}

static int64_t ceil_div(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}

static int64_t smaller(int64_t left, int64_t right) {
  return left < right ? left : right;
}

// The threads that a threadgroup is to have, if there are as many elements.
static int64_t most_threads(const AccyKernelWork *work) {
  const AccyTargetThreadgroup *limits = &work->target->threadgroup;
  return smaller(work->isHostLoop ? 256 : 64, smaller(limits->max_threads, limits->max_threads_per_dim[0]));
}

// With as many threads a threadgroup as there are elements, within what is worth it and what the target has, and as
// many rows of threadgroups as it takes to stay within the target's grid.
static bool build_with_geometry(AccyKernelFunction *function, const AccyKernelWork *work) {
  int64_t most = most_threads(work), count = work->elementCount > 0 ? work->elementCount : 1;
  int64_t threads = smaller(count, most), groups = ceil_div(count, threads);
  int64_t rows = ceil_div(groups, accyKernelWorkMaxGridX(work));
  accyKernelFunctionSetGeometry(function, ceil_div(groups, rows), rows, threads);
  if (rows == 1)
    return build_elements(function, work);
  return store_for_thread(function, work, build_folded_id(&function->builder));
}

const AccyStrategy accyElementwiseStrategy = {
    .name = "elementwise",
    .kind = "elementwise",
    .summary = "one thread an element",
    .updatesInPlace = true,
    .isGeneric = true,
    .build = build_with_geometry,
};

const AccyStrategy accyShapeStrategy = {
    .name = "shape",
    .kind = "shape",
    .summary = "one thread an element",
    .isGeneric = true,
    .build = build_with_geometry,
};

const AccyStrategy accyReductionStrategy = {
    .name = "reduction",
    .kind = "reduction",
    .summary = "one thread an output element, which folds in order",
    .isGeneric = true,
    .build = build_elements,
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generic strategies of elementwise, shape and reduction kernels: one thread an output element.

#include "kernels/folded_grid.h"
#include "kernels/strategy.h"

// Thread `i` stores element `i` if the launch asks for that many.
static bool store_for_thread(AccyKernelFunction *function, const AccyKernelWork *work, MlirValue thread) {
  MlirValue count = accyKernelFunctionLoadCount(function);
  MlirValue guard = accyBuildCompareIntegers(&function->builder, AccyIntegerUnsignedLess, thread, count);
  return accyKernelFunctionStoreLinear(function, work, guard, thread);
}

static bool build_elements(AccyKernelFunction *function, const AccyKernelWork *work) {
  return work->elementCount == 0 ||
         store_for_thread(function, work, accyKernelFunctionFindElement(function, work, work->elementCount));
}

static int64_t smaller(int64_t left, int64_t right) {
  return left < right ? left : right;
}

// The threads that a threadgroup is to have, if there are as many elements.
static int64_t most_threads(const AccyKernelWork *work) {
  const AccyTargetThreadgroup *limits = &work->target->threadgroup;
  return smaller(work->isHostLoop ? 256 : 64, smaller(limits->max_threads, limits->max_threads_per_dim[0]));
}

// With as many threads a threadgroup as there are elements, within what is worth it and what the target has. What does
// not fit into a grid of one dimension has asked for another one.
static bool build_with_geometry(AccyKernelFunction *function, const AccyKernelWork *work) {
  int64_t most = most_threads(work), count = work->elementCount > 0 ? work->elementCount : 1;
  int64_t threads = smaller(count, most), groups = (count + threads - 1) / threads;
  AccyGeometry geometry = {{(uint32_t)groups, 1, 1}, {(uint32_t)threads, 1, 1}, 0};
  accyKernelFunctionSetGeometry(function, &geometry);
  return build_elements(function, work);
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

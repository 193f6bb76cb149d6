// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generic strategies of elementwise, shape and reduction kernels: one thread an output element.

#include "kernels/strategy.h"

// Thread `i` stores element `i` if the launch asks for that many.
static bool build_elements(AccyKernelFunction *function, const AccyKernelWork *work) {
  if (work->elementCount == 0)
    return true;
  AccyKernelBuilder *builder = &function->builder;
  MlirValue thread = accyBuildGlobalId(builder, 'x');
  MlirValue count = accyKernelFunctionLoadCount(function);
  MlirValue guard = accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, thread, count);
  return accyKernelFunctionStoreLinear(function, work, guard, thread);
}

// With as many threads a threadgroup as there are elements, up to what every target has.
static bool build_with_geometry(AccyKernelFunction *function, const AccyKernelWork *work) {
  int64_t most = work->isHostLoop ? 256 : 64, count = work->elementCount > 0 ? work->elementCount : 1;
  int64_t threads = count < most ? count : most;
  accyKernelFunctionSetGeometry(function, (count + threads - 1) / threads, threads);
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

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// elementwise_vector: a thread computes four neighbouring elements of 32 bits, each as the generic strategy does. Where
// operands lie as the output does, the code generator joins the four loads and stores into one access of 128 bits, for
// which their buffers begin at multiples of 16.

#include "kernels/folded_grid.h"
#include "kernels/strategy.h"
#include "support/ir.h"

enum { Width = 4 };

static bool has_32_bits(MlirType tensor) {
  MlirType element = mlirShapedTypeGetElementType(tensor);
  return mlirTypeIsAF32(element) || (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 32);
}

// Whether some input is read as the output is written: without one there is nothing to join.
static bool reads_in_order(const AccyKernelWork *work) {
  MlirType result = mlirValueGetType(work->result);
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(work->body); i < n; ++i)
    if (mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(work->body, i)), result))
      return true;
  return false;
}

static bool fits(const AccyKernelWork *work) {
  bool narrow = has_32_bits(mlirValueGetType(work->result));
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(work->body); i < n; ++i)
    narrow = narrow && has_32_bits(mlirValueGetType(mlirBlockGetArgument(work->body, i)));
  return accyKernelWorkHasVectors(work) && narrow && work->elementCount > 0 && work->elementCount % Width == 0 &&
         reads_in_order(work);
}

static int64_t benefit(const AccyKernelWork *work) {
  (void)work;
  return 1;
}

// All elements are computed before one is stored: the output's buffer may be an input's, which the loads must not wait
// for to be joined.
static bool store_vector(AccyKernelBuilder builder, const AccyKernelFunction *function, const AccyKernelWork *work,
                         MlirValue first) {
  AccyElements elements = accyElementsCreate(&builder, work->library, function->arguments);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(work->result));
  const AccyPosition *positions[Width];
  MlirValue scalars[Width];
  for (int64_t lane = 0; lane < Width; ++lane) {
    AccyKernelBuilder *at = &elements.indexing.builder;
    MlirValue linear = lane == 0 ? first : accyBuildBinary(at, "arith.addi", first, accyBuildIndex(at, lane));
    AccyPositionGroup group = {0, rank, linear};
    positions[lane] = accyElementPosition(&elements, work->result, 1, &group);
    scalars[lane] = accyElementAt(&elements, work->result, positions[lane]);
  }
  for (int lane = 0; lane < Width; ++lane)
    accyKernelFunctionStoreScalar(function, work, &elements, positions[lane], scalars[lane]);
  bool succeeded = !elements.failed;
  accyElementsDestroy(&elements);
  return succeeded;
}

static bool has_count(MlirValue buffer, int64_t count) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(buffer), 0) == count;
}

static bool build(AccyKernelFunction *function, const AccyKernelWork *work) {
  AccyKernelBuilder *builder = &function->builder;
  MlirValue vector = accyKernelFunctionFindElement(function, work, work->elementCount / Width);
  MlirValue first = accyBuildBinary(builder, "arith.muli", vector, accyBuildIndex(builder, Width));
  MlirValue guard =
      accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, first, accyKernelFunctionLoadCount(function));
  AccyKernelBuilder guarded = *builder;
  guarded.block = mlirBlockCreate(0, NULL, NULL);
  bool succeeded = store_vector(guarded, function, work, first);
  MlirValue none = {NULL};
  accyBuildIf(builder, guard, guarded.block, none, (MlirBlock){NULL}, none);
  for (intptr_t i = 0; i <= function->numInputs; ++i)
    if (has_count(function->arguments[i], work->elementCount))
      accyKernelFunctionAlignBuffer(function, i, Width * sizeof(float));
  accySetAttribute(function->op, "choir.vector_count", accyI64Attribute(builder->context, work->elementCount / Width));
  return succeeded;
}

const AccyStrategy accyElementwiseVectorStrategy = {
    .name = "elementwise_vector",
    .kind = "elementwise",
    .summary = "one thread four elements of 32 bits, where the target has vectorized layouts",
    .suffix = "_v4",
    .updatesInPlace = true,
    .fits = fits,
    .benefit = benefit,
    .build = build,
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of operands in threadgroup memory; see dot_block.h.

#include "kernels/dot_block.h"

#include "kernels/threadgroup_memory.h"
#include "support/ir.h"

#include <stdlib.h>

// Elements between lines, so that threads that store down a line use different banks.
enum { Padding = 4 };

int64_t accyDotPartCount(const AccyDotBlock *block, int64_t blockExtent) {
  return AccyDotStages * block->depth * (blockExtent + Padding);
}

//===----------------------------------------------------------------------===//
// How an operand lies in memory
//===----------------------------------------------------------------------===//

// The dimension of the value whose neighbours are neighbours in memory; -1 when all extents are 1.
static intptr_t find_inner_dimension(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (accyValueIsResultOf(value, "accy.transpose")) {
    MlirOperation transpose = mlirOpResultGetOwner(value);
    intptr_t inner = find_inner_dimension(mlirOperationGetOperand(transpose, 0));
    for (intptr_t i = 0, n = mlirShapedTypeGetRank(type); i < n; ++i)
      if (accyGetI64ArrayElement(transpose, "permutation", i) == inner)
        return i;
  }
  intptr_t inner = mlirShapedTypeGetRank(type) - 1;
  while (inner >= 0 && mlirShapedTypeGetDimSize(type, inner) == 1)
    --inner;
  return inner;
}

static bool array_holds(MlirOperation op, const char *name, int64_t value) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(op, name); i < n; ++i)
    if (accyGetI64ArrayElement(op, name, i) == value)
      return true;
  return false;
}

static int64_t count_contracted(MlirOperation dot) {
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(dot, 0));
  int64_t count = 1;
  for (intptr_t i = 0, n = accyGetI64ArraySize(dot, "lhs_contract"); i < n; ++i)
    count *= mlirShapedTypeGetDimSize(lhs, accyGetI64ArrayElement(dot, "lhs_contract", i));
  return count;
}

// As many neighbours as a thread loads, at most four, where they make whole vectors.
static int64_t choose_width(const AccyKernelWork *work, MlirType operand, intptr_t inner, int64_t loads) {
  int64_t width = loads < 4 ? loads : 4;
  bool divides = inner >= 0 && mlirShapedTypeGetDimSize(operand, inner) % width == 0;
  return accyKernelWorkHasVectors(work) && divides ? width : 1;
}

AccyDotPart accyDotPartMake(const AccyKernelWork *work, MlirOperation dot, intptr_t number, const AccyDotBlock *block) {
  AccyDotOutput output = accyDotGetOutput(dot);
  MlirValue operand = mlirOperationGetOperand(dot, number);
  const char *contract = number == 0 ? "lhs_contract" : "rhs_contract";
  intptr_t inner = find_inner_dimension(operand), last = accyGetI64ArraySize(dot, contract) - 1;
  AccyDotPart part = {.number = number,
                      .extent = number == 0 ? output.rows : output.columns,
                      .blockExtent = number == 0 ? block->rows : block->columns,
                      .depth = block->depth,
                      .contracted = count_contracted(dot),
                      .isDepthInner = array_holds(dot, contract, inner)};
  part.pitch = part.blockExtent + Padding;
  part.width = choose_width(work, mlirValueGetType(operand), inner, part.blockExtent * part.depth / AccyDotAllThreads);
  // The contraction's neighbours are those of its last dimension.
  if (part.isDepthInner && accyGetI64ArrayElement(dot, contract, last) != inner)
    part.width = 1;
  return part;
}

//===----------------------------------------------------------------------===//
// Where a thread's elements are
//===----------------------------------------------------------------------===//

// The place of one vector in the part: the first element's along the inner direction, and along the other.
typedef struct Place {
  MlirValue inner, outer;
} Place;

static int64_t inner_extent(const AccyDotPart *part) {
  return part->isDepthInner ? part->depth : part->blockExtent;
}

static intptr_t count_vectors(const AccyDotPart *part) {
  return part->blockExtent * part->depth / AccyDotAllThreads / part->width;
}

static Place find_place(const AccyDotPart *part, AccyIndexing *indexing, intptr_t vector) {
  int64_t across = inner_extent(part) / part->width;
  MlirValue inner = accyIndexMultiply(indexing, accyIndexRemainder(indexing, part->thread, across), part->width);
  MlirValue outer = accyIndexDivide(indexing, part->thread, across);
  return (Place){inner, accyIndexAddConstant(indexing, outer, vector * (AccyDotAllThreads / across))};
}

// The index, or the last one of which `width` are below the extent.
static MlirValue clamp(AccyIndexing *indexing, MlirValue index, int64_t extent, int64_t width, MlirValue *outIsBelow) {
  AccyKernelBuilder builder = indexing->builder;
  builder.block = indexing->scope->block;
  *outIsBelow = accyBuildCompareIntegers(&builder, AccyIntegerUnsignedLess, index, accyBuildIndex(&builder, extent));
  return accyBuildSelect(&builder, *outIsBelow, index, accyBuildIndex(&builder, extent - width));
}

//===----------------------------------------------------------------------===//
// Loading and storing
//===----------------------------------------------------------------------===//

static MlirValue load_element(const AccyDotPart *part, AccyElements *elements, MlirOperation dot, MlirValue index,
                              MlirValue depth) {
  AccyDotOutput output = accyDotGetOutput(dot);
  AccyPositionGroup groups[3];
  MlirValue zero = accyBuildIndex(&elements->indexing.builder, 0);
  intptr_t count = accyDotMakeGroups(&output, part->batch, part->number == 0 ? index : zero,
                                     part->number == 1 ? index : zero, groups);
  const AccyPosition *result = accyElementPosition(elements, mlirOperationGetResult(dot, 0), count, groups);
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(dot, 0));
  intptr_t rank = accyGetI64ArraySize(dot, "lhs_contract");
  int64_t *extents = accyAllocate((size_t)(rank + 1) * sizeof *extents);
  for (intptr_t i = 0; i < rank; ++i)
    extents[i] = mlirShapedTypeGetDimSize(lhs, accyGetI64ArrayElement(dot, "lhs_contract", i));
  AccyPositionGroup group = {0, rank, depth};
  const AccyPosition *folded = accyPositionCreate(&elements->indexing, result, rank, extents, rank ? 1 : 0, &group);
  free(extents);
  return accyElementOfDotOperand(elements, dot, part->number, result, folded);
}

intptr_t accyDotPartLoad(const AccyDotPart *part, AccyElements *elements, MlirOperation dot, MlirValue step,
                         MlirValue outScalars[AccyDotMostLoads]) {
  AccyIndexing *indexing = &elements->indexing;
  // Together they make -0, which changes no sum.
  MlirValue zero =
      accyBuildNumber(&indexing->builder, accyScalarType(accyDotGetAccumulator(dot)), part->number == 0 ? 0.0 : -0.0);
  MlirValue start = accyIndexMultiply(indexing, step, part->depth);
  intptr_t count = 0;
  for (intptr_t vector = 0; vector < count_vectors(part); ++vector) {
    Place place = find_place(part, indexing, vector);
    MlirValue index = accyIndexAdd(indexing, part->first, part->isDepthInner ? place.outer : place.inner);
    MlirValue depth = accyIndexAdd(indexing, start, part->isDepthInner ? place.inner : place.outer);
    MlirValue isThere = {NULL}, isContracted = {NULL};
    if (part->extent % part->blockExtent != 0)
      index = clamp(indexing, index, part->extent, part->isDepthInner ? 1 : part->width, &isThere);
    if (part->contracted % part->depth != 0)
      depth = clamp(indexing, depth, part->contracted, part->isDepthInner ? part->width : 1, &isContracted);
    for (int64_t lane = 0; lane < part->width; ++lane) {
      MlirValue laneIndex = part->isDepthInner ? index : accyIndexAddConstant(indexing, index, lane);
      MlirValue laneDepth = part->isDepthInner ? accyIndexAddConstant(indexing, depth, lane) : depth;
      MlirValue scalar = load_element(part, elements, dot, laneIndex, laneDepth);
      AccyKernelBuilder builder = indexing->builder;
      builder.block = indexing->scope->block;
      outScalars[count++] =
          mlirValueIsNull(isContracted) ? scalar : accyBuildSelect(&builder, isContracted, scalar, zero);
    }
  }
  return count;
}

void accyDotPartStore(const AccyDotPart *part, AccyIndexing *indexing, AccyKernelBuilder *builder, MlirValue offset,
                      const MlirValue *scalars) {
  for (intptr_t vector = 0; vector < count_vectors(part); ++vector) {
    Place place = find_place(part, indexing, vector);
    MlirValue line = part->isDepthInner ? place.inner : place.outer;
    MlirValue at = accyIndexAdd(indexing, accyIndexMultiply(indexing, line, part->pitch),
                                part->isDepthInner ? place.outer : place.inner);
    at = accyIndexAdd(indexing, offset, at);
    for (int64_t lane = 0; lane < part->width; ++lane)
      accyThreadgroupStore(builder, *scalars++, part->memory,
                           accyIndexAddConstant(indexing, at, part->isDepthInner ? lane * part->pitch : lane));
  }
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of gather: those of its first operand, whose index along one dimension is an element of the second.

#include "kernels/element_internal.h"

#include "support/ir.h"

#include <stdlib.h>

// The most that the integer can be, as far as an extent can reach.
static int64_t largest_integer(MlirType integer, bool isUnsigned) {
  unsigned bits = mlirIntegerTypeGetWidth(integer) - (isUnsigned ? 0 : 1);
  return bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
}

// The integer as an index below `extent`: what is before the first or after the last counts as these.
static MlirValue clamp_index(AccyKernelBuilder *builder, MlirValue integer, bool isUnsigned, int64_t extent) {
  MlirType type = mlirValueGetType(integer);
  int64_t last = extent - 1;
  if (!isUnsigned)
    integer = accyBuildBinary(builder, "arith.maxsi", integer, accyBuildInteger(builder, type, 0));
  if (last < largest_integer(type, isUnsigned))
    integer = accyBuildBinary(builder, "arith.minui", integer, accyBuildInteger(builder, type, last));
  return accyBuildCast(builder, "arith.index_castui", integer, mlirIndexTypeGet(builder->context));
}

// The position in the second operand: the result's dimensions from `dim` on.
static const AccyPosition *position_of_indices(AccyElements *elements, AccyShape indices, const AccyPosition *position,
                                               int64_t dim) {
  AccyDimensionSource *sources = accyAllocate((size_t)indices.rank * sizeof *sources);
  for (intptr_t i = 0; i < indices.rank; ++i)
    sources[i] = (AccyDimensionSource){position, dim + i};
  const AccyPosition *source =
      accyPositionGather(&elements->indexing, position, indices.rank, indices.extents, sources);
  free(sources);
  return source;
}

// The position in the first operand: `taken` along `dim`, else the result's.
static const AccyPosition *position_of_operand(AccyElements *elements, AccyShape operand, intptr_t numReplaced,
                                               const AccyPosition *position, int64_t dim, const AccyPosition *taken) {
  AccyDimensionSource *sources = accyAllocate((size_t)operand.rank * sizeof *sources);
  for (intptr_t i = 0; i < operand.rank; ++i)
    sources[i] = (AccyDimensionSource){position, i < dim ? i : i - 1 + numReplaced};
  sources[dim] = (AccyDimensionSource){taken, 0};
  const AccyPosition *source =
      accyPositionGather(&elements->indexing, position, operand.rank, operand.extents, sources);
  free(sources);
  return source;
}

MlirValue accyElementOfGather(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  MlirValue operand = mlirOperationGetOperand(op, 0), indices = mlirOperationGetOperand(op, 1);
  AccyShape from = accyElementGetShape(elements, operand), replaced = accyElementGetShape(elements, indices);
  int64_t dim = accyGetInteger(op, "dim", 0);
  MlirValue integer = accyElementAt(elements, indices, position_of_indices(elements, replaced, position, dim));
  bool isUnsigned = accyElementTypeGetKind(replaced.element) == AccyElementUnsigned;
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  AccyPositionGroup group = {0, 1, clamp_index(&builder.kernel, integer, isUnsigned, from.extents[dim])};
  const AccyPosition *taken = accyPositionCreate(&elements->indexing, position, 1, &from.extents[dim], 1, &group);
  return accyElementAt(elements, operand, position_of_operand(elements, from, replaced.rank, position, dim, taken));
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of shape operations: each is an element of an operand at another position.

#include "kernels/element_internal.h"

#include "support/ir.h"

#include <stdlib.h>

//===----------------------------------------------------------------------===//
// One operand at another position
//===----------------------------------------------------------------------===//

// `dims` says which result dimension each operand dimension becomes.
static const AccyPosition *position_of_broadcast(AccyElements *elements, MlirOperation op, AccyShape operand,
                                                 const AccyPosition *position) {
  AccyDimensionSource *sources = accyAllocate((size_t)operand.rank * sizeof *sources);
  for (intptr_t i = 0; i < operand.rank; ++i)
    sources[i] = (AccyDimensionSource){position, accyGetI64ArrayElement(op, "dims", i)};
  const AccyPosition *source =
      accyPositionGather(&elements->indexing, position, operand.rank, operand.extents, sources);
  free(sources);
  return source;
}

static const AccyPosition *position_of_transpose(AccyElements *elements, MlirOperation op, AccyShape operand,
                                                 const AccyPosition *position) {
  AccyDimensionSource *sources = accyAllocate((size_t)operand.rank * sizeof *sources);
  for (intptr_t i = 0; i < operand.rank; ++i)
    sources[accyGetI64ArrayElement(op, "permutation", i)] = (AccyDimensionSource){position, i};
  const AccyPosition *source =
      accyPositionGather(&elements->indexing, position, operand.rank, operand.extents, sources);
  free(sources);
  return source;
}

static AccyDimensionMap *create_maps(intptr_t rank) {
  AccyDimensionMap *maps = accyAllocate((size_t)rank * sizeof *maps);
  for (intptr_t i = 0; i < rank; ++i)
    maps[i] = (AccyDimensionMap){.scale = 1, .offset = 0, .divisor = 1};
  return maps;
}

// Releases the maps.
static const AccyPosition *map_position(AccyElements *elements, const AccyPosition *position, AccyShape operand,
                                        AccyDimensionMap *maps) {
  const AccyPosition *source = accyPositionMap(&elements->indexing, position, operand.extents, maps);
  free(maps);
  return source;
}

static const AccyPosition *position_of_slice(AccyElements *elements, MlirOperation op, AccyShape operand,
                                             const AccyPosition *position) {
  AccyDimensionMap *maps = create_maps(operand.rank);
  for (intptr_t i = 0; i < operand.rank; ++i) {
    maps[i].scale = accyGetI64ArrayElement(op, "strides", i);
    maps[i].offset = accyGetI64ArrayElement(op, "start", i);
  }
  return map_position(elements, position, operand, maps);
}

static const AccyPosition *position_of_reverse(AccyElements *elements, MlirOperation op, AccyShape operand,
                                               const AccyPosition *position) {
  AccyDimensionMap *maps = create_maps(operand.rank);
  for (intptr_t i = 0, n = accyGetI64ArraySize(op, "dims"); i < n; ++i) {
    int64_t dimension = accyGetI64ArrayElement(op, "dims", i);
    maps[dimension] = (AccyDimensionMap){-1, operand.extents[dimension] - 1, 1};
  }
  return map_position(elements, position, operand, maps);
}

static const AccyPosition *position_of_reshape(AccyElements *elements, MlirOperation op, AccyShape operand,
                                               const AccyPosition *position) {
  (void)op;
  return accyPositionReshape(&elements->indexing, position, operand.rank, operand.extents);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

// One side of a choice: builds its element in a scope of its own.
typedef struct Side {
  MlirBlock block;
  const AccyScope *outer;
} Side;

static Side enter_side(AccyElements *elements) {
  Side side = {mlirBlockCreate(0, NULL, NULL), elements->indexing.scope};
  accyEnterScope(&elements->indexing, side.block, true);
  return side;
}

static void leave_side(AccyElements *elements, Side side) {
  elements->indexing.scope = side.outer;
}

// The position in the current scope, which is a branch: what follows from it stays inside.
static const AccyPosition *enter_position(AccyElements *elements, const AccyPosition *position) {
  AccyPosition here = {.scope = elements->indexing.scope};
  return accyPositionCreate(&elements->indexing, &here, position->rank, position->extents, position->numGroups,
                            position->groups);
}

//===----------------------------------------------------------------------===//
// Concatenate
//===----------------------------------------------------------------------===//

// The element among the operands first … last, of which the first begins at `offset` along the dimension.
static MlirValue choose_operand(AccyElements *elements, MlirOperation op, const AccyPosition *position, intptr_t first,
                                intptr_t last, int64_t offset) {
  intptr_t dimension = accyGetInteger(op, "dim", 0);
  if (first == last) {
    MlirValue operand = mlirOperationGetOperand(op, first);
    AccyShape shape = accyElementGetShape(elements, operand);
    AccyDimensionMap *maps = create_maps(shape.rank);
    maps[dimension].offset = -offset;
    return accyElementAt(elements, operand, map_position(elements, position, shape, maps));
  }
  // Halves, so that many operands do not nest deeply.
  intptr_t middle = first + (last - first) / 2;
  int64_t boundary = offset;
  for (intptr_t i = first; i <= middle; ++i)
    boundary += mlirShapedTypeGetDimSize(mlirValueGetType(mlirOperationGetOperand(op, i)), dimension);
  if (boundary == offset)
    return choose_operand(elements, op, position, middle + 1, last, offset);
  if (boundary >= position->extents[dimension])
    return choose_operand(elements, op, position, first, middle, offset);
  MlirValue index = accyPositionGet(&elements->indexing, position, dimension, dimension + 1);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirValue isFirst = accyBuildCompareIntegers(&builder.kernel, AccyIntegerUnsignedLess, index,
                                               accyBuildIndex(&builder.kernel, boundary));
  Side low = enter_side(elements);
  MlirValue lowValue = choose_operand(elements, op, enter_position(elements, position), first, middle, offset);
  leave_side(elements, low);
  Side high = enter_side(elements);
  MlirValue highValue = choose_operand(elements, op, enter_position(elements, position), middle + 1, last, boundary);
  leave_side(elements, high);
  return accyBuildIf(&builder.kernel, isFirst, low.block, lowValue, high.block, highValue);
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

// Whether the position along one dimension is one of the operand's; `inside` (null: always) and that.
static MlirValue test_dimension(AccyElements *elements, AccyKernelBuilder *builder, MlirOperation op,
                                const AccyPosition *position, intptr_t dimension, int64_t extent, MlirValue inside) {
  int64_t low = accyGetI64ArrayElement(op, "low", dimension), high = accyGetI64ArrayElement(op, "high", dimension);
  int64_t step = accyGetI64ArrayElement(op, "interior", dimension) + 1;
  if (low <= 0 && high <= 0 && step == 1)
    return inside;
  MlirValue index = accyPositionGet(&elements->indexing, position, dimension, dimension + 1);
  index = accyIndexAddConstant(&elements->indexing, index, -low);
  if (low > 0 || high > 0) { // as an unsigned number, an index before the operand is beyond it, too
    MlirValue span = accyBuildIndex(builder, (extent - 1) * step + 1);
    inside =
        accyBuildConjunction(builder, inside, accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, index, span));
  }
  if (step > 1) {
    MlirValue between = accyIndexRemainder(&elements->indexing, index, step);
    MlirValue zero = accyBuildIndex(builder, 0);
    inside = accyBuildConjunction(builder, inside, accyBuildCompareIntegers(builder, AccyIntegerEqual, between, zero));
  }
  return inside;
}

static MlirValue build_padding(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  const AccyPosition *scalar = accyPositionCreate(&elements->indexing, position, 0, NULL, 0, NULL);
  return accyElementAt(elements, mlirOperationGetOperand(op, 1), scalar);
}

static MlirValue build_padded(AccyElements *elements, MlirOperation op, AccyShape operand,
                              const AccyPosition *position) {
  AccyDimensionMap *maps = create_maps(operand.rank);
  for (intptr_t i = 0; i < operand.rank; ++i) {
    maps[i].offset = -accyGetI64ArrayElement(op, "low", i);
    maps[i].divisor = accyGetI64ArrayElement(op, "interior", i) + 1;
  }
  return accyElementAt(elements, mlirOperationGetOperand(op, 0), map_position(elements, position, operand, maps));
}

static MlirValue build_pad(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  AccyShape operand = accyElementGetShape(elements, mlirOperationGetOperand(op, 0));
  if (accyShapeIsEmpty(operand))
    return build_padding(elements, op, position);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirValue inside = {NULL};
  for (intptr_t i = 0; i < operand.rank; ++i)
    inside = test_dimension(elements, &builder.kernel, op, position, i, operand.extents[i], inside);
  if (mlirValueIsNull(inside))
    return build_padded(elements, op, operand, position);
  Side operandSide = enter_side(elements);
  MlirValue value = build_padded(elements, op, operand, enter_position(elements, position));
  leave_side(elements, operandSide);
  Side paddingSide = enter_side(elements);
  MlirValue padding = build_padding(elements, op, enter_position(elements, position));
  leave_side(elements, paddingSide);
  return accyBuildIf(&builder.kernel, inside, operandSide.block, value, paddingSide.block, padding);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

typedef const AccyPosition *(*PositionOf)(AccyElements *elements, MlirOperation op, AccyShape operand,
                                          const AccyPosition *position);

static const PositionOf position_functions[] = {
    [AccyClassBroadcast] = position_of_broadcast, [AccyClassReshape] = position_of_reshape,
    [AccyClassTranspose] = position_of_transpose, [AccyClassSlice] = position_of_slice,
    [AccyClassReverse] = position_of_reverse,
};

MlirValue accyElementOfShapeOp(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  AccyOpClass opClass = accyOpGetDefinition(accyOpGetOpcode(op))->opClass;
  if (opClass == AccyClassConcatenate)
    return choose_operand(elements, op, position, 0, mlirOperationGetNumOperands(op) - 1, 0);
  if (opClass == AccyClassPad)
    return build_pad(elements, op, position);
  MlirValue operand = mlirOperationGetOperand(op, 0);
  AccyShape shape = accyElementGetShape(elements, operand);
  return accyElementAt(elements, operand, position_functions[opClass](elements, op, shape, position));
}

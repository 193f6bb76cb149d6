// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building accy operations that move elements; see movement.h.

#include "frontends/stablehlo/movement.h"

#include "frontends/stablehlo/operation.h"

int64_t accyStablehloExtent(MlirValue tensor, intptr_t dim) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(tensor), dim);
}

static intptr_t read_shape(MlirValue tensor, int64_t shape[static accyStablehloMaxRank]) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(tensor));
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = accyStablehloExtent(tensor, i);
  return rank;
}

static MlirType type_of_shape(MlirValue like, intptr_t rank, const int64_t *shape) {
  return mlirRankedTensorTypeGet(rank, shape, accyStablehloElementType(like), mlirAttributeGetNull());
}

MlirValue accyStablehloSliceDimension(MlirOperation before, MlirValue tensor, intptr_t dim, int64_t start,
                                      int64_t count, int64_t stride) {
  int64_t starts[accyStablehloMaxRank], limits[accyStablehloMaxRank], strides[accyStablehloMaxRank];
  intptr_t rank = read_shape(tensor, limits);
  if (start == 0 && count == limits[dim] && stride == 1)
    return tensor;
  for (intptr_t i = 0; i < rank; ++i) {
    starts[i] = 0;
    strides[i] = 1;
  }
  starts[dim] = start;
  strides[dim] = stride;
  MlirContext context = mlirOperationGetContext(before);
  limits[dim] = count;
  MlirType type = type_of_shape(tensor, rank, limits);
  limits[dim] = count == 0 ? start : start + (count - 1) * stride + 1;
  MlirNamedAttribute attributes[] = {accyNamed("start", accyI64ArrayAttribute(context, rank, starts)),
                                     accyNamed("limit", accyI64ArrayAttribute(context, rank, limits)),
                                     accyNamed("strides", accyI64ArrayAttribute(context, rank, strides))};
  return accyStablehloBuild(before, AccyOp_slice, type, 1, &tensor, 3, attributes);
}

MlirValue accyStablehloTranspose(MlirOperation before, MlirValue tensor, const int64_t *permutation) {
  int64_t shape[accyStablehloMaxRank], permuted[accyStablehloMaxRank];
  intptr_t rank = read_shape(tensor, shape);
  bool moves = false;
  for (intptr_t i = 0; i < rank; ++i) {
    permuted[i] = shape[permutation[i]];
    moves = moves || permutation[i] != i;
  }
  if (!moves)
    return tensor;
  MlirNamedAttribute attribute =
      accyNamed("permutation", accyI64ArrayAttribute(mlirOperationGetContext(before), rank, permutation));
  return accyStablehloBuild(before, AccyOp_transpose, type_of_shape(tensor, rank, permuted), 1, &tensor, 1, &attribute);
}

MlirValue accyStablehloReshape(MlirOperation before, MlirValue tensor, intptr_t rank, const int64_t *shape) {
  MlirType type = type_of_shape(tensor, rank, shape);
  if (mlirTypeEqual(type, mlirValueGetType(tensor)))
    return tensor;
  return accyStablehloBuild(before, AccyOp_reshape, type, 1, &tensor, 0, NULL);
}

MlirValue accyStablehloConcatenate(MlirOperation before, intptr_t count, const MlirValue *tensors, intptr_t dim) {
  if (count == 1)
    return tensors[0];
  int64_t shape[accyStablehloMaxRank];
  intptr_t rank = read_shape(tensors[0], shape);
  for (intptr_t i = 1; i < count; ++i)
    if (__builtin_add_overflow(shape[dim], accyStablehloExtent(tensors[i], dim), &shape[dim]))
      shape[dim] = INT64_MAX; // which accy's rules refuse
  MlirNamedAttribute attribute = accyNamed("dim", accyI64Attribute(mlirOperationGetContext(before), dim));
  return accyStablehloBuild(before, AccyOp_concatenate, type_of_shape(tensors[0], rank, shape), count, tensors, 1,
                            &attribute);
}

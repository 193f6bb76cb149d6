// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.gather of whole slices at indices along one dimension, which is what lookups in a table are.

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/dimension_numbers.h"
#include "frontends/stablehlo/movement.h"

typedef struct GatherNumbers {
  AccyStablehloDimensionList offset_dims, collapsed, operand_batching, start_batching, start_index_map, index_vector;
} GatherNumbers;

static MlirLogicalResult read_numbers(MlirOperation op, GatherNumbers *out) {
  AccyStablehloDimensionList lists[6] = {{.key = "offset_dims"},           {.key = "collapsed_slice_dims"},
                                         {.key = "operand_batching_dims"}, {.key = "start_indices_batching_dims"},
                                         {.key = "start_index_map"},       {.key = "index_vector_dim"}};
  static const char example[] =
      "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1";
  if (mlirLogicalResultIsFailure(
          accyStablehloReadDimensionNumbers(op, "dimension_numbers", "gather", example, 6, lists)))
    return mlirLogicalResultFailure();
  *out = (GatherNumbers){lists[0], lists[1], lists[2], lists[3], lists[4], lists[5]};
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult refuse(MlirOperation op, const char *what) {
  return accyEmitOpError(op,
                         "%s; supported is one index along one dimension, of which slices have one element and the "
                         "result has none: gather along one dimension at a time [UnsupportedOperation]",
                         what);
}

// The one dimension that is indexed.
static MlirLogicalResult find_dimension(MlirOperation op, const GatherNumbers *numbers, int64_t *outDim) {
  if (numbers->operand_batching.count > 0 || numbers->start_batching.count > 0)
    return refuse(op, "has batching dimensions");
  if (numbers->start_index_map.count != 1)
    return refuse(op, "has indices along several dimensions");
  int64_t dim = numbers->start_index_map.values[0];
  if (numbers->collapsed.count != 1 || numbers->collapsed.values[0] != dim)
    return refuse(op, "does not collapse the dimension that is indexed alone");
  if (dim >= mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    return accyEmitOpError(op, "has a start_index_map of %lld, which is no dimension of its operand", (long long)dim);
  *outDim = dim;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_slices(MlirOperation op, int64_t dim) {
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirAttribute sizes;
  if (mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, "slice_sizes", &sizes)))
    return mlirLogicalResultFailure();
  intptr_t rank = mlirShapedTypeGetRank(operand);
  if (mlirDenseArrayGetNumElements(sizes) != rank)
    return accyEmitOpError(op, "has %ld slice_sizes for an operand of %ld dimensions",
                           (long)mlirDenseArrayGetNumElements(sizes), (long)rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (mlirDenseI64ArrayGetElement(sizes, i) != (i == dim ? 1 : mlirShapedTypeGetDimSize(operand, i)))
      return refuse(op, "has slices of a part of a dimension");
  return mlirLogicalResultSuccess();
}

// The indices without the dimension that holds the one of each vector; null after an error.
static MlirValue get_indices(MlirOperation op, const GatherNumbers *numbers) {
  MlirValue indices = mlirOperationGetOperand(op, 1);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(indices)), kept = 0;
  int64_t vector = numbers->index_vector.count == 1 ? numbers->index_vector.values[0] : 0;
  if (vector == rank)
    return indices;
  if (vector > rank || accyStablehloExtent(indices, vector) != 1) {
    accyEmitOpError(op, "has the index_vector_dim %lld, which must be the indices' rank or a dimension of extent 1",
                    (long long)vector);
    return (MlirValue){NULL};
  }
  int64_t extents[accyStablehloMaxRank];
  for (intptr_t i = 0; i < rank; ++i)
    if (i != vector)
      extents[kept++] = accyStablehloExtent(indices, i);
  return accyStablehloReshape(op, indices, kept, extents);
}

static bool contains(const AccyStablehloDimensionList *list, int64_t dimension) {
  for (intptr_t i = 0; i < list->count; ++i)
    if (list->values[i] == dimension)
      return true;
  return false;
}

// For each of the result's dimensions, the one of accy.gather's, which has the indices' dimensions from `dim` on.
static bool find_permutation(const GatherNumbers *numbers, intptr_t rank, int64_t dim, intptr_t num_indices,
                             int64_t *permutation) {
  intptr_t slice = 0, index = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    if (contains(&numbers->offset_dims, i)) {
      permutation[i] = slice < dim ? slice : slice + num_indices;
      ++slice;
    } else {
      permutation[i] = dim + index++;
    }
  }
  return slice == rank - num_indices && index == num_indices;
}

static MlirValue build_gather(MlirOperation op, MlirValue indices, int64_t dim, const int64_t *permutation) {
  MlirValue operands[] = {mlirOperationGetOperand(op, 0), indices}, result = mlirOperationGetResult(op, 0);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(result));
  int64_t extents[accyStablehloMaxRank];
  for (intptr_t i = 0; i < rank; ++i)
    extents[permutation[i]] = accyStablehloExtent(result, i);
  MlirType type = mlirRankedTensorTypeGet(rank, extents, accyStablehloElementType(result), mlirAttributeGetNull());
  MlirNamedAttribute attribute = accyNamed("dim", accyI64Attribute(mlirOperationGetContext(op), dim));
  MlirValue gathered = accyStablehloBuild(op, AccyOp_gather, type, 2, operands, 1, &attribute);
  return accyStablehloTranspose(op, gathered, permutation);
}

MlirLogicalResult accyStablehloConvertGather(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  GatherNumbers numbers;
  int64_t dim, permutation[accyStablehloMaxRank];
  if (mlirLogicalResultIsFailure(read_numbers(op, &numbers)) ||
      mlirLogicalResultIsFailure(find_dimension(op, &numbers, &dim)) ||
      mlirLogicalResultIsFailure(check_slices(op, dim)))
    return mlirLogicalResultFailure();
  MlirValue indices = get_indices(op, &numbers);
  if (mlirValueIsNull(indices))
    return mlirLogicalResultFailure();
  intptr_t num_indices = mlirShapedTypeGetRank(mlirValueGetType(indices));
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetResult(op, 0)));
  if (!find_permutation(&numbers, rank, dim, num_indices, permutation))
    return accyEmitOpError(op, "has offset_dims that do not fit the dimensions of its operands and result");
  return accyStablehloReplace(op, 0, build_gather(op, indices, dim, permutation));
}

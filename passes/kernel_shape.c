// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel_shape.h.

#include "passes/kernel_shape.h"

#include "passes/dtype.h"
#include "support/ir.h"

static uint64_t extent_product(MlirOperation op, MlirType operand, const char *dims) {
  uint64_t product = 1;
  for (intptr_t i = 0, n = accyGetI64ArraySize(op, dims); i < n; ++i)
    product *= (uint64_t)mlirShapedTypeGetDimSize(operand, accyGetI64ArrayElement(op, dims, i));
  return product;
}

static bool contains(MlirOperation op, const char *dims, int64_t dim) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(op, dims); i < n; ++i)
    if (accyGetI64ArrayElement(op, dims, i) == dim)
      return true;
  return false;
}

// The product of the extents that are neither batch nor contracting dimensions.
static uint64_t free_product(MlirOperation dot, MlirType operand, const char *batch, const char *contract) {
  uint64_t product = 1;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(operand); i < rank; ++i)
    if (!contains(dot, batch, i) && !contains(dot, contract, i))
      product *= (uint64_t)mlirShapedTypeGetDimSize(operand, i);
  return product;
}

bool accyReadDotShape(MlirOperation dot, AccyDotShape *outShape) {
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(dot, 0));
  MlirType rhs = mlirValueGetType(mlirOperationGetOperand(dot, 1));
  MlirType result = mlirValueGetType(mlirOperationGetResult(dot, 0));
  *outShape = (AccyDotShape){
      .batch = extent_product(dot, lhs, "lhs_batch"),
      .m = free_product(dot, lhs, "lhs_batch", "lhs_contract"),
      .n = free_product(dot, rhs, "rhs_batch", "rhs_contract"),
      .k = extent_product(dot, lhs, "lhs_contract"),
  };
  return accyDtypeOfType(mlirShapedTypeGetElementType(lhs), &outShape->inputDtype) &&
         accyDtypeOfType(mlirShapedTypeGetElementType(result), &outShape->outputDtype);
}

// Whether the reduced dimensions are neighbours, extents of 1 between them left aside.
static bool is_contiguous(MlirOperation reduce, MlirType operand) {
  bool begun = false, ended = false;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(operand); i < rank; ++i) {
    if (mlirShapedTypeGetDimSize(operand, i) == 1)
      continue;
    bool reduced = contains(reduce, "dims", i);
    if (reduced && ended)
      return false;
    ended = ended || (begun && !reduced);
    begun = begun || reduced;
  }
  return true;
}

bool accyReadReductionShape(MlirOperation reduce, AccyReductionShape *outShape) {
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(reduce, 0));
  MlirStringRef kind = accyGetString(reduce, "kind");
  AccyReductionShape shape = {.outer = 1, .extent = 1, .inner = 1};
  if (!accyReductionKindParse(kind.data, kind.length, &shape.kind) ||
      !accyDtypeOfType(mlirShapedTypeGetElementType(operand), &shape.dtype))
    return false;
  bool contiguous = is_contiguous(reduce, operand), begun = false;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(operand); i < rank; ++i) {
    uint64_t extent = (uint64_t)mlirShapedTypeGetDimSize(operand, i);
    bool reduced = contains(reduce, "dims", i);
    begun = begun || (reduced && extent != 1);
    uint64_t *part = reduced ? &shape.extent : (contiguous && begun) ? &shape.inner : &shape.outer;
    *part *= extent;
  }
  shape.rank = shape.outer == 1 && shape.inner == 1 ? 1 : shape.outer == 1 || shape.inner == 1 ? 2 : 3;
  shape.axis = shape.rank == 1 || (shape.rank == 2 && shape.outer == 1) ? 0 : 1;
  *outShape = shape;
  return true;
}

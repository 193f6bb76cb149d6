// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of dot_general: sums of products over the contracting dimensions.

#include "kernels/element_fold.h"
#include "support/ir.h"

#include <stdlib.h>

static MlirType element_type(MlirValue value) {
  return mlirShapedTypeGetElementType(mlirValueGetType(value));
}

static bool array_holds(MlirOperation op, const char *name, int64_t value, intptr_t *outIndex) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(op, name); i < n; ++i)
    if (accyGetI64ArrayElement(op, name, i) == value) {
      *outIndex = i;
      return true;
    }
  return false;
}

// The element of an operand: its batch dimensions are the result's first, its contracting ones are folded, and the
// others follow in the result from `firstFree` on.
static MlirValue get_dot_operand(AccyFold *fold, const AccyPosition *result, const AccyPosition *folded,
                                 intptr_t number, const char *batch, const char *contracting, intptr_t firstFree) {
  AccyElements *elements = fold->elements;
  MlirValue operand = mlirOperationGetOperand(fold->op, number);
  AccyShape shape = accyElementGetShape(elements, operand);
  AccyDimensionSource *sources = accyAllocate((size_t)shape.rank * sizeof *sources);
  for (intptr_t i = 0, index; i < shape.rank; ++i) {
    if (array_holds(fold->op, batch, i, &index))
      sources[i] = (AccyDimensionSource){result, index};
    else if (array_holds(fold->op, contracting, i, &index))
      sources[i] = (AccyDimensionSource){folded, index};
    else
      sources[i] = (AccyDimensionSource){result, firstFree++};
  }
  const AccyPosition *position = accyPositionGather(&elements->indexing, result, shape.rank, shape.extents, sources);
  free(sources);
  return accyElementAt(elements, operand, position);
}

// The type of the sums: as asked for, else the result's, but f32 for 16-bit floats.
static MlirType dot_accumulator(MlirOperation dot) {
  MlirAttribute wanted = accyGetAttribute(dot, "accumulate");
  if (!mlirAttributeIsNull(wanted) && mlirAttributeIsAType(wanted))
    return mlirTypeAttrGetValue(wanted);
  return accyAccumulatorType(element_type(mlirOperationGetResult(dot, 0)));
}

static MlirValue step_dot(AccyFold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried) {
  AccyElements *elements = fold->elements;
  MlirOperation op = fold->op;
  intptr_t numBatch = accyGetI64ArraySize(op, "lhs_batch");
  intptr_t lhsRank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  intptr_t numLhsFree = lhsRank - numBatch - accyGetI64ArraySize(op, "lhs_contract");
  MlirValue lhs = get_dot_operand(fold, result, folded, 0, "lhs_batch", "lhs_contract", numBatch);
  MlirValue rhs = get_dot_operand(fold, result, folded, 1, "rhs_batch", "rhs_contract", numBatch + numLhsFree);
  MlirType type = dot_accumulator(op);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  lhs = accyBuildScalarConvert(&builder, element_type(mlirOperationGetOperand(op, 0)), type, lhs);
  rhs = accyBuildScalarConvert(&builder, element_type(mlirOperationGetOperand(op, 1)), type, rhs);
  MlirValue product = accyBuildScalarBinary(&builder, op, AccyOp_mul, type, lhs, rhs);
  if (mlirValueIsNull(product))
    return accyElementsFail(elements, type);
  MlirValue sum = accyBuildScalarBinary(&builder, op, AccyOp_add, type, carried, product);
  return mlirValueIsNull(sum) ? accyElementsFail(elements, type) : sum;
}

// Whether contracting dimensions i-1 and i are neighbours in both operands.
static bool dot_dimensions_join(MlirOperation op, intptr_t i) {
  return i > 0 &&
         accyGetI64ArrayElement(op, "lhs_contract", i) == accyGetI64ArrayElement(op, "lhs_contract", i - 1) + 1 &&
         accyGetI64ArrayElement(op, "rhs_contract", i) == accyGetI64ArrayElement(op, "rhs_contract", i - 1) + 1;
}

void accyElementsOfDotGeneral(AccyElements *elements, MlirOperation op, intptr_t count,
                              const AccyPosition *const *positions, MlirValue *outElements) {
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(op, 0));
  AccyFold fold = accyFoldCreate(elements, op, count, positions, accyGetI64ArraySize(op, "lhs_contract"));
  fold.step = step_dot;
  for (intptr_t i = 0; i < fold.rank; ++i)
    accyFoldAddDimension(&fold, i, mlirShapedTypeGetDimSize(lhs, accyGetI64ArrayElement(op, "lhs_contract", i)),
                         dot_dimensions_join(op, i));
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirType type = dot_accumulator(op);
  accyFoldBuild(&fold, accyBuildNumber(&builder.kernel, accyScalarType(type), 0), outElements);
  accyFoldFree(&fold);
  for (intptr_t i = 0; i < count; ++i)
    outElements[i] =
        accyBuildScalarConvert(&builder, type, element_type(mlirOperationGetResult(op, 0)), outElements[i]);
}

MlirValue accyElementOfDotGeneral(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  MlirValue element;
  accyElementsOfDotGeneral(elements, op, 1, &position, &element);
  return element;
}

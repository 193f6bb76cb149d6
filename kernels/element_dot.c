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

MlirType accyDotGetAccumulator(MlirOperation dot) {
  MlirAttribute wanted = accyGetAttribute(dot, "accumulate");
  if (!mlirAttributeIsNull(wanted) && mlirAttributeIsAType(wanted))
    return mlirTypeAttrGetValue(wanted);
  return accyAccumulatorType(element_type(mlirOperationGetResult(dot, 0)));
}

// Where an operand's dimensions are: its batch dimensions are the result's first, its contracting ones are folded, and
// the others follow in the result, the right operand's after the left one's.
static const AccyPosition *position_in_operand(AccyElements *elements, MlirOperation dot, intptr_t number,
                                               const AccyPosition *result, const AccyPosition *folded) {
  const char *batch = number == 0 ? "lhs_batch" : "rhs_batch";
  const char *contracting = number == 0 ? "lhs_contract" : "rhs_contract";
  intptr_t firstFree = accyGetI64ArraySize(dot, "lhs_batch");
  if (number == 1)
    firstFree = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(dot, 0))) -
                accyGetI64ArraySize(dot, "lhs_contract");
  AccyShape shape = accyElementGetShape(elements, mlirOperationGetOperand(dot, number));
  AccyDimensionSource *sources = accyAllocate((size_t)shape.rank * sizeof *sources);
  for (intptr_t i = 0, index; i < shape.rank; ++i) {
    if (array_holds(dot, batch, i, &index))
      sources[i] = (AccyDimensionSource){result, index};
    else if (array_holds(dot, contracting, i, &index))
      sources[i] = (AccyDimensionSource){folded, index};
    else
      sources[i] = (AccyDimensionSource){result, firstFree++};
  }
  const AccyPosition *position = accyPositionGather(&elements->indexing, result, shape.rank, shape.extents, sources);
  free(sources);
  return position;
}

MlirValue accyElementOfDotOperand(AccyElements *elements, MlirOperation dot, intptr_t number,
                                  const AccyPosition *result, const AccyPosition *folded) {
  MlirValue operand = mlirOperationGetOperand(dot, number);
  MlirValue element = accyElementAt(elements, operand, position_in_operand(elements, dot, number, result, folded));
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, dot);
  return accyBuildScalarConvert(&builder, element_type(operand), accyDotGetAccumulator(dot), element);
}

static MlirValue step_dot(AccyFold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried) {
  AccyElements *elements = fold->elements;
  MlirType type = accyDotGetAccumulator(fold->op);
  MlirValue lhs = accyElementOfDotOperand(elements, fold->op, 0, result, folded);
  MlirValue rhs = accyElementOfDotOperand(elements, fold->op, 1, result, folded);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, fold->op);
  MlirValue sum = accyBuildScalarMultiplyAdd(&builder, fold->op, type, lhs, rhs, carried);
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
  MlirType type = accyDotGetAccumulator(op);
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

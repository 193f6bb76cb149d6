// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of reduce; see reduction.h.

#include "kernels/reduction.h"

#include "kernels/element_fold.h"
#include "support/ir.h"

#include <math.h>
#include <stdlib.h>

// A reduction's operator and the limits that name its identity.
typedef struct AccyReductionOperator {
  const char *kind;
  AccyOpcode opcode;
  enum { IdentityZero, IdentityOne, IdentityLeast, IdentityGreatest, IdentityAllOnes } identity;
} AccyReductionOperator;

static const AccyReductionOperator operators[] = {
    {"sum", AccyOp_add, IdentityZero},     {"prod", AccyOp_mul, IdentityOne},    {"max", AccyOp_max, IdentityLeast},
    {"min", AccyOp_min, IdentityGreatest}, {"and", AccyOp_and, IdentityAllOnes}, {"or", AccyOp_or, IdentityZero},
};

static const AccyReductionOperator *find_operator(MlirOperation op) {
  MlirStringRef kind = accyGetString(op, "kind");
  for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i)
    if (accyTextEquals(kind, operators[i].kind))
      return &operators[i];
  return NULL;
}

MlirValue accyReductionBuildIdentity(AccyKernelBuilder *builder, const AccyReduction *reduction) {
  const AccyReductionOperator *row = reduction->operator;
  MlirType element = reduction->accumulator;
  uint32_t kind = accyElementTypeGetKind(element);
  MlirType type = accyScalarType(element);
  if (kind == AccyElementFloat && (row->identity == IdentityLeast || row->identity == IdentityGreatest))
    return accyBuildFloat(builder, type, row->identity == IdentityLeast ? -INFINITY : INFINITY);
  if (row->identity == IdentityZero || row->identity == IdentityOne)
    return accyBuildNumber(builder, type, row->identity == IdentityOne);
  bool isSigned = kind == AccyElementSignedInteger;
  unsigned width = mlirIntegerTypeGetWidth(type);
  uint64_t all = UINT64_MAX >> (64 - width), sign = UINT64_C(1) << (width - 1);
  uint64_t least = isSigned ? sign : 0, greatest = isSigned ? all >> 1 : all;
  uint64_t value = row->identity == IdentityLeast ? least : row->identity == IdentityGreatest ? greatest : all;
  return accyBuildInteger(builder, type, (int64_t)value);
}

bool accyReduceFoldsDimension(MlirOperation reduce, intptr_t dimension) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(reduce, "dims"); i < n; ++i)
    if (accyGetI64ArrayElement(reduce, "dims", i) == dimension)
      return true;
  return false;
}

// Sums and products of narrow floats are kept wider; the other operators choose among the elements.
static MlirType choose_accumulator(MlirType element, AccyOpcode opcode) {
  return opcode == AccyOp_add || opcode == AccyOp_mul ? accyAccumulatorType(element) : element;
}

bool accyReductionRead(AccyElements *elements, MlirOperation op, AccyReduction *outReduction) {
  AccyShape operand = accyElementGetShape(elements, mlirOperationGetOperand(op, 0));
  const AccyReductionOperator *row = find_operator(op);
  bool isBitwise = row && (row->opcode == AccyOp_and || row->opcode == AccyOp_or);
  if (!row || (isBitwise && accyElementTypeGetKind(operand.element) == AccyElementFloat)) {
    accyEmitOpError(op, "has no kernel code for its kind on these elements [UnsupportedOperation]");
    return false;
  }
  int64_t *extents = accyAllocate((size_t)(operand.rank + 1) * sizeof *extents);
  intptr_t rank = 0;
  for (intptr_t i = 0; i < operand.rank; ++i)
    if (accyReduceFoldsDimension(op, i))
      extents[rank++] = operand.extents[i];
  *outReduction = (AccyReduction){.op = op,
                                  .operator = row,
                                  .element = operand.element,
                                  .accumulator = choose_accumulator(operand.element, row->opcode),
                                  .rank = rank,
                                  .extents = accyIndexingCopy(&elements->indexing, extents, rank, sizeof *extents)};
  free(extents);
  return true;
}

MlirValue accyReductionCombine(AccyScalarBuilder *builder, const AccyReduction *reduction, MlirValue left,
                               MlirValue right) {
  return accyBuildScalarBinary(builder, reduction->op, reduction->operator->opcode, reduction->accumulator, left,
                               right);
}

MlirValue accyReductionFinish(AccyScalarBuilder *builder, const AccyReduction *reduction, MlirValue value) {
  return accyBuildScalarConvert(builder, reduction->accumulator, reduction->element, value);
}

// In the operand, the result's dimensions and the folded ones take turns.
static const AccyPosition *position_in_operand(AccyElements *elements, const AccyReduction *reduction,
                                               const AccyPosition *result, const AccyPosition *folded) {
  AccyShape shape = accyElementGetShape(elements, mlirOperationGetOperand(reduction->op, 0));
  AccyDimensionSource *sources = accyAllocate((size_t)shape.rank * sizeof *sources);
  intptr_t numFolded = 0;
  for (intptr_t i = 0; i < shape.rank; ++i) {
    bool folds = accyReduceFoldsDimension(reduction->op, i);
    sources[i] = folds ? (AccyDimensionSource){folded, numFolded} : (AccyDimensionSource){result, i - numFolded};
    numFolded += folds;
  }
  const AccyPosition *position = accyPositionGather(&elements->indexing, result, shape.rank, shape.extents, sources);
  free(sources);
  return position;
}

MlirValue accyReductionFold(AccyElements *elements, const AccyReduction *reduction, const AccyPosition *result,
                            const AccyPosition *folded, MlirValue carried) {
  const AccyPosition *position = position_in_operand(elements, reduction, result, folded);
  MlirValue element = accyElementAt(elements, mlirOperationGetOperand(reduction->op, 0), position);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, reduction->op);
  element = accyBuildScalarConvert(&builder, reduction->element, reduction->accumulator, element);
  MlirValue value = accyReductionCombine(&builder, reduction, carried, element);
  return mlirValueIsNull(value) ? accyElementsFail(elements, reduction->accumulator) : value;
}

static MlirValue step(AccyFold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried) {
  return accyReductionFold(fold->elements, fold->userData, result, folded, carried);
}

MlirValue accyElementOfReduce(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  AccyReduction reduction;
  if (!accyReductionRead(elements, op, &reduction))
    return accyElementsFail(elements, mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0))));
  AccyShape operand = accyElementGetShape(elements, mlirOperationGetOperand(op, 0));
  AccyFold fold = accyFoldCreate(elements, op, 1, &position, reduction.rank);
  fold.step = step;
  fold.userData = &reduction;
  intptr_t numFolded = 0, last = -1;
  for (intptr_t i = 0; i < operand.rank; ++i) {
    if (!accyReduceFoldsDimension(op, i))
      continue;
    bool joins = accyExtentProduct(operand.extents, last + 1, i) == 1;
    accyFoldAddDimension(&fold, numFolded++, operand.extents[i], joins);
    last = i;
  }
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirValue value;
  accyFoldBuild(&fold, accyReductionBuildIdentity(&builder.kernel, &reduction), &value);
  accyFoldFree(&fold);
  return accyReductionFinish(&builder, &reduction, value);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of reduce and dot_general: loops over what is folded, from the identity of the operator. Dimensions that are
// neighbours wherever they are read are one loop. Without an element to fold there is no loop.

#include "kernels/element_internal.h"

#include "support/ir.h"

#include <math.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Loops over the folded dimensions
//===----------------------------------------------------------------------===//

typedef struct Fold Fold;

/// One fold under construction: a loop for each group of folded dimensions, which carries the value of each result.
struct Fold {
  AccyElements *elements;
  MlirOperation op;
  /// Where the results are, all in one scope.
  intptr_t numResults;
  const AccyPosition *const *results;
  /// The folded dimensions' extents, and the groups of them that are one loop; indices are set as loops are entered.
  intptr_t rank;
  int64_t *extents;
  intptr_t numLoops;
  AccyPositionGroup *loops;
  /// Combines the value so far of a result with the element at `folded`.
  MlirValue (*step)(Fold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried);
};

// Begins a fold of `rank` dimensions; add_dimension says more of each.
static Fold create_fold(AccyElements *elements, MlirOperation op, intptr_t numResults,
                        const AccyPosition *const *results, intptr_t rank) {
  Fold fold = {.elements = elements, .op = op, .numResults = numResults, .results = results, .rank = rank};
  fold.extents = accyAllocate((size_t)(rank + 1) * sizeof *fold.extents);
  fold.loops = accyAllocate((size_t)(rank + 1) * sizeof *fold.loops);
  return fold;
}

static void free_fold(Fold *fold) {
  free(fold->extents);
  free(fold->loops);
}

// Adds the dimension to the loop before it, or begins another with it.
static void add_dimension(Fold *fold, intptr_t dimension, bool joins) {
  if (dimension == 0 || !joins)
    fold->loops[fold->numLoops++].begin = dimension;
  fold->loops[fold->numLoops - 1].end = dimension + 1;
}

static void build_loops(Fold *fold, intptr_t level, MlirValue *values);

static void build_loop(Fold *fold, intptr_t level, int64_t extent, MlirValue *values) {
  AccyIndexing *indexing = &fold->elements->indexing;
  AccyScalarBuilder builder = accyElementsGetBuilder(fold->elements, fold->op);
  MlirType types[ACCY_MOST_CARRIED];
  MlirValue next[ACCY_MOST_CARRIED];
  for (intptr_t i = 0; i < fold->numResults; ++i)
    types[i] = mlirValueGetType(values[i]);
  AccyLoop loop = accyBeginLoop(&builder.kernel, fold->numResults, types);
  for (intptr_t i = 0; i < fold->numResults; ++i)
    next[i] = accyLoopGetCarried(&loop, i);
  const AccyScope *outer = indexing->scope;
  accyEnterScope(indexing, loop.body, false);
  fold->loops[level].index = loop.counter;
  build_loops(fold, level + 1, next);
  indexing->scope = outer;
  accyEndLoop(&builder.kernel, &loop, extent, fold->numResults, values, next, values);
}

// Replaces the values so far by those after the loops from `level` on.
static void build_loops(Fold *fold, intptr_t level, MlirValue *values) {
  AccyIndexing *indexing = &fold->elements->indexing;
  if (level == fold->numLoops) {
    const AccyPosition *folded =
        accyPositionCreate(indexing, fold->results[0], fold->rank, fold->extents, fold->numLoops, fold->loops);
    for (intptr_t i = 0; i < fold->numResults; ++i)
      values[i] = fold->step(fold, fold->results[i], folded, values[i]);
    return;
  }
  int64_t extent = accyExtentProduct(fold->extents, fold->loops[level].begin, fold->loops[level].end);
  if (extent != 1) {
    build_loop(fold, level, extent, values);
    return;
  }
  fold->loops[level].index = accyBuildIndex(&indexing->builder, 0);
  build_loops(fold, level + 1, values);
}

// The values start as the identity, and stay so when there is nothing to fold.
static void build_fold(Fold *fold, MlirValue identity, MlirValue *outValues) {
  for (intptr_t i = 0; i < fold->numResults; ++i)
    outValues[i] = identity;
  if (accyExtentProduct(fold->extents, 0, fold->rank) > 0)
    build_loops(fold, 0, outValues);
}

//===----------------------------------------------------------------------===//
// Reduce
//===----------------------------------------------------------------------===//

// A reduction's operator and the limits that name its identity.
typedef struct OperatorRow {
  const char *kind;
  AccyOpcode opcode;
  enum { IdentityZero, IdentityOne, IdentityLeast, IdentityGreatest, IdentityAllOnes } identity;
} OperatorRow;

static const OperatorRow operators[] = {
    {"sum", AccyOp_add, IdentityZero},     {"prod", AccyOp_mul, IdentityOne},    {"max", AccyOp_max, IdentityLeast},
    {"min", AccyOp_min, IdentityGreatest}, {"and", AccyOp_and, IdentityAllOnes}, {"or", AccyOp_or, IdentityZero},
};

static const OperatorRow *find_operator(MlirOperation op) {
  MlirStringRef kind = accyGetString(op, "kind");
  for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i)
    if (accyTextEquals(kind, operators[i].kind))
      return &operators[i];
  return NULL;
}

static MlirValue build_identity(AccyKernelBuilder *builder, const OperatorRow *row, MlirType element) {
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

static bool is_folded(MlirOperation reduce, intptr_t dimension, intptr_t *outIndex) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(reduce, "dims"); i < n; ++i)
    if (accyGetI64ArrayElement(reduce, "dims", i) == dimension) {
      *outIndex = i;
      return true;
    }
  return false;
}

static MlirType element_type(MlirValue value) {
  return mlirShapedTypeGetElementType(mlirValueGetType(value));
}

// Sums and products of narrow floats are kept wider; the other operators choose among the elements.
static MlirType reduce_accumulator(MlirOperation op, AccyOpcode opcode) {
  MlirType element = element_type(mlirOperationGetOperand(op, 0));
  return opcode == AccyOp_add || opcode == AccyOp_mul ? accyAccumulatorType(element) : element;
}

// In the operand, the result's dimensions and the folded ones take turns; folded ones are numbered in operand order.
static MlirValue step_reduce(Fold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried) {
  AccyElements *elements = fold->elements;
  MlirValue operand = mlirOperationGetOperand(fold->op, 0);
  AccyShape shape = accyElementGetShape(elements, operand);
  AccyDimensionSource *sources = accyAllocate((size_t)shape.rank * sizeof *sources);
  intptr_t numFolded = 0, ignored;
  for (intptr_t i = 0; i < shape.rank; ++i) {
    bool folds = is_folded(fold->op, i, &ignored);
    sources[i] = folds ? (AccyDimensionSource){folded, numFolded} : (AccyDimensionSource){result, i - numFolded};
    numFolded += folds;
  }
  const AccyPosition *position = accyPositionGather(&elements->indexing, result, shape.rank, shape.extents, sources);
  free(sources);
  const OperatorRow *row = find_operator(fold->op);
  MlirType type = reduce_accumulator(fold->op, row->opcode);
  MlirValue element = accyElementAt(elements, operand, position);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, fold->op);
  element = accyBuildScalarConvert(&builder, shape.element, type, element);
  MlirValue value = accyBuildScalarBinary(&builder, fold->op, row->opcode, type, carried, element);
  return mlirValueIsNull(value) ? accyElementsFail(elements, type) : value;
}

MlirValue accyElementOfReduce(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  AccyShape operand = accyElementGetShape(elements, mlirOperationGetOperand(op, 0));
  const OperatorRow *row = find_operator(op);
  bool isBitwise = row && (row->opcode == AccyOp_and || row->opcode == AccyOp_or);
  if (!row || (isBitwise && accyElementTypeGetKind(operand.element) == AccyElementFloat)) {
    accyEmitOpError(op, "has no kernel code for its kind on these elements [UnsupportedOperation]");
    return accyElementsFail(elements, operand.element);
  }
  Fold fold = create_fold(elements, op, 1, &position, accyGetI64ArraySize(op, "dims"));
  fold.step = step_reduce;
  intptr_t numFolded = 0, last = -1, ignored;
  for (intptr_t i = 0; i < operand.rank; ++i) {
    if (!is_folded(op, i, &ignored))
      continue;
    fold.extents[numFolded] = operand.extents[i];
    add_dimension(&fold, numFolded++, accyExtentProduct(operand.extents, last + 1, i) == 1);
    last = i;
  }
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirType type = reduce_accumulator(op, row->opcode);
  MlirValue value;
  build_fold(&fold, build_identity(&builder.kernel, row, type), &value);
  free_fold(&fold);
  return accyBuildScalarConvert(&builder, type, operand.element, value);
}

//===----------------------------------------------------------------------===//
// Dot product
//===----------------------------------------------------------------------===//

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
static MlirValue get_dot_operand(Fold *fold, const AccyPosition *result, const AccyPosition *folded, intptr_t number,
                                 const char *batch, const char *contracting, intptr_t firstFree) {
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

static MlirValue step_dot(Fold *fold, const AccyPosition *result, const AccyPosition *folded, MlirValue carried) {
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
  Fold fold = create_fold(elements, op, count, positions, accyGetI64ArraySize(op, "lhs_contract"));
  fold.step = step_dot;
  for (intptr_t i = 0; i < fold.rank; ++i) {
    fold.extents[i] = mlirShapedTypeGetDimSize(lhs, accyGetI64ArrayElement(op, "lhs_contract", i));
    add_dimension(&fold, i, dot_dimensions_join(op, i));
  }
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirType type = dot_accumulator(op);
  build_fold(&fold, accyBuildNumber(&builder.kernel, accyScalarType(type), 0), outElements);
  free_fold(&fold);
  for (intptr_t i = 0; i < count; ++i)
    outElements[i] =
        accyBuildScalarConvert(&builder, type, element_type(mlirOperationGetResult(op, 0)), outElements[i]);
}

MlirValue accyElementOfDotGeneral(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  MlirValue element;
  accyElementsOfDotGeneral(elements, op, 1, &position, &element);
  return element;
}

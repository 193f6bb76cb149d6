// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type rules of reduce and dot_general.

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

static const MlirType no_type;

static bool contains(const AccyIntegers *integers, int64_t value) {
  for (intptr_t i = 0; i < integers->count; ++i)
    if (integers->values[i] == value)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

typedef struct ReductionRow {
  const char *kind;
  uint32_t elements;
  const char *elementsText;
} ReductionRow;

static const ReductionRow reductions[] = {
    {"sum", AccyElementNumber, "floats or integers"},
    {"prod", AccyElementNumber, "floats or integers"},
    {"max", AccyElementAny, "any"},
    {"min", AccyElementAny, "any"},
    {"and", AccyElementIntegral, "integers or i1"},
    {"or", AccyElementIntegral, "integers or i1"},
};

static bool fits_reduction(const AccyOpInputs *inputs, MlirType element) {
  MlirStringRef kind = accyInputsGetString(inputs, "kind");
  for (size_t i = 0; i < sizeof reductions / sizeof reductions[0]; ++i) {
    const ReductionRow *row = &reductions[i];
    if (!accyTextEquals(kind, row->kind) || (accyElementTypeGetKind(element) & row->elements))
      continue;
    accyReject(inputs, "C2", "'kind' must fit the elements: %s takes %s", row->kind, row->elementsText);
    return false;
  }
  return true;
}

static MlirType infer_reduce(const AccyOpInputs *inputs) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = {.element = from.element};
  AccyIntegers dims = accyInputsGetIntegers(inputs, "dims");
  if (mlirLogicalResultIsFailure(accyCheckDimensions(inputs, "C1", "dims", &dims, from.rank)) ||
      !fits_reduction(inputs, from.element))
    return no_type;
  for (intptr_t i = 0; i < from.rank; ++i)
    if (!contains(&dims, i))
      to.extents[to.rank++] = from.extents[i];
  return accyShapeToType(&to);
}

const AccyTypeRule accyReduceRule = {.infer = infer_reduce, .resultConstraint = "C3"};

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

// One operand's part of the dimension numbers.
typedef struct DotSide {
  AccyShape shape;
  AccyIntegers batch, contract;
} DotSide;

static DotSide read_side(const AccyOpInputs *inputs, intptr_t operand, const char *batch, const char *contract) {
  return (DotSide){.shape = accyShapeGet(inputs->operands[operand]),
                   .batch = accyInputsGetIntegers(inputs, batch),
                   .contract = accyInputsGetIntegers(inputs, contract)};
}

static MlirLogicalResult check_side(const AccyOpInputs *inputs, const char *constraint, const char *batch_name,
                                    const char *contract_name, const DotSide *side) {
  if (mlirLogicalResultIsFailure(accyCheckDimensions(inputs, constraint, batch_name, &side->batch, side->shape.rank)) ||
      mlirLogicalResultIsFailure(
          accyCheckDimensions(inputs, constraint, contract_name, &side->contract, side->shape.rank)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < side->contract.count; ++i)
    if (contains(&side->batch, side->contract.values[i]))
      return accyReject(inputs, constraint, "'%s' and '%s' must not share a dimension, but share %lld", batch_name,
                        contract_name, (long long)side->contract.values[i]);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_counts(const AccyOpInputs *inputs, const char *constraint, const char *what,
                                      const AccyIntegers *left, const AccyIntegers *right) {
  if (left->count == right->count)
    return mlirLogicalResultSuccess();
  return accyReject(inputs, constraint, "'lhs_%s' and 'rhs_%s' must be equally many, but are %ld and %ld", what, what,
                    (long)left->count, (long)right->count);
}

static MlirLogicalResult check_extents(const AccyOpInputs *inputs, const char *constraint, const char *what,
                                       const DotSide *left, const AccyIntegers *left_dims, const DotSide *right,
                                       const AccyIntegers *right_dims) {
  for (intptr_t i = 0; i < left_dims->count; ++i) {
    int64_t left_extent = left->shape.extents[left_dims->values[i]];
    int64_t right_extent = right->shape.extents[right_dims->values[i]];
    if (left_extent != right_extent)
      return accyReject(inputs, constraint, "%s dimensions must have the same extents, but pair %ld has %lld and %lld",
                        what, (long)i, (long long)left_extent, (long long)right_extent);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_accumulate(const AccyOpInputs *inputs, MlirType element) {
  MlirAttribute accumulate = accyInputsGetAttribute(inputs, "accumulate");
  if (mlirAttributeIsNull(accumulate))
    return mlirLogicalResultSuccess();
  MlirType type = mlirAttributeIsAType(accumulate) ? mlirTypeAttrGetValue(accumulate) : element;
  if (!mlirAttributeIsAType(accumulate) || accyElementTypeGetKind(type) != accyElementTypeGetKind(element) ||
      accyElementTypeGetBytes(type) < accyElementTypeGetBytes(element))
    return accyReject(inputs, "C7",
                      "'accumulate' must be an element type of the operands' kind that is at least as wide");
  return mlirLogicalResultSuccess();
}

// Appends the dimensions of one side that are neither batch nor contracting.
static bool append_free(AccyShape *to, const DotSide *side) {
  for (intptr_t i = 0; i < side->shape.rank; ++i) {
    if (contains(&side->batch, i) || contains(&side->contract, i))
      continue;
    if (to->rank == ACCY_MAX_RANK)
      return false;
    to->extents[to->rank++] = side->shape.extents[i];
  }
  return true;
}

static MlirType infer_dot_general(const AccyOpInputs *inputs) {
  DotSide left = read_side(inputs, 0, "lhs_batch", "lhs_contract");
  DotSide right = read_side(inputs, 1, "rhs_batch", "rhs_contract");
  if (!mlirTypeEqual(left.shape.element, right.shape.element)) {
    accyRejectTypes(inputs, "C1", "operands must have the same elements", inputs->operands[0], inputs->operands[1]);
    return no_type;
  }
  if (mlirLogicalResultIsFailure(check_counts(inputs, "C2", "batch", &left.batch, &right.batch)) ||
      mlirLogicalResultIsFailure(check_counts(inputs, "C2", "contract", &left.contract, &right.contract)) ||
      mlirLogicalResultIsFailure(check_side(inputs, "C3", "lhs_batch", "lhs_contract", &left)) ||
      mlirLogicalResultIsFailure(check_side(inputs, "C4", "rhs_batch", "rhs_contract", &right)) ||
      mlirLogicalResultIsFailure(check_extents(inputs, "C5", "batch", &left, &left.batch, &right, &right.batch)) ||
      mlirLogicalResultIsFailure(
          check_extents(inputs, "C6", "contracting", &left, &left.contract, &right, &right.contract)) ||
      mlirLogicalResultIsFailure(check_accumulate(inputs, left.shape.element)))
    return no_type;
  AccyShape to = {.element = left.shape.element};
  for (intptr_t i = 0; i < left.batch.count; ++i)
    to.extents[to.rank++] = left.shape.extents[left.batch.values[i]];
  if (!append_free(&to, &left) || !append_free(&to, &right)) {
    accyReject(inputs, "C8", "the result must have at most 8 dimensions");
    return no_type;
  }
  MlirAttribute accumulate = accyInputsGetAttribute(inputs, "accumulate");
  if (!mlirAttributeIsNull(accumulate))
    to.element = mlirTypeAttrGetValue(accumulate);
  return accyShapeToType(&to);
}

// The sums may be rounded back to the operands' elements, so the result has either.
static MlirLogicalResult check_dot_general(const AccyOpInputs *inputs, MlirType result) {
  MlirType inferred = infer_dot_general(inputs);
  if (mlirTypeIsNull(inferred))
    return mlirLogicalResultFailure();
  AccyShape wanted = accyShapeGet(inferred), given = accyShapeGet(result);
  if (accyShapeHasSameExtents(&wanted, &given) &&
      (mlirTypeEqual(given.element, wanted.element) ||
       mlirTypeEqual(given.element, mlirShapedTypeGetElementType(inputs->operands[0]))))
    return mlirLogicalResultSuccess();
  return accyRejectTypes(inputs, "C9",
                         "the result must have batch, free left and free right dimensions and the elements of the "
                         "operands or of 'accumulate'",
                         inferred, result);
}

const AccyTypeRule accyDotGeneralRule = {.infer = infer_dot_general, .check = check_dot_general};

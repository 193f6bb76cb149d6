// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type rules of the operations that move or repeat elements.

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

static const MlirType no_type;

// Rejects unless the attribute has one entry a dimension.
static bool has_one_each(const AccyOpInputs *inputs, const char *constraint, const char *what,
                         const AccyIntegers *integers, intptr_t rank) {
  if (integers->count == rank)
    return true;
  accyReject(inputs, constraint, "'%s' must have one entry for each of the operand's %ld dimensions, but has %ld", what,
             (long)rank, (long)integers->count);
  return false;
}

//===----------------------------------------------------------------------===//
// broadcast, reshape: the result type is given
//===----------------------------------------------------------------------===//

static MlirLogicalResult check_same_elements(const AccyOpInputs *inputs, MlirType result) {
  MlirType operand = inputs->operands[0];
  if (mlirTypeEqual(mlirShapedTypeGetElementType(operand), mlirShapedTypeGetElementType(result)))
    return mlirLogicalResultSuccess();
  return accyRejectTypes(inputs, "C1", "operand and result must have the same elements", operand, result);
}

static MlirLogicalResult check_broadcast(const AccyOpInputs *inputs, MlirType result) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = accyShapeGet(result);
  AccyIntegers dims = accyInputsGetIntegers(inputs, "dims");
  if (mlirLogicalResultIsFailure(check_same_elements(inputs, result)) ||
      !has_one_each(inputs, "C2", "dims", &dims, from.rank) ||
      mlirLogicalResultIsFailure(accyCheckDimensions(inputs, "C3", "dims", &dims, to.rank)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < from.rank; ++i) {
    int64_t extent = to.extents[dims.values[i]];
    if (from.extents[i] != 1 && from.extents[i] != extent)
      return accyReject(inputs, "C4",
                        "operand dimension %ld must have extent 1 or that of result dimension %lld, but %lld is not "
                        "%lld",
                        (long)i, (long long)dims.values[i], (long long)from.extents[i], (long long)extent);
  }
  return mlirLogicalResultSuccess();
}

const AccyTypeRule accyBroadcastRule = {.check = check_broadcast};

static MlirLogicalResult check_reshape(const AccyOpInputs *inputs, MlirType result) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = accyShapeGet(result);
  if (mlirLogicalResultIsFailure(check_same_elements(inputs, result)))
    return mlirLogicalResultFailure();
  int64_t given = accyShapeGetNumElements(&from), wanted = accyShapeGetNumElements(&to);
  if (given == wanted)
    return mlirLogicalResultSuccess();
  return accyReject(inputs, "C2", "operand and result must have as many elements, but %lld are not %lld",
                    (long long)given, (long long)wanted);
}

const AccyTypeRule accyReshapeRule = {.check = check_reshape};

//===----------------------------------------------------------------------===//
// transpose, reverse
//===----------------------------------------------------------------------===//

static MlirType infer_transpose(const AccyOpInputs *inputs) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = from;
  AccyIntegers permutation = accyInputsGetIntegers(inputs, "permutation");
  if (!has_one_each(inputs, "C1", "permutation", &permutation, from.rank) ||
      mlirLogicalResultIsFailure(accyCheckDimensions(inputs, "C1", "permutation", &permutation, from.rank)))
    return no_type;
  for (intptr_t i = 0; i < from.rank; ++i)
    to.extents[i] = from.extents[permutation.values[i]];
  return accyShapeToType(&to);
}

const AccyTypeRule accyTransposeRule = {.infer = infer_transpose, .resultConstraint = "C2"};

static MlirType infer_reverse(const AccyOpInputs *inputs) {
  AccyIntegers dims = accyInputsGetIntegers(inputs, "dims");
  MlirType operand = inputs->operands[0];
  if (mlirLogicalResultIsFailure(accyCheckDimensions(inputs, "C1", "dims", &dims, mlirShapedTypeGetRank(operand))))
    return no_type;
  return operand;
}

const AccyTypeRule accyReverseRule = {.infer = infer_reverse, .resultConstraint = "C2"};

//===----------------------------------------------------------------------===//
// slice
//===----------------------------------------------------------------------===//

static MlirType infer_slice(const AccyOpInputs *inputs) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = from;
  AccyIntegers start = accyInputsGetIntegers(inputs, "start"), limit = accyInputsGetIntegers(inputs, "limit"),
               strides = accyInputsGetIntegers(inputs, "strides");
  if (!has_one_each(inputs, "C1", "start", &start, from.rank) ||
      !has_one_each(inputs, "C1", "limit", &limit, from.rank) ||
      !has_one_each(inputs, "C1", "strides", &strides, from.rank))
    return no_type;
  for (intptr_t i = 0; i < from.rank; ++i) {
    int64_t low = start.values[i], high = limit.values[i], stride = strides.values[i];
    if (low < 0 || low > high || high > from.extents[i]) {
      accyReject(inputs, "C2",
                 "0 <= start <= limit <= %lld must hold in dimension %ld, but start is %lld and limit %lld",
                 (long long)from.extents[i], (long)i, (long long)low, (long long)high);
      return no_type;
    }
    if (stride < 1) {
      accyReject(inputs, "C3", "'strides' must be at least 1, but is %lld in dimension %ld", (long long)stride,
                 (long)i);
      return no_type;
    }
    to.extents[i] = high == low ? 0 : (high - low - 1) / stride + 1;
  }
  return accyShapeToType(&to);
}

const AccyTypeRule accySliceRule = {.infer = infer_slice, .resultConstraint = "C4"};

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

// low + extent + (extent - 1) * interior + high; false when it is negative or does not fit.
static bool padded_extent(int64_t extent, int64_t low, int64_t high, int64_t interior, int64_t *out) {
  int64_t gaps = extent > 0 ? extent - 1 : 0, inner;
  return !__builtin_mul_overflow(gaps, interior, &inner) && !__builtin_add_overflow(inner, extent, &inner) &&
         !__builtin_add_overflow(low, high, out) && !__builtin_add_overflow(*out, inner, out) && *out >= 0;
}

static MlirType infer_pad(const AccyOpInputs *inputs) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = from, value = accyShapeGet(inputs->operands[1]);
  AccyIntegers low = accyInputsGetIntegers(inputs, "low"), high = accyInputsGetIntegers(inputs, "high"),
               interior = accyInputsGetIntegers(inputs, "interior");
  if (!accyShapeIsScalar(&value) || !mlirTypeEqual(value.element, from.element)) {
    accyRejectTypes(inputs, "C1", "the second operand must be a scalar of the first's elements", inputs->operands[0],
                    inputs->operands[1]);
    return no_type;
  }
  if (!has_one_each(inputs, "C2", "low", &low, from.rank) || !has_one_each(inputs, "C2", "high", &high, from.rank) ||
      !has_one_each(inputs, "C2", "interior", &interior, from.rank))
    return no_type;
  for (intptr_t i = 0; i < from.rank; ++i) {
    if (interior.values[i] < 0) {
      accyReject(inputs, "C3", "'interior' must be at least 0, but is %lld in dimension %ld",
                 (long long)interior.values[i], (long)i);
      return no_type;
    }
    if (!padded_extent(from.extents[i], low.values[i], high.values[i], interior.values[i], &to.extents[i])) {
      accyReject(inputs, "C4",
                 "the result's extents must be 0 to 2^63-1, but dimension %ld is padded from %lld by low %lld, high "
                 "%lld and interior %lld",
                 (long)i, (long long)from.extents[i], (long long)low.values[i], (long long)high.values[i],
                 (long long)interior.values[i]);
      return no_type;
    }
  }
  return accyShapeToType(&to);
}

const AccyTypeRule accyPadRule = {.infer = infer_pad, .resultConstraint = "C5"};

//===----------------------------------------------------------------------===//
// concatenate
//===----------------------------------------------------------------------===//

// Whether the two may stand next to each other along the dimension.
static bool fits_beside(const AccyShape *left, const AccyShape *right, int64_t dim) {
  if (left->rank != right->rank || !mlirTypeEqual(left->element, right->element))
    return false;
  for (intptr_t i = 0; i < left->rank; ++i)
    if (i != dim && left->extents[i] != right->extents[i])
      return false;
  return true;
}

static MlirType infer_concatenate(const AccyOpInputs *inputs) {
  AccyShape first = accyShapeGet(inputs->operands[0]), to = first;
  int64_t dim = accyInputsGetInteger(inputs, "dim");
  AccyIntegers dims = {.count = 1, .values = {dim}};
  if (mlirLogicalResultIsFailure(accyCheckDimensions(inputs, "C1", "dim", &dims, first.rank)))
    return no_type;
  for (intptr_t i = 1; i < inputs->numOperands; ++i) {
    AccyShape next = accyShapeGet(inputs->operands[i]);
    if (!fits_beside(&first, &next, dim)) {
      accyRejectTypes(inputs, "C2", "operands must have the same elements and extents but in dimension 'dim'",
                      inputs->operands[0], inputs->operands[i]);
      return no_type;
    }
    if (__builtin_add_overflow(to.extents[dim], next.extents[dim], &to.extents[dim])) {
      accyReject(inputs, "C3", "the result's extent must be at most 2^63-1");
      return no_type;
    }
  }
  return accyShapeToType(&to);
}

const AccyTypeRule accyConcatenateRule = {.infer = infer_concatenate, .resultConstraint = "C4"};

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

static bool fits_gather(const AccyOpInputs *inputs, const AccyShape *from, const AccyShape *indices, int64_t dim) {
  AccyIntegers dims = {.count = 1, .values = {dim}};
  if (mlirLogicalResultIsFailure(accyCheckDimensions(inputs, "C1", "dim", &dims, from->rank)))
    return false;
  if (!(accyElementTypeGetKind(indices->element) & AccyElementInteger)) {
    accyReject(inputs, "C2", "the second operand must have integers, which are indices");
    return false;
  }
  if (from->rank + indices->rank - 1 > ACCY_MAX_RANK) {
    accyReject(inputs, "C3", "the result must have at most %d dimensions, but has %ld", ACCY_MAX_RANK,
               (long)(from->rank + indices->rank - 1));
    return false;
  }
  if (from->extents[dim] == 0 && accyShapeGetNumElements(indices) > 0) {
    accyReject(inputs, "C4", "the first operand must have an element to take along dimension %lld", (long long)dim);
    return false;
  }
  return true;
}

static MlirType infer_gather(const AccyOpInputs *inputs) {
  AccyShape from = accyShapeGet(inputs->operands[0]), indices = accyShapeGet(inputs->operands[1]), to = from;
  int64_t dim = accyInputsGetInteger(inputs, "dim");
  if (!fits_gather(inputs, &from, &indices, dim))
    return no_type;
  to.rank = from.rank + indices.rank - 1;
  for (intptr_t i = 0; i < indices.rank; ++i)
    to.extents[dim + i] = indices.extents[i];
  for (intptr_t i = dim + 1; i < from.rank; ++i)
    to.extents[i - 1 + indices.rank] = from.extents[i];
  return accyShapeToType(&to);
}

const AccyTypeRule accyGatherRule = {.infer = infer_gather, .resultConstraint = "C5"};

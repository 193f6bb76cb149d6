// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operations: those that move nothing, and those on constants.

#include "dialects/accy/fold.h"
#include "support/ir.h"

static const AccyFoldResult none;

//===----------------------------------------------------------------------===//
// Operations that move nothing
//===----------------------------------------------------------------------===//

static bool counts_up(const AccyIntegers *integers) {
  for (intptr_t i = 0; i < integers->count && i < ACCY_MAX_RANK; ++i)
    if (integers->values[i] != i)
      return false;
  return true;
}

static bool is_zero_padding(const AccyFold *fold) {
  AccyShape shape = accyShapeGet(accyFoldGetOperandType(fold, 0));
  AccyIntegers low = accyFoldGetIntegers(fold, "low"), high = accyFoldGetIntegers(fold, "high"),
               interior = accyFoldGetIntegers(fold, "interior");
  for (intptr_t i = 0; i < shape.rank; ++i)
    if (low.values[i] != 0 || high.values[i] != 0 || (interior.values[i] != 0 && shape.extents[i] > 1))
      return false;
  return true;
}

static bool reverses_nothing(const AccyFold *fold) {
  AccyShape shape = accyShapeGet(fold->type);
  AccyIntegers dims = accyFoldGetIntegers(fold, "dims");
  for (intptr_t i = 0; i < dims.count && i < ACCY_MAX_RANK; ++i)
    if (shape.extents[dims.values[i]] > 1)
      return false;
  return true;
}

// Whether the operation, whose result has its first operand's type, is that operand.
static bool moves_nothing(const AccyFold *fold) {
  AccyIntegers integers;
  switch (fold->definition->opClass) {
  case AccyClassBroadcast:
    integers = accyFoldGetIntegers(fold, "dims");
    return counts_up(&integers);
  case AccyClassTranspose:
    integers = accyFoldGetIntegers(fold, "permutation");
    return counts_up(&integers);
  case AccyClassReshape:
  case AccyClassSlice:  // a slice of the same extents is the whole
  case AccyClassReduce: // over no dimension
    return true;
  case AccyClassConcatenate:
    return fold->numOperands == 1;
  case AccyClassPad:
    return is_zero_padding(fold);
  case AccyClassReverse:
    return reverses_nothing(fold);
  default:
    return false;
  }
}

// reverse of the same dimensions twice
static AccyFoldResult fold_double_reverse(const AccyFold *fold) {
  MlirValue inner = accyFoldGetOperand(fold, 0);
  if (fold->definition->opClass != AccyClassReverse || !mlirValueIsAOpResult(inner))
    return none;
  MlirOperation reverse = mlirOpResultGetOwner(inner);
  if (accyOpGetOpcode(reverse) != AccyOp_reverse ||
      !mlirAttributeEqual(accyGetAttribute(reverse, "dims"), accyGetAttribute(fold->op, "dims")))
    return none;
  return (AccyFoldResult){.value = mlirOperationGetOperand(reverse, 0)};
}

AccyFoldResult accyFoldShapeIdentity(const AccyFold *fold) {
  if (mlirTypeEqual(fold->type, accyFoldGetOperandType(fold, 0)) && moves_nothing(fold))
    return (AccyFoldResult){.value = accyFoldGetOperand(fold, 0)};
  return fold_double_reverse(fold);
}

//===----------------------------------------------------------------------===//
// Constants: where each element of the result comes from
//===----------------------------------------------------------------------===//

typedef struct Source {
  intptr_t operand;
  int64_t at[ACCY_MAX_RANK];
} Source;

static void locate_broadcast(const AccyFold *fold, const int64_t *at, Source *out) {
  AccyShape from = accyShapeGet(accyFoldGetOperandType(fold, 0));
  AccyIntegers dims = accyFoldGetIntegers(fold, "dims");
  for (intptr_t i = 0; i < from.rank; ++i)
    out->at[i] = from.extents[i] == 1 ? 0 : at[dims.values[i]];
}

static void locate_transpose(const AccyFold *fold, const int64_t *at, Source *out) {
  AccyIntegers permutation = accyFoldGetIntegers(fold, "permutation");
  for (intptr_t i = 0; i < permutation.count && i < ACCY_MAX_RANK; ++i)
    out->at[permutation.values[i]] = at[i];
}

static void locate_slice(const AccyFold *fold, const int64_t *at, Source *out) {
  AccyIntegers start = accyFoldGetIntegers(fold, "start"), strides = accyFoldGetIntegers(fold, "strides");
  for (intptr_t i = 0; i < start.count && i < ACCY_MAX_RANK; ++i)
    out->at[i] = start.values[i] + at[i] * strides.values[i];
}

static void locate_reverse(const AccyFold *fold, const int64_t *at, Source *out) {
  AccyShape shape = accyShapeGet(fold->type);
  AccyIntegers dims = accyFoldGetIntegers(fold, "dims");
  for (intptr_t i = 0; i < shape.rank; ++i)
    out->at[i] = at[i];
  for (intptr_t i = 0; i < dims.count && i < ACCY_MAX_RANK; ++i)
    out->at[dims.values[i]] = shape.extents[dims.values[i]] - 1 - at[dims.values[i]];
}

static void locate_pad(const AccyFold *fold, const int64_t *at, Source *out) {
  AccyShape from = accyShapeGet(accyFoldGetOperandType(fold, 0));
  AccyIntegers low = accyFoldGetIntegers(fold, "low"), interior = accyFoldGetIntegers(fold, "interior");
  for (intptr_t i = 0; i < from.rank; ++i) {
    int64_t inside = at[i] - low.values[i], step = interior.values[i] + 1;
    out->at[i] = inside / step;
    if (inside < 0 || inside % step != 0 || out->at[i] >= from.extents[i])
      out->operand = 1;
  }
}

static void locate_concatenate(const AccyFold *fold, const int64_t *at, Source *out) {
  AccyShape shape = accyShapeGet(fold->type);
  int64_t dim = accyGetInteger(fold->op, "dim", 0);
  for (intptr_t i = 0; i < shape.rank; ++i)
    out->at[i] = at[i];
  for (; out->operand + 1 < fold->numOperands; ++out->operand) {
    int64_t extent = mlirShapedTypeGetDimSize(accyFoldGetOperandType(fold, out->operand), dim);
    if (out->at[dim] < extent)
      return;
    out->at[dim] -= extent;
  }
}

typedef void (*Locate)(const AccyFold *fold, const int64_t *at, Source *out);

// reshape has none: its elements keep their order.
static const Locate locators[] = {
    [AccyClassBroadcast] = locate_broadcast,
    [AccyClassTranspose] = locate_transpose,
    [AccyClassSlice] = locate_slice,
    [AccyClassReverse] = locate_reverse,
    [AccyClassPad] = locate_pad,
    [AccyClassConcatenate] = locate_concatenate,
};

static int64_t linear_index(const AccyShape *shape, const int64_t *at) {
  int64_t index = 0;
  for (intptr_t i = 0; i < shape->rank; ++i)
    index = index * shape->extents[i] + at[i];
  return index;
}

// Moves to the next index in row-major order.
static void advance(const AccyShape *shape, int64_t *at) {
  for (intptr_t i = shape->rank - 1; i >= 0; --i) {
    if (++at[i] < shape->extents[i])
      return;
    at[i] = 0;
  }
}

static uint64_t read_source(const AccyFold *fold, const Source *source) {
  AccyElements elements;
  if (!accyFoldReadOperand(fold, source->operand, &elements)) // all operands have been read before
    return 0;
  return accyElementsGet(&elements, linear_index(&elements.shape, source->at));
}

static AccyFoldResult fold_reshape(const AccyFold *fold, const AccyElements *elements, int64_t count) {
  uint64_t bits[ACCY_MAX_FOLDED_ELEMENTS];
  for (int64_t i = 0; i < count; ++i)
    bits[i] = accyElementsGet(elements, i);
  return (AccyFoldResult){.attribute = accyElementsMake(fold->type, bits)};
}

static AccyFoldResult fold_moved(const AccyFold *fold, int64_t count) {
  uint64_t bits[ACCY_MAX_FOLDED_ELEMENTS];
  int64_t at[ACCY_MAX_RANK] = {0};
  AccyShape shape = accyShapeGet(fold->type);
  for (int64_t i = 0; i < count; ++i, advance(&shape, at)) {
    Source source = {0};
    locators[fold->definition->opClass](fold, at, &source);
    bits[i] = read_source(fold, &source);
  }
  return (AccyFoldResult){.attribute = accyElementsMake(fold->type, bits)};
}

// Whether every operand is a constant; `outSame` says whether all elements of all of them are the same.
static bool read_operands(const AccyFold *fold, AccyElements *first, bool *outSame) {
  *outSame = true;
  for (intptr_t i = 0; i < fold->numOperands; ++i) {
    AccyElements elements;
    if (!accyFoldReadOperand(fold, i, &elements))
      return false;
    if (i == 0)
      *first = elements;
    *outSame &= first->isSplat && accyElementsAre(&elements, accyElementsGet(first, 0));
  }
  return fold->numOperands > 0;
}

AccyFoldResult accyFoldShape(const AccyFold *fold) {
  AccyElements first;
  bool same;
  AccyShape shape = accyShapeGet(fold->type);
  int64_t count = accyShapeGetNumElements(&shape);
  if (count == 0 || !read_operands(fold, &first, &same))
    return none;
  if (same)
    return (AccyFoldResult){.attribute = accyElementsMakeSplat(fold->type, accyElementsGet(&first, 0))};
  if (count > ACCY_MAX_FOLDED_ELEMENTS)
    return none;
  return fold->definition->opClass == AccyClassReshape ? fold_reshape(fold, &first, count) : fold_moved(fold, count);
}

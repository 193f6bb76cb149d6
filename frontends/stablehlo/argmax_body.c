// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognizing the body that JAX writes for argmax and argmin. Of two values with their indices it takes the larger (or
// smaller), a NaN before any other, and of equal ones the lower index:
//
//   ^bb0(%v, %i, %w, %j):
//     %better = or (compare GT %v, %w), (compare NE %v, %v)
//     %first = or %better, (and (compare EQ %v, %w), (compare LT %i, %j))
//     return (select %better, %v, %w), (select %first, %i, %j)

#include "frontends/stablehlo/argmax_body.h"

#include "frontends/stablehlo/comparison.h"
#include "support/ir.h"

#include <string.h>

// The arguments, by the names above.
typedef struct Arguments {
  MlirValue v, i, w, j;
} Arguments;

// Whether the value is of that operation, with so many operands, which are put into `operands`.
static bool is_of(MlirValue value, const char *name, intptr_t count, MlirValue *operands) {
  if (!accyValueIsResultOf(value, name))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (mlirOperationGetNumOperands(op) != count || mlirOperationGetNumResults(op) != 1)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  return true;
}

static bool is_comparison(MlirValue value, const char *direction, MlirValue left, MlirValue right) {
  MlirValue operands[2];
  const char *actual;
  return is_of(value, "stablehlo.compare", 2, operands) && mlirValueEqual(operands[0], left) &&
         mlirValueEqual(operands[1], right) &&
         mlirLogicalResultIsSuccess(accyStablehloReadComparison(mlirOpResultGetOwner(value), &actual)) &&
         strcmp(actual, direction) == 0;
}

static bool is_select(MlirValue value, MlirValue left, MlirValue right, MlirValue *outCondition) {
  MlirValue operands[3];
  if (!is_of(value, "stablehlo.select", 3, operands) || !mlirValueEqual(operands[1], left) ||
      !mlirValueEqual(operands[2], right))
    return false;
  *outCondition = operands[0];
  return true;
}

static const char *find_kind(MlirValue better, const Arguments *a) {
  MlirValue operands[2];
  if (!is_of(better, "stablehlo.or", 2, operands) || !is_comparison(operands[1], "ne", a->v, a->v))
    return NULL;
  if (is_comparison(operands[0], "gt", a->v, a->w))
    return "max";
  return is_comparison(operands[0], "lt", a->v, a->w) ? "min" : NULL;
}

static bool is_first(MlirValue first, MlirValue better, const Arguments *a) {
  MlirValue either[2], both[2];
  return is_of(first, "stablehlo.or", 2, either) && mlirValueEqual(either[0], better) &&
         is_of(either[1], "stablehlo.and", 2, both) && is_comparison(both[0], "eq", a->v, a->w) &&
         is_comparison(both[1], "lt", a->i, a->j);
}

static MlirOperation find_last(MlirBlock block) {
  MlirOperation last = mlirBlockGetFirstOperation(block), next = last;
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    last = next;
  return last;
}

const char *accyStablehloFindArgmax(MlirOperation reduce) {
  MlirBlock block = accyGetBlock(reduce, 0);
  if (mlirBlockIsNull(block) || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)) ||
      mlirBlockGetNumArguments(block) != 4)
    return NULL;
  MlirOperation end = find_last(block);
  if (mlirOperationIsNull(end) || !accyOperationIs(end, "stablehlo.return") || mlirOperationGetNumOperands(end) != 2)
    return NULL;
  Arguments a = {mlirBlockGetArgument(block, 0), mlirBlockGetArgument(block, 1), mlirBlockGetArgument(block, 2),
                 mlirBlockGetArgument(block, 3)};
  MlirValue better, first;
  if (!is_select(mlirOperationGetOperand(end, 0), a.v, a.w, &better) ||
      !is_select(mlirOperationGetOperand(end, 1), a.i, a.j, &first) || !is_first(first, better, &a))
    return NULL;
  return find_kind(better, &a);
}

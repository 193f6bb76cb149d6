// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on narrow floats in f32; see narrow_floats.h.

#include "lowering/format.h"
#include "lowering/insert.h"
#include "lowering/narrow_floats.h"

#include <string.h>

// What the walk over a kernel carries.
typedef struct Widening {
  const AccyLoweringRequest *request; // of a check, else null
  AccySet dtypes;
  MlirLogicalResult result;
} Widening;

static bool is_narrow(const Widening *widening, MlirValue value) {
  return accyIsNarrowFloat(mlirValueGetType(value), widening->dtypes);
}

static bool has_narrow(const Widening *widening, MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (is_narrow(widening, mlirOperationGetOperand(op, i)))
      return true;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    if (is_narrow(widening, mlirOperationGetResult(op, i)))
      return true;
  return false;
}

// Whether the operation computes; others hand on what they are given.
static bool computes(MlirOperation op) {
  static const char *const moves[] = {"arith.bitcast", "arith.constant", "arith.select"};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i)
    if (accyTextEquals(name, moves[i]))
      return false;
  return strncmp(name.data, "arith.", strlen("arith.")) == 0 || strncmp(name.data, "math.", strlen("math.")) == 0;
}

// Whether numbers of the type lose nothing in f32 that the narrow float would have kept: integers that f32 rounds are
// infinities of f16.
static bool is_exact_in_f32(MlirType from, MlirType to) {
  if (!mlirTypeIsAInteger(from))
    return !mlirTypeIsAF64(from);
  return mlirTypeIsAF16(to) || mlirIntegerTypeGetWidth(from) < 32;
}

static MlirLogicalResult check_rounding(const Widening *widening, MlirOperation op) {
  enum { ToNearestEven = 0 };
  MlirType to = mlirValueGetType(mlirOperationGetResult(op, 0));
  const char *name = mlirTypeIsAF16(to) ? "f16" : "bf16";
  if (!is_exact_in_f32(mlirValueGetType(mlirOperationGetOperand(op, 0)), to))
    return accyLoweringOpError(widening->request, op,
                               "it would round twice: convert to f32, then to %s [UnsupportedOperation]", name);
  if (accyGetInteger(op, "roundingmode", ToNearestEven) != ToNearestEven)
    return accyLoweringOpError(widening->request, op,
                               "%s are rounded to nearest, ties to even, only: leave out the rounding mode "
                               "[UnsupportedOperation]",
                               name);
  return mlirLogicalResultSuccess();
}

static MlirWalkResult check(MlirOperation op, void *userData) {
  Widening *widening = userData;
  if (!computes(op) || mlirOperationGetNumResults(op) == 0 || !is_narrow(widening, mlirOperationGetResult(op, 0)))
    return MlirWalkResultAdvance;
  widening->result = check_rounding(widening, op);
  return mlirLogicalResultIsSuccess(widening->result) ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

MlirLogicalResult accyCheckNarrowFloats(const AccyLoweringRequest *request, AccySet dtypes) {
  Widening widening = {request, dtypes, mlirLogicalResultSuccess()};
  mlirOperationWalk(request->kernel, check, &widening, MlirWalkPreOrder);
  return widening.result;
}

// The operation's value, of f32 where it is a narrow float.
static MlirValue insert_widened(const Widening *widening, MlirOperation op) {
  MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(op));
  if (accyOperationIs(op, "arith.truncf"))
    return mlirOperationGetOperand(op, 0);
  MlirOperation wide = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, wide);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (is_narrow(widening, mlirOperationGetOperand(op, i)))
      mlirOperationSetOperand(wide, i, accyInsertNarrowFloatExtension(wide, mlirOperationGetOperand(op, i)));
  MlirValue result = mlirOperationGetResult(wide, 0);
  if (is_narrow(widening, result))
    mlirValueSetType(result, f32);
  bool isExtension = accyOperationIs(op, "arith.extf") && mlirTypeIsAF32(mlirValueGetType(result));
  if (!isExtension)
    return result;
  MlirValue extended = mlirOperationGetOperand(wide, 0);
  mlirOperationDestroy(wide);
  return extended;
}

static MlirWalkResult widen(MlirOperation op, void *userData) {
  Widening *widening = userData;
  if (!computes(op) || !has_narrow(widening, op))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0), value = insert_widened(widening, op);
  if (is_narrow(widening, result))
    value = accyInsertNarrowFloatRounding(op, value, mlirValueGetType(result));
  mlirValueReplaceAllUsesOfWith(result, value);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accyWidenNarrowFloats(MlirOperation kernel, AccySet dtypes) {
  Widening widening = {.dtypes = dtypes};
  mlirOperationWalk(kernel, widen, &widening, MlirWalkPostOrder);
}

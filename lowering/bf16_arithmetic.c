// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on bf16 in f32; see bf16_bits.h.

#include "lowering/bf16_bits.h"

#include "lowering/format.h"
#include "lowering/insert.h"

#include <string.h>

// What the walk over the kernel carries.
typedef struct Widening {
  const AccyLoweringRequest *request;
  MlirType bit, half, word, f32;
  MlirLogicalResult result;
} Widening;

//===----------------------------------------------------------------------===//
// Conversions as integer arithmetic
//===----------------------------------------------------------------------===//

static MlirValue insert_constant(MlirOperation anchor, MlirType type, int64_t number) {
  MlirNamedAttribute value = accyNamed("value", mlirIntegerAttrGet(type, number));
  return accyInsertBefore(
      anchor,
      &(AccyOpSpec){
          .name = "arith.constant", .numResults = 1, .results = &type, .numAttributes = 1, .attributes = &value});
}

// The f32 that a bf16 is.
static MlirValue insert_extended(const Widening *widening, MlirOperation anchor, MlirValue value) {
  MlirValue bits = accyInsertConversion(anchor, "arith.bitcast", value, widening->half);
  MlirValue wide = accyInsertConversion(anchor, "arith.extui", bits, widening->word);
  MlirValue shifted = accyInsertBinary(anchor, "arith.shli", wide, insert_constant(anchor, widening->word, 16));
  return accyInsertConversion(anchor, "arith.bitcast", shifted, widening->f32);
}

static MlirValue insert_is_nan(const Widening *widening, MlirOperation anchor, MlirValue value) {
  enum { PredicateUno = 14 };
  MlirValue operands[] = {value, value};
  MlirNamedAttribute predicate =
      accyNamed("predicate", accyI64Attribute(mlirOperationGetContext(anchor), PredicateUno));
  return accyInsertBefore(anchor, &(AccyOpSpec){.name = "arith.cmpf",
                                                .numOperands = 2,
                                                .operands = operands,
                                                .numResults = 1,
                                                .results = &widening->bit,
                                                .numAttributes = 1,
                                                .attributes = &predicate});
}

// The bf16 nearest to an f32. Half a unit less one is added, and one more where the upper half is odd, so that a carry
// into it rounds up. It could turn a NaN into an infinity: the upper half of one is kept, made quiet.
static MlirValue insert_rounded(const Widening *widening, MlirOperation anchor, MlirValue value, MlirType bf16) {
  MlirType word = widening->word;
  MlirValue sixteen = insert_constant(anchor, word, 16);
  MlirValue bits = accyInsertConversion(anchor, "arith.bitcast", value, word);
  MlirValue upper = accyInsertBinary(anchor, "arith.shrui", bits, sixteen);
  MlirValue odd = accyInsertBinary(anchor, "arith.andi", upper, insert_constant(anchor, word, 1));
  MlirValue carry = accyInsertBinary(anchor, "arith.addi", odd, insert_constant(anchor, word, 0x7fff));
  MlirValue sum = accyInsertBinary(anchor, "arith.addi", bits, carry);
  MlirValue rounded = accyInsertBinary(anchor, "arith.shrui", sum, sixteen);
  MlirValue quiet = accyInsertBinary(anchor, "arith.ori", upper, insert_constant(anchor, word, 0x40));
  MlirValue choice[] = {insert_is_nan(widening, anchor, value), quiet, rounded};
  MlirValue chosen = accyInsertBefore(
      anchor,
      &(AccyOpSpec){.name = "arith.select", .numOperands = 3, .operands = choice, .numResults = 1, .results = &word});
  MlirValue half = accyInsertConversion(anchor, "arith.trunci", chosen, widening->half);
  return accyInsertConversion(anchor, "arith.bitcast", half, bf16);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool is_bf16(MlirValue value) {
  return mlirTypeIsABF16(mlirValueGetType(value));
}

static bool has_bf16(MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (is_bf16(mlirOperationGetOperand(op, i)))
      return true;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    if (is_bf16(mlirOperationGetResult(op, i)))
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

static MlirLogicalResult check_rounding(const Widening *widening, MlirOperation op) {
  enum { ToNearestEven = 0 };
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0));
  bool isInteger = mlirTypeIsAInteger(from);
  if (mlirTypeIsAF64(from) || (isInteger && mlirIntegerTypeGetWidth(from) >= 32))
    return accyLoweringOpError(widening->request, op,
                               "it would round twice: convert to f32, then to bf16 [UnsupportedOperation]");
  if (accyGetInteger(op, "roundingmode", ToNearestEven) != ToNearestEven)
    return accyLoweringOpError(widening->request, op,
                               "bf16 are rounded to nearest, ties to even, only: leave out the rounding mode "
                               "[UnsupportedOperation]");
  return mlirLogicalResultSuccess();
}

// The operation's value, of f32 where it is a bf16.
static MlirValue insert_widened(const Widening *widening, MlirOperation op) {
  if (accyOperationIs(op, "arith.truncf"))
    return mlirOperationGetOperand(op, 0);
  MlirOperation wide = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, wide);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (is_bf16(mlirOperationGetOperand(op, i)))
      mlirOperationSetOperand(wide, i, insert_extended(widening, wide, mlirOperationGetOperand(op, i)));
  MlirValue result = mlirOperationGetResult(wide, 0);
  if (is_bf16(result))
    mlirValueSetType(result, widening->f32);
  bool isExtension = accyOperationIs(op, "arith.extf") && mlirTypeIsAF32(mlirValueGetType(result));
  if (!isExtension)
    return result;
  MlirValue extended = mlirOperationGetOperand(wide, 0);
  mlirOperationDestroy(wide);
  return extended;
}

static MlirWalkResult widen(MlirOperation op, void *userData) {
  Widening *widening = userData;
  if (!computes(op) || !has_bf16(op))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  if (is_bf16(result) && mlirLogicalResultIsFailure(check_rounding(widening, op))) {
    widening->result = mlirLogicalResultFailure();
    return MlirWalkResultInterrupt;
  }
  MlirValue value = insert_widened(widening, op);
  if (is_bf16(result))
    value = insert_rounded(widening, op, value, mlirValueGetType(result));
  mlirValueReplaceAllUsesOfWith(result, value);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

MlirLogicalResult accyWidenBf16(const AccyLoweringRequest *request, MlirOperation kernel) {
  MlirContext context = mlirOperationGetContext(kernel);
  Widening widening = {.request = request,
                       .bit = mlirIntegerTypeGet(context, 1),
                       .half = mlirIntegerTypeGet(context, 16),
                       .word = mlirIntegerTypeGet(context, 32),
                       .f32 = mlirF32TypeGet(context),
                       .result = mlirLogicalResultSuccess()};
  mlirOperationWalk(kernel, widen, &widening, MlirWalkPostOrder);
  return widening.result;
}

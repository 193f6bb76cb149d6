// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on integers that a Vulkan target does not compute on; see narrow_integers.h.

#include "lowering/vulkan_spirv/narrow_integers.h"

#include "lowering/format.h"
#include "lowering/insert.h"
#include "lowering/kernel_form.h"
#include "support/ir.h"

enum { MaxOperands = 2, MaxAttributes = 4 };

// The operations to widen, and whether they take their operands as signed. Logical ones, select and conversions between
// integers of up to 32 bits are right as MLIR converts them.
static const struct {
  const char *name;
  bool isSigned;
} rows[] = {
    {"arith.addi", false},   {"arith.cmpi", false},      {"arith.divsi", true},         {"arith.divui", false},
    {"arith.extsi", true},   {"arith.extui", false},     {"arith.fptosi", true},        {"arith.fptoui", false},
    {"arith.maxsi", true},   {"arith.maxui", false},     {"arith.minsi", true},         {"arith.minui", false},
    {"arith.muli", false},   {"arith.remsi", true},      {"arith.remui", false},        {"arith.shli", false},
    {"arith.shrsi", true},   {"arith.shrui", false},     {"arith.sitofp", true},        {"arith.subi", false},
    {"arith.uitofp", false}, {"arith.index_cast", true}, {"arith.index_castui", false},
};

// What the walk carries.
typedef struct Widening {
  MlirType wide;
  unsigned widest; // bits of the narrow integers, at most
} Widening;

static bool is_narrow(MlirType type, unsigned widest) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) <= widest;
}

static bool takes_narrow(const Widening *widening, MlirOperation op) {
  return is_narrow(mlirValueGetType(mlirOperationGetOperand(op, 0)), widening->widest);
}

// The operation's name if it is in the table, else null, and its sign. A comparison's predicates 2 to 5 are the signed
// orderings.
static const char *find_row(MlirOperation op, bool *outIsSigned) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (!accyOperationIs(op, rows[i].name))
      continue;
    *outIsSigned = rows[i].isSigned;
    if (accyOperationIs(op, "arith.cmpi")) {
      int64_t predicate = mlirIntegerAttrGetValueInt(accyGetAttribute(op, "predicate"));
      *outIsSigned = predicate >= 2 && predicate <= 5;
    }
    return rows[i].name;
  }
  return NULL;
}

// Whether the operation gives a number that is to be computed on i32, rather than a truth or a number that is wide
// enough.
static bool is_narrowed(const Widening *widening, MlirOperation op) {
  return is_narrow(mlirValueGetType(mlirOperationGetResult(op, 0)), widening->widest) &&
         !accyOperationIs(op, "arith.cmpi");
}

static bool is_extension(MlirOperation op) {
  return accyOperationIs(op, "arith.extsi") || accyOperationIs(op, "arith.extui");
}

// A narrow integer as an i32. The shifts keep the conversion from merging this extension with one that follows.
static MlirValue insert_extension(const Widening *widening, MlirOperation anchor, MlirValue value, bool isSigned) {
  MlirType from = mlirValueGetType(value);
  value = accyInsertConversion(anchor, isSigned ? "arith.extsi" : "arith.extui", value, widening->wide);
  unsigned width = mlirIntegerTypeGetWidth(from);
  if (width == 1 || !is_extension(anchor))
    return value;
  MlirValue bits = accyInsertConstant(anchor, mlirIntegerAttrGet(widening->wide, 32 - width));
  value = accyInsertBinary(anchor, "arith.shli", value, bits);
  return accyInsertBinary(anchor, isSigned ? "arith.shrsi" : "arith.shrui", value, bits);
}

// The operation again, on i32 where it is on a narrow type.
static MlirValue insert_widened(const Widening *widening, MlirOperation op, const char *name, bool isSigned) {
  intptr_t numOperands = mlirOperationGetNumOperands(op), numAttributes = mlirOperationGetNumAttributes(op);
  MlirValue operands[MaxOperands];
  MlirNamedAttribute attributes[MaxAttributes];
  for (intptr_t i = 0; i < numOperands; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (is_narrow(mlirValueGetType(operands[i]), widening->widest))
      operands[i] = insert_extension(widening, op, operands[i], isSigned);
  }
  for (intptr_t i = 0; i < numAttributes; ++i)
    attributes[i] = mlirOperationGetAttribute(op, i);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (is_extension(op) && mlirIntegerTypeGetWidth(type) < mlirIntegerTypeGetWidth(widening->wide)) // i8 to i16
    return accyInsertConversion(op, "arith.trunci", operands[0], type);
  bool isNarrowed = is_narrowed(widening, op);
  MlirValue result = accyInsertBefore(op, &(AccyOpSpec){.name = name,
                                                        .numOperands = numOperands,
                                                        .operands = operands,
                                                        .numResults = 1,
                                                        .results = isNarrowed ? &widening->wide : &type,
                                                        .numAttributes = numAttributes,
                                                        .attributes = attributes});
  return isNarrowed ? accyInsertConversion(op, "arith.trunci", result, type) : result;
}

// MLIR extends narrow integers to i32 rightly, and i1 to anything; others among each other and to i64 only by way of
// i32.
static bool is_right_extension(const Widening *widening, MlirOperation op) {
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0)),
           to = mlirValueGetType(mlirOperationGetResult(op, 0));
  return is_extension(op) && (mlirIntegerTypeGetWidth(from) == 1 || mlirTypeEqual(to, widening->wide));
}

static MlirWalkResult widen(MlirOperation op, void *userData) {
  Widening *widening = userData;
  bool isSigned;
  const char *name = find_row(op, &isSigned);
  if (!name || is_right_extension(widening, op) || mlirOperationGetNumAttributes(op) > MaxAttributes)
    return MlirWalkResultAdvance;
  if (!takes_narrow(widening, op) && !is_narrowed(widening, op))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), insert_widened(widening, op, name, isSigned));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accySpirvWidenNarrowIntegers(MlirOperation root, unsigned widest) {
  Widening widening = {mlirIntegerTypeGet(mlirOperationGetContext(root), 32), widest};
  mlirOperationWalk(root, widen, &widening, MlirWalkPostOrder);
}

// What the walk of a check carries.
typedef struct Check {
  const AccyLoweringRequest *request;
  unsigned widest;
  MlirLogicalResult result;
} Check;

static MlirWalkResult check(MlirOperation op, void *userData) {
  Check *check = userData;
  if (!accyIsExtendedArithmetic(op) || !is_narrow(mlirValueGetType(mlirOperationGetOperand(op, 0)), check->widest))
    return MlirWalkResultAdvance;
  check->result = accyLoweringOpError(check->request, op,
                                      "it has two results, of narrower integers than the target computes on: compute "
                                      "on i32 [UnsupportedOperation]");
  return MlirWalkResultInterrupt;
}

MlirLogicalResult accySpirvCheckNarrowIntegers(const AccyLoweringRequest *request, unsigned widest) {
  Check state = {request, widest, mlirLogicalResultSuccess()};
  mlirOperationWalk(request->kernel, check, &state, MlirWalkPreOrder);
  return state.result;
}

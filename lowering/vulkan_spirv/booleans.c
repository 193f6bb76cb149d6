// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Arithmetic on i1, which SPIR-V's Booleans do not have; see booleans.h.

#include "lowering/vulkan_spirv/booleans.h"

#include "support/ir.h"

enum { MaxOperands = 2, MaxAttributes = 4 };

// The operations to widen, and whether they take i1 as 0 and -1 (signed) or 0 and 1.
static const struct {
  const char *name;
  bool isSigned;
} rows[] = {
    {"arith.addi", false},         {"arith.cmpi", false},   {"arith.divsi", true},   {"arith.divui", false},
    {"arith.fptosi", true},        {"arith.fptoui", false}, {"arith.maxsi", true},   {"arith.maxui", false},
    {"arith.minsi", true},         {"arith.minui", false},  {"arith.muli", false},   {"arith.remsi", true},
    {"arith.remui", false},        {"arith.shli", false},   {"arith.shrsi", true},   {"arith.shrui", false},
    {"arith.sitofp", true},        {"arith.subi", false},   {"arith.uitofp", false}, {"arith.index_cast", true},
    {"arith.index_castui", false},
};

static bool is_boolean(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
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

static MlirOperation insert_before(MlirOperation anchor, AccyOpSpec spec) {
  spec.location = mlirOperationGetLocation(anchor);
  MlirOperation op = accyCreateOperation(&spec);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(anchor), anchor, op);
  return op;
}

static MlirValue insert_conversion(MlirOperation anchor, const char *name, MlirValue operand, MlirType type) {
  AccyOpSpec spec = {.name = name, .numOperands = 1, .operands = &operand, .numResults = 1, .results = &type};
  return mlirOperationGetResult(insert_before(anchor, spec), 0);
}

// The operation again, on i32 where it is on i1. The result of a comparison stays a Boolean.
static MlirValue insert_widened(MlirOperation op, const char *name, bool isSigned) {
  MlirType wide = mlirIntegerTypeGet(mlirOperationGetContext(op), 32);
  intptr_t numOperands = mlirOperationGetNumOperands(op), numAttributes = mlirOperationGetNumAttributes(op);
  MlirValue operands[MaxOperands];
  MlirNamedAttribute attributes[MaxAttributes];
  for (intptr_t i = 0; i < numOperands; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (is_boolean(mlirValueGetType(operands[i])))
      operands[i] = insert_conversion(op, isSigned ? "arith.extsi" : "arith.extui", operands[i], wide);
  }
  for (intptr_t i = 0; i < numAttributes; ++i)
    attributes[i] = mlirOperationGetAttribute(op, i);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool isNarrowed = is_boolean(type) && !accyOperationIs(op, "arith.cmpi");
  MlirOperation widened = insert_before(op, (AccyOpSpec){.name = name,
                                                         .numOperands = numOperands,
                                                         .operands = operands,
                                                         .numResults = 1,
                                                         .results = isNarrowed ? &wide : &type,
                                                         .numAttributes = numAttributes,
                                                         .attributes = attributes});
  MlirValue result = mlirOperationGetResult(widened, 0);
  return isNarrowed ? insert_conversion(op, "arith.trunci", result, type) : result;
}

static bool has_boolean(MlirOperation op) {
  bool isComparison = accyOperationIs(op, "arith.cmpi");
  return is_boolean(mlirValueGetType(mlirOperationGetOperand(op, 0))) ||
         (!isComparison && is_boolean(mlirValueGetType(mlirOperationGetResult(op, 0))));
}

static MlirWalkResult widen(MlirOperation op, void *userData) {
  (void)userData;
  bool isSigned;
  const char *name = find_row(op, &isSigned);
  if (!name || !has_boolean(op) || mlirOperationGetNumAttributes(op) > MaxAttributes)
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), insert_widened(op, name, isSigned));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accySpirvWidenBooleans(MlirOperation root) {
  mlirOperationWalk(root, widen, NULL, MlirWalkPostOrder);
}

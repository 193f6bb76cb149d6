// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonicalizations of the accy dialect: rewrites that need a new or a changed operation.

#include "dialects/accy/hooks.h"
#include "dialects/accy/type_rules.h"
#include "support/ir.h"

#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

static MlirValue operand(MlirOperation op, intptr_t index) {
  return mlirOperationGetOperand(op, index);
}

static MlirType type_of(MlirValue value) {
  return mlirValueGetType(value);
}

// The accy operation of the given opcode that makes the value, or null.
static MlirOperation producer(MlirValue value, AccyOpcode opcode) {
  if (!mlirValueIsAOpResult(value) || accyOpGetOpcode(mlirOpResultGetOwner(value)) != opcode)
    return (MlirOperation){NULL};
  return mlirOpResultGetOwner(value);
}

static bool is_constant(MlirValue value) {
  return !mlirOperationIsNull(producer(value, AccyOp_constant));
}

static AccyIntegers get_integers(MlirOperation op, const char *name) {
  AccyIntegers integers = {.count = accyGetI64ArraySize(op, name)};
  for (intptr_t i = 0; i < integers.count && i < ACCY_MAX_RANK; ++i)
    integers.values[i] = accyGetI64ArrayElement(op, name, i);
  return integers;
}

// Replaces `op` by a new operation with the same result type and at most one attribute (null: none).
static void replace(MlirRewriterBase rewriter, MlirOperation op, const char *name, intptr_t numOperands,
                    const MlirValue *operands, const char *attributeName, MlirAttribute attribute) {
  MlirType type = type_of(mlirOperationGetResult(op, 0));
  bool has_attribute = !mlirAttributeIsNull(attribute);
  MlirNamedAttribute named;
  if (has_attribute)
    named = accyNamed(attributeName, attribute);
  MlirOperation made = accyCreateOperation(&(AccyOpSpec){.name = name,
                                                         .location = mlirOperationGetLocation(op),
                                                         .numOperands = numOperands,
                                                         .operands = operands,
                                                         .numResults = 1,
                                                         .results = &type,
                                                         .numAttributes = has_attribute ? 1 : 0,
                                                         .attributes = has_attribute ? &named : NULL});
  mlirRewriterBaseInsert(rewriter, made);
  mlirRewriterBaseReplaceOpWithOperation(rewriter, op, made);
}

static MlirAttribute integers_attribute(MlirOperation op, const AccyIntegers *integers) {
  return accyI64ArrayAttribute(mlirOperationGetContext(op), integers->count, integers->values);
}

//===----------------------------------------------------------------------===//
// Constants to the right
//===----------------------------------------------------------------------===//

static const char *mirrored(MlirStringRef direction) {
  static const char *const pairs[][2] = {{"eq", "eq"}, {"ne", "ne"}, {"lt", "gt"},
                                         {"gt", "lt"}, {"le", "ge"}, {"ge", "le"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i)
    if (accyTextEquals(direction, pairs[i][0]))
      return pairs[i][1];
  return NULL;
}

static MlirLogicalResult move_constant_right(MlirOperation op, MlirRewriterBase rewriter) {
  MlirValue left = operand(op, 0), right = operand(op, 1);
  if (!is_constant(left) || is_constant(right))
    return mlirLogicalResultFailure();
  mlirRewriterBaseStartOpModification(rewriter, op);
  mlirOperationSetOperand(op, 0, right);
  mlirOperationSetOperand(op, 1, left);
  mlirRewriterBaseFinalizeOpModification(rewriter, op);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult canonicalize_binary(MlirOperation op, MlirRewriterBase rewriter,
                                             const AccyOpDefinition *definition) {
  return definition->isCommutative ? move_constant_right(op, rewriter) : mlirLogicalResultFailure();
}

static MlirLogicalResult canonicalize_compare(MlirOperation op, MlirRewriterBase rewriter,
                                              const AccyOpDefinition *definition) {
  (void)definition;
  const char *direction = mirrored(accyGetString(op, "direction"));
  if (!direction || mlirLogicalResultIsFailure(move_constant_right(op, rewriter)))
    return mlirLogicalResultFailure();
  mlirRewriterBaseStartOpModification(rewriter, op);
  accySetAttribute(op, "direction", accyStringAttribute(mlirOperationGetContext(op), direction));
  mlirRewriterBaseFinalizeOpModification(rewriter, op);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Two shape operations as one
//===----------------------------------------------------------------------===//

static MlirLogicalResult canonicalize_reshape(MlirOperation op, MlirRewriterBase rewriter,
                                              const AccyOpDefinition *definition) {
  (void)definition;
  MlirOperation inner = producer(operand(op, 0), AccyOp_reshape);
  if (mlirOperationIsNull(inner))
    return mlirLogicalResultFailure();
  MlirValue source = operand(inner, 0);
  replace(rewriter, op, "accy.reshape", 1, &source, NULL, mlirAttributeGetNull());
  return mlirLogicalResultSuccess();
}

// The dimension that the outer operation's i-th entry leads to, by way of the inner's.
static bool compose(const AccyIntegers *first, const AccyIntegers *second, AccyIntegers *out) {
  *out = (AccyIntegers){.count = first->count};
  for (intptr_t i = 0; i < first->count; ++i) {
    if (i >= ACCY_MAX_RANK || first->values[i] < 0 || first->values[i] >= second->count)
      return false;
    out->values[i] = second->values[first->values[i]];
  }
  return true;
}

static MlirLogicalResult canonicalize_transpose(MlirOperation op, MlirRewriterBase rewriter,
                                                const AccyOpDefinition *definition) {
  (void)definition;
  MlirOperation inner = producer(operand(op, 0), AccyOp_transpose);
  if (mlirOperationIsNull(inner))
    return mlirLogicalResultFailure();
  AccyIntegers outer_permutation = get_integers(op, "permutation"),
               inner_permutation = get_integers(inner, "permutation"), both;
  if (!compose(&outer_permutation, &inner_permutation, &both))
    return mlirLogicalResultFailure();
  MlirValue source = operand(inner, 0);
  replace(rewriter, op, "accy.transpose", 1, &source, "permutation", integers_attribute(op, &both));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult canonicalize_broadcast(MlirOperation op, MlirRewriterBase rewriter,
                                                const AccyOpDefinition *definition) {
  (void)definition;
  MlirOperation inner = producer(operand(op, 0), AccyOp_broadcast);
  if (mlirOperationIsNull(inner))
    return mlirLogicalResultFailure();
  AccyIntegers outer_dims = get_integers(op, "dims"), inner_dims = get_integers(inner, "dims"), both;
  if (!compose(&inner_dims, &outer_dims, &both))
    return mlirLogicalResultFailure();
  MlirValue source = operand(inner, 0);
  replace(rewriter, op, "accy.broadcast", 1, &source, "dims", integers_attribute(op, &both));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Operations on nothing, or on single elements
//===----------------------------------------------------------------------===//

// Leaves out operands without extent; a concatenation of one operand then folds.
static MlirLogicalResult canonicalize_concatenate(MlirOperation op, MlirRewriterBase rewriter,
                                                  const AccyOpDefinition *definition) {
  (void)definition;
  intptr_t numOperands = mlirOperationGetNumOperands(op), kept = 0;
  int64_t dim = accyGetInteger(op, "dim", 0);
  MlirValue *operands = calloc((size_t)numOperands + 1, sizeof *operands);
  if (!operands)
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < numOperands; ++i)
    if (mlirShapedTypeGetDimSize(type_of(operand(op, i)), dim) > 0)
      operands[kept++] = operand(op, i);
  bool changes = kept > 0 && kept < numOperands;
  if (changes)
    replace(rewriter, op, "accy.concatenate", kept, operands, "dim", accyGetAttribute(op, "dim"));
  free(operands);
  return changes ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

// A reduction over extents of 1 only drops them.
static MlirLogicalResult canonicalize_reduce(MlirOperation op, MlirRewriterBase rewriter,
                                             const AccyOpDefinition *definition) {
  (void)definition;
  MlirValue source = operand(op, 0);
  AccyIntegers dims = get_integers(op, "dims");
  for (intptr_t i = 0; i < dims.count && i < ACCY_MAX_RANK; ++i)
    if (mlirShapedTypeGetDimSize(type_of(source), dims.values[i]) != 1)
      return mlirLogicalResultFailure();
  replace(rewriter, op, "accy.reshape", 1, &source, NULL, mlirAttributeGetNull());
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// By class
//===----------------------------------------------------------------------===//

typedef MlirLogicalResult (*Canonicalizer)(MlirOperation op, MlirRewriterBase rewriter,
                                           const AccyOpDefinition *definition);

static const Canonicalizer canonicalizers[] = {
    [AccyClassBinary] = canonicalize_binary,       [AccyClassCompare] = canonicalize_compare,
    [AccyClassBroadcast] = canonicalize_broadcast, [AccyClassReshape] = canonicalize_reshape,
    [AccyClassTranspose] = canonicalize_transpose, [AccyClassConcatenate] = canonicalize_concatenate,
    [AccyClassReduce] = canonicalize_reduce,       [AccyClassReturn] = NULL,
};

MlirLogicalResult accyOpCanonicalize(MlirOperation op, MlirRewriterBase rewriter, const void *definition) {
  const AccyOpDefinition *row = definition;
  Canonicalizer canonicalizer = canonicalizers[row->opClass];
  return canonicalizer ? canonicalizer(op, rewriter, row) : mlirLogicalResultFailure();
}

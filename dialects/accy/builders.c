// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of accy-c/Dialects.h that make one operation each: result types and checks come from type_rules.h.

#include "accy-c/Dialects.h"

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// One way to make them all
//===----------------------------------------------------------------------===//

// An operation to be made; a null result type is inferred.
typedef struct Request {
  AccyOpcode opcode;
  MlirLocation location;
  intptr_t numOperands;
  MlirValue const *operands;
  MlirType result;
  intptr_t numAttributes;
  const MlirNamedAttribute *attributes;
} Request;

static const MlirOperation no_operation;

static MlirOperation make_checked(const Request *request, const AccyOpInputs *inputs) {
  bool has_result = inputs->definition->opClass != AccyClassReturn;
  MlirType result = request->result;
  if (has_result && mlirTypeIsNull(result))
    result = accyInferResult(inputs);
  if ((has_result && mlirTypeIsNull(result)) || mlirLogicalResultIsFailure(accyCheckInputsAndResult(inputs, result)))
    return no_operation;
  char name[64];
  snprintf(name, sizeof name, "accy.%s", inputs->definition->mnemonic);
  MlirOperation op = accyCreateOperation(&(AccyOpSpec){.name = name,
                                                       .location = request->location,
                                                       .numOperands = request->numOperands,
                                                       .operands = request->operands,
                                                       .numResults = has_result ? 1 : 0,
                                                       .results = &result,
                                                       .numAttributes = request->numAttributes,
                                                       .attributes = request->attributes});
  if (mlirLogicalResultIsSuccess(accyOpSyntaxVerify(op, &inputs->definition->syntax)))
    return op;
  mlirOperationDestroy(op);
  return no_operation;
}

static MlirOperation make(const Request *request) {
  MlirContext context = mlirLocationGetContext(request->location);
  if (mlirDialectIsNull(mlirContextGetOrLoadDialect(context, accyText("accy")))) {
    accyEmitError(request->location, "the context does not know the dialect 'accy': append a registry that "
                                     "accyRegisterAllDialects has filled");
    return no_operation;
  }
  const AccyOpDefinition *definition = accyOpGetDefinition(request->opcode);
  if (request->numOperands < definition->minOperands) {
    accyEmitError(request->location, "'accy.%s' op takes at least %d operands, but has %ld", definition->mnemonic,
                  definition->minOperands, (long)request->numOperands);
    return no_operation;
  }
  MlirType *types = calloc((size_t)request->numOperands + 1, sizeof *types);
  if (!types) {
    accyEmitError(request->location, "out of memory [OutOfMemory]");
    return no_operation;
  }
  for (intptr_t i = 0; i < request->numOperands; ++i)
    types[i] = mlirValueGetType(request->operands[i]);
  AccyOpInputs inputs = {request->location,      definition,         request->numOperands, types,
                         request->numAttributes, request->attributes};
  MlirOperation op = make_checked(request, &inputs);
  free(types);
  return op;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static MlirNamedAttribute integers(MlirLocation location, const char *name, intptr_t count, int64_t const *values) {
  return accyNamed(name, accyI64ArrayAttribute(mlirLocationGetContext(location), count, values));
}

static MlirNamedAttribute integer(MlirLocation location, const char *name, int64_t value) {
  return accyNamed(name, accyI64Attribute(mlirLocationGetContext(location), value));
}

// The keyword attribute's value of the given number, in the order of the operation's table. Another number gives a word
// that the checks refuse.
static MlirNamedAttribute keyword(MlirLocation location, AccyOpcode opcode, unsigned number) {
  const AccyAttributeRow *row = &accyOpGetDefinition(opcode)->syntax.attributes[0];
  const char *const *word = row->keywords;
  for (; *word && number > 0; --number)
    ++word;
  return accyNamed(row->name, accyStringAttribute(mlirLocationGetContext(location), *word ? *word : ""));
}

#define COUNT(array) (intptr_t)(sizeof(array) / sizeof((array)[0]))

//===----------------------------------------------------------------------===//
// Operations without operands
//===----------------------------------------------------------------------===//

MlirOperation accyConstantCreate(MlirLocation location, MlirAttribute value) {
  MlirNamedAttribute attributes[] = {accyNamed("value", value)};
  return make(&(Request){AccyOp_constant, location, 0, NULL, mlirAttributeGetType(value), 1, attributes});
}

MlirOperation accyIotaCreate(MlirLocation location, MlirType type, int64_t dim) {
  MlirNamedAttribute attributes[] = {integer(location, "dim", dim)};
  return make(&(Request){AccyOp_iota, location, 0, NULL, type, 1, attributes});
}

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

#define UNARY(Name, name)                                                                                              \
  MlirOperation accy##Name##Create(MlirLocation location, MlirValue operand) {                                         \
    return make(&(Request){.opcode = AccyOp_##name, .location = location, .numOperands = 1, .operands = &operand});    \
  }

#define BINARY(Name, name)                                                                                             \
  MlirOperation accy##Name##Create(MlirLocation location, MlirValue lhs, MlirValue rhs) {                              \
    MlirValue operands[] = {lhs, rhs};                                                                                 \
    return make(&(Request){.opcode = AccyOp_##name, .location = location, .numOperands = 2, .operands = operands});    \
  }

// clang-format off
UNARY(Neg, neg)
UNARY(Abs, abs)
UNARY(Sign, sign)
UNARY(Exp, exp)
UNARY(Expm1, expm1)
UNARY(Log, log)
UNARY(Log1p, log1p)
UNARY(Sqrt, sqrt)
UNARY(Rsqrt, rsqrt)
UNARY(Sin, sin)
UNARY(Cos, cos)
UNARY(Tan, tan)
UNARY(Tanh, tanh)
UNARY(Logistic, logistic)
UNARY(Erf, erf)
UNARY(Floor, floor)
UNARY(Ceil, ceil)
UNARY(Not, not)

BINARY(Add, add)
BINARY(Sub, sub)
BINARY(Mul, mul)
BINARY(Div, div)
BINARY(Rem, rem)
BINARY(Pow, pow)
BINARY(Max, max)
BINARY(Min, min)
BINARY(And, and)
BINARY(Or, or)
BINARY(Xor, xor)
BINARY(Shl, shl)
BINARY(Shr, shr)
// clang-format on

MlirOperation accyRoundCreate(MlirLocation location, MlirValue operand, AccyRoundTies ties) {
  MlirNamedAttribute attributes[] = {keyword(location, AccyOp_round, ties)};
  return make(&(Request){AccyOp_round, location, 1, &operand, {NULL}, 1, attributes});
}

// The operand's type with other elements; its own where it is no tensor, for the checks to refuse.
static MlirType with_elements(MlirType type, MlirType elementType) {
  if (!accyTypeIsSupported(type))
    return type;
  AccyShape shape = accyShapeGet(type);
  shape.element = elementType;
  return accyShapeToType(&shape);
}

MlirOperation accyConvertCreate(MlirLocation location, MlirValue operand, MlirType elementType) {
  if (accyElementTypeGetKind(elementType) == 0) { // no tensor can have such elements
    accyEmitError(location, "'accy.convert' op (G3) result must have elements of a supported type");
    return no_operation;
  }
  MlirType type = with_elements(mlirValueGetType(operand), elementType);
  return make(&(Request){AccyOp_convert, location, 1, &operand, type, 0, NULL});
}

MlirOperation accyCompareCreate(MlirLocation location, AccyCompareDirection direction, MlirValue lhs, MlirValue rhs) {
  MlirValue operands[] = {lhs, rhs};
  MlirNamedAttribute attributes[] = {keyword(location, AccyOp_compare, direction)};
  return make(&(Request){AccyOp_compare, location, 2, operands, {NULL}, 1, attributes});
}

MlirOperation accySelectCreate(MlirLocation location, MlirValue predicate, MlirValue onTrue, MlirValue onFalse) {
  MlirValue operands[] = {predicate, onTrue, onFalse};
  return make(&(Request){AccyOp_select, location, 3, operands, {NULL}, 0, NULL});
}

MlirOperation accyClampCreate(MlirLocation location, MlirValue low, MlirValue operand, MlirValue high) {
  MlirValue operands[] = {low, operand, high};
  return make(&(Request){AccyOp_clamp, location, 3, operands, {NULL}, 0, NULL});
}

//===----------------------------------------------------------------------===//
// Shape operations
//===----------------------------------------------------------------------===//

MlirOperation accyBroadcastCreate(MlirLocation location, MlirValue operand, MlirType type, intptr_t numDims,
                                  int64_t const *dims) {
  MlirNamedAttribute attributes[] = {integers(location, "dims", numDims, dims)};
  return make(&(Request){AccyOp_broadcast, location, 1, &operand, type, 1, attributes});
}

MlirOperation accyReshapeCreate(MlirLocation location, MlirValue operand, MlirType type) {
  return make(&(Request){AccyOp_reshape, location, 1, &operand, type, 0, NULL});
}

MlirOperation accyTransposeCreate(MlirLocation location, MlirValue operand, intptr_t numDims,
                                  int64_t const *permutation) {
  MlirNamedAttribute attributes[] = {integers(location, "permutation", numDims, permutation)};
  return make(&(Request){AccyOp_transpose, location, 1, &operand, {NULL}, 1, attributes});
}

MlirOperation accySliceCreate(MlirLocation location, MlirValue operand, intptr_t numDims, int64_t const *start,
                              int64_t const *limit, int64_t const *strides) {
  MlirNamedAttribute attributes[] = {integers(location, "start", numDims, start),
                                     integers(location, "limit", numDims, limit),
                                     integers(location, "strides", numDims, strides)};
  return make(&(Request){AccyOp_slice, location, 1, &operand, {NULL}, COUNT(attributes), attributes});
}

MlirOperation accyPadCreate(MlirLocation location, MlirValue operand, MlirValue padding, intptr_t numDims,
                            int64_t const *low, int64_t const *high, int64_t const *interior) {
  MlirValue operands[] = {operand, padding};
  MlirNamedAttribute attributes[] = {integers(location, "low", numDims, low), integers(location, "high", numDims, high),
                                     integers(location, "interior", numDims, interior)};
  return make(&(Request){AccyOp_pad, location, 2, operands, {NULL}, COUNT(attributes), attributes});
}

MlirOperation accyConcatenateCreate(MlirLocation location, intptr_t numOperands, MlirValue const *operands,
                                    int64_t dim) {
  MlirNamedAttribute attributes[] = {integer(location, "dim", dim)};
  return make(&(Request){AccyOp_concatenate, location, numOperands, operands, {NULL}, 1, attributes});
}

MlirOperation accyReverseCreate(MlirLocation location, MlirValue operand, intptr_t numDims, int64_t const *dims) {
  MlirNamedAttribute attributes[] = {integers(location, "dims", numDims, dims)};
  return make(&(Request){AccyOp_reverse, location, 1, &operand, {NULL}, 1, attributes});
}

MlirOperation accyGatherCreate(MlirLocation location, MlirValue operand, MlirValue indices, int64_t dim) {
  MlirValue operands[] = {operand, indices};
  MlirNamedAttribute attributes[] = {integer(location, "dim", dim)};
  return make(&(Request){AccyOp_gather, location, 2, operands, {NULL}, 1, attributes});
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

MlirOperation accyReduceCreate(MlirLocation location, MlirValue operand, AccyReduceKind kind, intptr_t numDims,
                               int64_t const *dims) {
  MlirNamedAttribute attributes[] = {keyword(location, AccyOp_reduce, kind), integers(location, "dims", numDims, dims)};
  return make(&(Request){AccyOp_reduce, location, 1, &operand, {NULL}, COUNT(attributes), attributes});
}

MlirOperation accyDotGeneralCreate(MlirLocation location, MlirValue lhs, MlirValue rhs, AccyDotDimensions dimensions,
                                   MlirType accumulate, MlirType elementType) {
  MlirValue operands[] = {lhs, rhs};
  MlirNamedAttribute attributes[5] = {
      integers(location, "lhs_batch", dimensions.batch_count, dimensions.lhs_batch),
      integers(location, "rhs_batch", dimensions.batch_count, dimensions.rhs_batch),
      integers(location, "lhs_contract", dimensions.contract_count, dimensions.lhs_contract),
      integers(location, "rhs_contract", dimensions.contract_count, dimensions.rhs_contract)};
  intptr_t numAttributes = 4;
  if (!mlirTypeIsNull(accumulate))
    attributes[numAttributes++] = accyNamed("accumulate", mlirTypeAttrGet(accumulate));
  MlirType types[] = {mlirValueGetType(lhs), mlirValueGetType(rhs)};
  MlirType inferred = accyInferResult(
      &(AccyOpInputs){location, accyOpGetDefinition(AccyOp_dot_general), 2, types, numAttributes, attributes});
  if (mlirTypeIsNull(inferred))
    return no_operation;
  if (accyElementTypeGetKind(elementType) == 0) {
    accyEmitError(location, "'accy.dot_general' op (G3) result must have elements of a supported type");
    return no_operation;
  }
  MlirType type = with_elements(inferred, elementType);
  return make(&(Request){AccyOp_dot_general, location, 2, operands, type, numAttributes, attributes});
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

MlirOperation accyKernelCallCreate(MlirLocation location, MlirType type, intptr_t numOperands,
                                   MlirValue const *operands, AccyKernelCallOptions options) {
  MlirNamedAttribute attributes[5] = {
      accyNamed("target", accyStringRefAttribute(mlirLocationGetContext(location), options.target)),
      integer(location, "version", options.version)};
  intptr_t numAttributes = 2;
  if (!mlirAttributeIsNull(options.scalars))
    attributes[numAttributes++] = accyNamed("scalars", options.scalars);
  if (!mlirAttributeIsNull(options.effects))
    attributes[numAttributes++] = accyNamed("effects", options.effects);
  if (options.alias != -1)
    attributes[numAttributes++] = integer(location, "alias", options.alias);
  return make(&(Request){AccyOp_kernel_call, location, numOperands, operands, type, numAttributes, attributes});
}

MlirOperation accyReturnCreate(MlirLocation location, intptr_t numOperands, MlirValue const *operands) {
  return make(
      &(Request){.opcode = AccyOp_return, .location = location, .numOperands = numOperands, .operands = operands});
}

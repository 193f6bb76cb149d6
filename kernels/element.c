// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element evaluator: dispatch, inputs, constants and elementwise operations; see element.h.

#include "kernels/element_internal.h"

#include "support/ir.h"

#include <stdlib.h>

// Operands are asked for recursively; a longer chain of operations could exhaust the stack.
enum { MostDepth = 4096 };

AccyElements accyElementsCreate(const AccyKernelBuilder *builder, AccyMathLibrary library, const MlirValue *buffers) {
  AccyElements elements = {.indexing = {.builder = *builder}, .library = library, .buffers = buffers};
  accyEnterScope(&elements.indexing, builder->block, false);
  return elements;
}

void accyElementsDestroy(AccyElements *elements) {
  accyMemoFree(&elements->memo);
  accyIndexingFree(&elements->indexing);
}

AccyShape accyElementGetShape(AccyElements *elements, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  AccyShape shape = {.rank = mlirShapedTypeGetRank(type), .element = mlirShapedTypeGetElementType(type)};
  int64_t *extents = accyAllocate((size_t)shape.rank * sizeof *extents);
  for (intptr_t i = 0; i < shape.rank; ++i)
    extents[i] = mlirShapedTypeGetDimSize(type, i);
  shape.extents = accyIndexingCopy(&elements->indexing, extents, shape.rank, sizeof *extents);
  free(extents);
  return shape;
}

bool accyShapeIsEmpty(AccyShape shape) {
  return accyExtentProduct(shape.extents, 0, shape.rank) == 0;
}

const AccyPosition *accyElementPosition(AccyElements *elements, MlirValue value, intptr_t numGroups,
                                        const AccyPositionGroup *groups) {
  AccyShape shape = accyElementGetShape(elements, value);
  return accyPositionCreate(&elements->indexing, NULL, shape.rank, shape.extents, numGroups, groups);
}

AccyScalarBuilder accyElementsGetBuilder(AccyElements *elements, MlirOperation op) {
  AccyScalarBuilder builder = {.kernel = elements->indexing.builder, .library = elements->library};
  builder.kernel.block = elements->indexing.scope->block;
  builder.kernel.location = mlirOperationGetLocation(op);
  return builder;
}

MlirValue accyElementsFail(AccyElements *elements, MlirType element) {
  elements->failed = true;
  return accyBuildNumber(&elements->indexing.builder, accyScalarType(element), 0);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static MlirValue load_input(AccyElements *elements, MlirValue argument, const AccyPosition *position) {
  MlirValue buffer = elements->buffers[mlirBlockArgumentGetArgNumber(argument)];
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(argument));
  MlirValue index = accyPositionGetLinear(&elements->indexing, position);
  AccyScalarBuilder builder = {.kernel = elements->indexing.builder, .library = elements->library};
  builder.kernel.block = elements->indexing.scope->block;
  return accyBuildScalarLoad(&builder, element, buffer, index);
}

static MlirValue build_constant(AccyElements *elements, MlirOperation op) {
  MlirAttribute value = accyGetAttribute(op, "value");
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0)));
  if (!mlirAttributeIsADenseElements(value) || !mlirDenseElementsAttrIsSplat(value)) {
    accyEmitOpError(op, "has different elements inside of a kernel: make it a slot of the program, as accy-schedule "
                        "does [UnsupportedOperation]");
    return accyElementsFail(elements, element);
  }
  MlirAttribute splat = mlirDenseElementsAttrGetSplatValue(value);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  if (!mlirTypeIsAInteger(element))
    return accyBuildConstant(&builder.kernel, splat);
  int64_t number = mlirIntegerTypeIsUnsigned(element) ? (int64_t)mlirIntegerAttrGetValueUInt(splat)
                                                      : mlirIntegerAttrGetValueInt(splat);
  return accyBuildInteger(&builder.kernel, accyScalarType(element), number);
}

static MlirValue build_iota(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  intptr_t dimension = accyGetInteger(op, "dim", 0);
  MlirValue index = accyPositionGet(&elements->indexing, position, dimension, dimension + 1);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0)));
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirContext context = builder.kernel.context;
  bool isFloat = accyElementTypeGetKind(element) == AccyElementFloat;
  // Floats go through an integer that holds every index.
  MlirType integer = isFloat ? mlirIntegerTypeUnsignedGet(context, 32) : element;
  MlirValue number = accyBuildCast(&builder.kernel, "arith.index_castui", index, accyScalarType(integer));
  return accyBuildScalarConvert(&builder, integer, element, number);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

// Elementwise operands have the result's shape; bounds of a clamp and a select's predicate may be scalars.
static MlirValue get_operand(AccyElements *elements, MlirValue operand, const AccyPosition *position) {
  if (mlirShapedTypeGetRank(mlirValueGetType(operand)) == position->rank)
    return accyElementAt(elements, operand, position);
  return accyElementAt(elements, operand, accyPositionCreate(&elements->indexing, position, 0, NULL, 0, NULL));
}

static MlirValue build_elementwise(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  MlirValue operands[3] = {{NULL}};
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n && i < 3; ++i)
    operands[i] = get_operand(elements, mlirOperationGetOperand(op, i), position);
  AccyScalarBuilder builder = accyElementsGetBuilder(elements, op);
  MlirValue value = accyBuildScalar(&builder, op, operands);
  if (!mlirValueIsNull(value))
    return value;
  return accyElementsFail(elements, mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0))));
}

static MlirValue build_operation(AccyElements *elements, MlirOperation op, const AccyPosition *position) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  if (accyOpIsElementwise(op))
    return build_elementwise(elements, op, position);
  if (accyOpIsShape(op))
    return accyElementOfShapeOp(elements, op, position);
  switch (opcode) {
  case AccyOp_constant:
    return build_constant(elements, op);
  case AccyOp_iota:
    return build_iota(elements, op, position);
  case AccyOp_gather:
    return accyElementOfGather(elements, op, position);
  case AccyOp_reduce:
    return accyElementOfReduce(elements, op, position);
  case AccyOp_dot_general:
    return accyElementOfDotGeneral(elements, op, position);
  default:
    accyEmitOpError(op, "cannot be part of a kernel's body [UnsupportedOperation]");
    return accyElementsFail(elements, mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0))));
  }
}

static MlirValue build_element(AccyElements *elements, MlirValue value, const AccyPosition *position) {
  if (mlirValueIsABlockArgument(value))
    return load_input(elements, value, position);
  MlirOperation op = mlirOpResultGetOwner(value);
  if (elements->depth < MostDepth)
    return build_operation(elements, op, position);
  accyEmitOpError(op,
                  "is the end of a chain of more than %d operations in one kernel: split the kernel [WorkExhausted]",
                  MostDepth);
  return accyElementsFail(elements, mlirShapedTypeGetElementType(mlirValueGetType(value)));
}

MlirValue accyElementAt(AccyElements *elements, MlirValue value, const AccyPosition *position) {
  AccyMemoKey key = {{(uintptr_t)value.ptr, (uintptr_t)position, 0}};
  MlirValue known = accyMemoGet(&elements->memo, key);
  if (!mlirValueIsNull(known))
    return known;
  const AccyScope *scope = elements->indexing.scope;
  MlirLocation location = elements->indexing.builder.location;
  elements->indexing.scope = position->scope;
  // An input is loaded for the operation that asks for it.
  if (mlirValueIsAOpResult(value))
    elements->indexing.builder.location = mlirOperationGetLocation(mlirOpResultGetOwner(value));
  ++elements->depth;
  MlirValue element = build_element(elements, value, position);
  --elements->depth;
  elements->indexing.builder.location = location;
  elements->indexing.scope = scope;
  accyMemoPut(&elements->memo, key, element);
  return element;
}

void accyElementsSet(AccyElements *elements, MlirValue value, const AccyPosition *position, MlirValue scalar) {
  AccyMemoKey key = {{(uintptr_t)value.ptr, (uintptr_t)position, 0}};
  if (mlirValueIsNull(accyMemoGet(&elements->memo, key)))
    accyMemoPut(&elements->memo, key, scalar);
}

void accyElementsComputeDot(AccyElements *elements, MlirOperation dot, intptr_t count,
                            const AccyPosition *const *positions) {
  MlirValue values[ACCY_MOST_CARRIED];
  accyElementsOfDotGeneral(elements, dot, count, positions, values);
  for (intptr_t i = 0; i < count; ++i)
    accyElementsSet(elements, mlirOperationGetResult(dot, 0), positions[i], values[i]);
}

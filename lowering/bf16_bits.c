// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moving bf16 as integers; see bf16_bits.h.

#include "lowering/bf16_bits.h"

#include "lowering/kernel_form.h"
#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static MlirType bits_type(MlirType type) {
  return mlirIntegerTypeGet(mlirTypeGetContext(type), 16);
}

// The type with i16 for bf16.
static MlirType without_bf16(MlirType type) {
  if (mlirTypeIsABF16(type))
    return bits_type(type);
  if (!mlirTypeIsAMemRef(type) || !mlirTypeIsABF16(mlirShapedTypeGetElementType(type)))
    return type;
  int64_t count = mlirShapedTypeGetDimSize(type, 0); // buffers are flat
  return mlirMemRefTypeGet(bits_type(type), 1, &count, mlirAttributeGetNull(), mlirMemRefTypeGetMemorySpace(type));
}

static void convert_value(MlirValue value) {
  mlirValueSetType(value, without_bf16(mlirValueGetType(value)));
}

// Returns whether an argument changed.
static bool convert_arguments(MlirBlock block) {
  bool changed = false;
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirType before = mlirValueGetType(argument);
    convert_value(argument);
    changed |= !mlirTypeEqual(before, mlirValueGetType(argument));
  }
  return changed;
}

// Lets the function's type, which has no results, follow the types of its arguments; attributions are none of them.
static void convert_function_type(MlirOperation kernel) {
  MlirBlock body = accyKernelGetBody(kernel);
  MlirType type = mlirTypeAttrGetValue(accyGetAttribute(kernel, "function_type"));
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  MlirType *types = calloc((size_t)count + 1, sizeof *types);
  for (intptr_t i = 0; types && i < count; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(body, i));
  MlirContext context = mlirOperationGetContext(kernel);
  if (types)
    accySetAttribute(kernel, "function_type", mlirTypeAttrGet(mlirFunctionTypeGet(context, count, types, 0, NULL)));
  free(types);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static int64_t bits_of(double value) {
  float narrow = (float)value; // a bf16 is an f32
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  return bits >> 16;
}

static void convert_constant(MlirOperation constant) {
  MlirAttribute value = accyGetAttribute(constant, "value");
  MlirType type = mlirAttributeGetType(value);
  if (mlirTypeIsABF16(type))
    accySetAttribute(constant, "value",
                     mlirIntegerAttrGet(bits_type(type), (int16_t)bits_of(mlirFloatAttrGetValueDouble(value))));
}

// Operands come before what uses them, so that they have their new types already.
static MlirWalkResult convert_operation(MlirOperation op, void *userData) {
  (void)userData;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    convert_value(mlirOperationGetResult(op, i));
  for (intptr_t i = 0, n = mlirOperationGetNumRegions(op); i < n; ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      if (convert_arguments(block) && accyOperationIs(op, "gpu.func"))
        convert_function_type(op);
  }
  if (accyOperationIs(op, "arith.constant"))
    convert_constant(op);
  return MlirWalkResultAdvance;
}

// The casts between a bf16 and its bits, which have become casts of a type to itself.
static MlirWalkResult remove_cast(MlirOperation op, void *userData) {
  (void)userData;
  if (!accyOperationIs(op, "arith.bitcast"))
    return MlirWalkResultAdvance;
  MlirValue operand = mlirOperationGetOperand(op, 0), result = mlirOperationGetResult(op, 0);
  if (!mlirTypeEqual(mlirValueGetType(operand), mlirValueGetType(result)))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(result, operand);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accyMoveBf16AsBits(MlirOperation kernel) {
  mlirOperationWalk(kernel, convert_operation, NULL, MlirWalkPreOrder);
  mlirOperationWalk(kernel, remove_cast, NULL, MlirWalkPostOrder);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moving narrow floats as integers; see narrow_floats.h.

#include "lowering/kernel_form.h"
#include "lowering/narrow_floats.h"
#include "support/ir.h"

#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static MlirType bits_type(MlirType type) {
  return mlirIntegerTypeGet(mlirTypeGetContext(type), 16);
}

// The type with i16 for the narrow floats of the set.
static MlirType without_narrow(MlirType type, AccySet dtypes) {
  if (accyIsNarrowFloat(type, dtypes))
    return bits_type(type);
  if (!mlirTypeIsAMemRef(type) || !accyIsNarrowFloat(mlirShapedTypeGetElementType(type), dtypes))
    return type;
  int64_t count = mlirShapedTypeGetDimSize(type, 0); // buffers are flat
  return mlirMemRefTypeGet(bits_type(type), 1, &count, mlirAttributeGetNull(), mlirMemRefTypeGetMemorySpace(type));
}

static void convert_value(MlirValue value, AccySet dtypes) {
  mlirValueSetType(value, without_narrow(mlirValueGetType(value), dtypes));
}

// Returns whether an argument changed.
static bool convert_arguments(MlirBlock block, AccySet dtypes) {
  bool changed = false;
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirType before = mlirValueGetType(argument);
    convert_value(argument, dtypes);
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

static void convert_constant(MlirOperation constant, AccySet dtypes) {
  MlirAttribute value = accyGetAttribute(constant, "value");
  MlirType type = mlirAttributeGetType(value);
  if (accyIsNarrowFloat(type, dtypes)) {
    uint32_t bits = accyNarrowFloatBits(type, mlirFloatAttrGetValueDouble(value));
    accySetAttribute(constant, "value", mlirIntegerAttrGet(bits_type(type), (int16_t)bits));
  }
}

// Operands come before what uses them, so that they have their new types already.
static MlirWalkResult convert_operation(MlirOperation op, void *userData) {
  AccySet dtypes = *(const AccySet *)userData;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    convert_value(mlirOperationGetResult(op, i), dtypes);
  for (intptr_t i = 0, n = mlirOperationGetNumRegions(op); i < n; ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      if (convert_arguments(block, dtypes) && accyOperationIs(op, "gpu.func"))
        convert_function_type(op);
  }
  if (accyOperationIs(op, "arith.constant"))
    convert_constant(op, dtypes);
  return MlirWalkResultAdvance;
}

// The casts between a narrow float and its bits, which have become casts of a type to itself.
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

void accyMoveNarrowFloatsAsBits(MlirOperation kernel, AccySet dtypes) {
  mlirOperationWalk(kernel, convert_operation, &dtypes, MlirWalkPreOrder);
  mlirOperationWalk(kernel, remove_cast, NULL, MlirWalkPostOrder);
}

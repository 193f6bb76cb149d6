// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the choir dialect. What they promise the passes need not check again: parents, operand types, and that
// a body's arguments and yielded value have the shapes of what the operation reads and writes.

#include "dialects/choir/verify.h"

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

static MlirLogicalResult verify_parent(MlirOperation op, const char *first, const char *second) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (!mlirOperationIsNull(parent) && (accyOperationIs(parent, first) || (second && accyOperationIs(parent, second))))
    return mlirLogicalResultSuccess();
  if (second)
    return accyEmitOpError(op, "belongs into '%s' or '%s'", first, second);
  return accyEmitOpError(op, "belongs into '%s'", first);
}

static bool is_static_memref(MlirType type) {
  return mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type);
}

static bool is_static_tensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type);
}

// Whether both are tensors or memrefs of the same elements and extents.
static bool same_shape(MlirType left, MlirType right) {
  bool shaped =
      (is_static_tensor(left) || is_static_memref(left)) && (is_static_tensor(right) || is_static_memref(right));
  if (!shaped || mlirShapedTypeGetRank(left) != mlirShapedTypeGetRank(right) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(left), mlirShapedTypeGetElementType(right)))
    return false;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(left); i < rank; ++i)
    if (mlirShapedTypeGetDimSize(left, i) != mlirShapedTypeGetDimSize(right, i))
      return false;
  return true;
}

static MlirLogicalResult verify_operands(MlirOperation op, bool (*accepts)(MlirType), const char *what) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!accepts(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return accyEmitOpError(op, "takes %s as operand %ld", what, (long)i);
  return mlirLogicalResultSuccess();
}

// The body of a work item or kernel: one block that ends in choir.yield of a value of type `output`.
static MlirLogicalResult verify_body(MlirOperation op, MlirType *outYielded) {
  MlirBlock body = accyGetBlock(op, 0);
  MlirOperation terminator = mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetTerminator(body);
  if (mlirOperationIsNull(terminator) || !accyOperationIs(terminator, "choir.yield") ||
      mlirOperationGetNumOperands(terminator) != 1)
    return accyEmitOpError(op, "(W1) needs a body that ends in 'choir.yield' of one value");
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i)
    if (!is_static_tensor(mlirValueGetType(mlirBlockGetArgument(body, i))))
      return accyEmitOpError(op, "(W1) takes ranked tensors of static shape as body arguments");
  *outYielded = mlirValueGetType(mlirOperationGetOperand(terminator, 0));
  if (!is_static_tensor(*outYielded))
    return accyEmitOpError(op, "(W3) yields a ranked tensor of static shape");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult choirVerifyWorkItem(MlirOperation op, const void *syntax) {
  MlirType yielded;
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, syntax)) ||
      mlirLogicalResultIsFailure(verify_body(op, &yielded)))
    return mlirLogicalResultFailure();
  // On tensors a work item has a result; on slots its last operand is the slot it writes.
  bool onTensors = mlirOperationGetNumResults(op) == 1;
  intptr_t inputs = mlirOperationGetNumOperands(op) - (onTensors ? 0 : 1);
  if (inputs < 0)
    return accyEmitOpError(op, "needs a result, or the slot that it writes as its last operand");
  if (mlirLogicalResultIsFailure(
          verify_operands(op, onTensors ? is_static_tensor : is_static_memref,
                          onTensors ? "a ranked tensor of static shape" : "a memref of static shape")))
    return mlirLogicalResultFailure();
  MlirBlock body = accyGetBlock(op, 0);
  if (mlirBlockGetNumArguments(body) != inputs)
    return accyEmitOpError(op, "(W2) has %ld inputs but its body takes %ld arguments", (long)inputs,
                           (long)mlirBlockGetNumArguments(body));
  for (intptr_t i = 0; i < inputs; ++i)
    if (!same_shape(mlirValueGetType(mlirOperationGetOperand(op, i)), mlirValueGetType(mlirBlockGetArgument(body, i))))
      return accyEmitOpError(op, "(W2) input %ld and the body argument that stands for it differ in shape", (long)i);
  MlirType output = mlirValueGetType(onTensors ? mlirOperationGetResult(op, 0) : mlirOperationGetOperand(op, inputs));
  if (!same_shape(output, yielded))
    return accyEmitOpError(op, "(W3) yields a value of another shape than it writes");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult choirVerifyYield(MlirOperation op, const void *syntax) {
  (void)syntax;
  return verify_parent(op, "choir.work_item", "choir.kernel");
}

MlirLogicalResult choirVerifyProgram(MlirOperation op, const void *syntax) {
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, syntax)))
    return mlirLogicalResultFailure();
  MlirBlock body = accyGetBlock(op, 0);
  MlirOperation terminator = mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetTerminator(body);
  if (mlirOperationIsNull(terminator) || !accyOperationIs(terminator, "choir.return"))
    return accyEmitOpError(op, "(P1) needs a body that ends in 'choir.return'");
  if (mlirBlockGetNumArguments(body) != 0)
    return accyEmitOpError(op, "(P1) takes no arguments: its inputs are slots");
  int64_t id = 0;
  ACCY_FOR_EACH(slot, body, "choir.slot") {
    if (accyGetInteger(slot, "id", -1) != id++)
      return accyEmitOpError(slot, "(P2) has the id %ld where %ld comes next", (long)accyGetInteger(slot, "id", -1),
                             (long)(id - 1));
  }
  return mlirLogicalResultSuccess();
}

// Whether a tensor of the memref's shape and elements is one that accy computes with.
static bool holds_supported_tensor(MlirType memref) {
  intptr_t rank = mlirShapedTypeGetRank(memref);
  MlirType element = mlirShapedTypeGetElementType(memref);
  int64_t extents[ACCY_MAX_RANK];
  if (rank > ACCY_MAX_RANK || accyElementTypeGetKind(element) == 0)
    return false;
  for (intptr_t i = 0; i < rank; ++i)
    extents[i] = mlirShapedTypeGetDimSize(memref, i);
  return accyTypeIsSupported(mlirRankedTensorTypeGet(rank, extents, element, mlirAttributeGetNull()));
}

MlirLogicalResult choirVerifySlot(MlirOperation op, const void *syntax) {
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, syntax)) ||
      mlirLogicalResultIsFailure(verify_parent(op, "choir.program", NULL)))
    return mlirLogicalResultFailure();
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!is_static_memref(type))
    return accyEmitOpError(op, "(S1) is a memref of static shape");
  if (!holds_supported_tensor(type))
    return accyEmitOpError(op,
                           "(S3) holds a tensor of more than 8 dimensions or 2^63-1 bytes, or of other elements than "
                           "accy has");
  MlirAttribute value = accyGetAttribute(op, "value");
  bool isConstant = accyTextEquals(accyGetString(op, "role"), "constant");
  if (isConstant == mlirAttributeIsNull(value))
    return accyEmitOpError(op, "(S2) carries 'value' exactly when its role is constant");
  if (isConstant && (!mlirAttributeIsAElements(value) || !same_shape(mlirAttributeGetType(value), type)))
    return accyEmitOpError(op, "(S2) carries a 'value' of another shape than its own");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult choirVerifyKernel(MlirOperation op, const void *syntax) {
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, syntax)) ||
      mlirLogicalResultIsFailure(verify_parent(op, "choir.program", NULL)))
    return mlirLogicalResultFailure();
  MlirType yielded;
  if (mlirBlockIsNull(accyGetBlock(op, 0))) // its body has become a gpu.func
    return mlirLogicalResultSuccess();
  return verify_body(op, &yielded);
}

MlirLogicalResult choirVerifyLaunch(MlirOperation op, const void *syntax) {
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, syntax)) ||
      mlirLogicalResultIsFailure(verify_parent(op, "choir.program", NULL)))
    return mlirLogicalResultFailure();
  if (!mlirAttributeIsAFlatSymbolRef(accyGetAttribute(op, "kernel")))
    return accyEmitOpError(op, "(L1) takes a symbol reference as attribute 'kernel'");
  MlirAttribute artifact = accyGetAttribute(op, "artifact");
  if (!mlirAttributeIsNull(artifact) && !mlirAttributeIsAFlatSymbolRef(artifact))
    return accyEmitOpError(op, "(L2) takes a symbol reference as attribute 'artifact'");
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!accyValueIsResultOf(mlirOperationGetOperand(op, i), "choir.slot"))
      return accyEmitOpError(op, "(L1) takes slots as operands");
  return verify_operands(op, is_static_memref, "a memref of static shape");
}

static bool is_text(MlirStringRef format) {
  return accyTextEquals(format, "cuda_ptx") || accyTextEquals(format, "metal_msl") ||
         accyTextEquals(format, "webgpu_wgsl");
}

MlirLogicalResult choirVerifyArtifact(MlirOperation op, const void *syntax) {
  if (mlirLogicalResultIsFailure(accyOpSyntaxVerify(op, syntax)) ||
      mlirLogicalResultIsFailure(verify_parent(op, "choir.program", NULL)))
    return mlirLogicalResultFailure();
  if (!mlirAttributeIsAFlatSymbolRef(accyGetAttribute(op, "kernel")))
    return accyEmitOpError(op, "(A1) takes a symbol reference as attribute 'kernel'");
  MlirStringRef format = accyGetString(op, "format");
  MlirAttribute payload = accyGetAttribute(op, "payload");
  bool fits;
  if (is_text(format)) {
    fits = mlirAttributeIsAString(payload) && mlirStringAttrGetValue(payload).length > 0;
  } else {
    unsigned width = accyTextEquals(format, "vulkan_spirv") ? 32 : 8;
    fits = mlirAttributeIsADenseElements(payload) && mlirElementsAttrGetNumElements(payload) > 0;
    MlirType element = fits ? mlirShapedTypeGetElementType(mlirAttributeGetType(payload)) : (MlirType){NULL};
    fits = fits && mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == width;
  }
  if (!fits)
    return accyEmitOpError(op,
                           "(A1) has a payload of another kind than its format's, or an empty one [InvalidArtifact]");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult choirVerifyReturn(MlirOperation op, const void *syntax) {
  (void)syntax;
  if (mlirLogicalResultIsFailure(verify_parent(op, "choir.program", NULL)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!accyValueIsResultOf(mlirOperationGetOperand(op, i), "choir.slot"))
      return accyEmitOpError(op, "(R1) returns slots [UnsupportedOperation]");
  return mlirLogicalResultSuccess();
}

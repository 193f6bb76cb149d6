// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO operations that make or move elements: constant, iota and the shape operations.

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/operation.h"

// An attribute of i64 integers under its two names.
typedef struct RenamedIntegers {
  const char *stablehlo, *accy;
} RenamedIntegers;

// Rebuilds the operation with up to three attributes of integers renamed.
static MlirLogicalResult rebuild_with_integers(MlirOperation op, AccyOpcode opcode, intptr_t count,
                                               const RenamedIntegers *names) {
  MlirNamedAttribute attributes[3];
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute integers;
    if (mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, names[i].stablehlo, &integers)))
      return mlirLogicalResultFailure();
    attributes[i] = accyNamed(names[i].accy, integers);
  }
  return accyStablehloRebuild(op, opcode, count, attributes);
}

static MlirLogicalResult rebuild_with_dimension(MlirOperation op, AccyOpcode opcode, const char *name) {
  int64_t dim;
  if (mlirLogicalResultIsFailure(accyStablehloReadInteger(op, name, &dim)))
    return mlirLogicalResultFailure();
  MlirNamedAttribute attribute = accyNamed("dim", accyI64Attribute(mlirOperationGetContext(op), dim));
  return accyStablehloRebuild(op, opcode, 1, &attribute);
}

MlirLogicalResult accyStablehloConvertConstant(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirAttribute value = accyStablehloGetAttribute(op, "value");
  if (mlirAttributeIsNull(value) || !mlirAttributeIsADenseElements(value))
    return accyEmitOpError(op, "requires the attribute 'value', elements written as dense<…>");
  if (!mlirTypeEqual(mlirAttributeGetType(value), mlirValueGetType(mlirOperationGetResult(op, 0))))
    return accyEmitOpError(op, "has a value of another type than its result");
  MlirNamedAttribute attribute = accyNamed("value", value);
  return accyStablehloRebuild(op, AccyOp_constant, 1, &attribute);
}

MlirLogicalResult accyStablehloConvertIota(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return rebuild_with_dimension(op, AccyOp_iota, "iota_dimension");
}

MlirLogicalResult accyStablehloConvertConcatenate(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  if (mlirOperationGetNumOperands(op) == 0)
    return accyEmitOpError(op, "takes at least one operand");
  return rebuild_with_dimension(op, AccyOp_concatenate, "dimension");
}

// `broadcast` puts new dimensions before those of its operand, so operand dimension i becomes the new ones' count + i.
MlirLogicalResult accyStablehloConvertBroadcast(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  MlirAttribute sizes;
  if (mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, "broadcast_sizes", &sizes)))
    return mlirLogicalResultFailure();
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t added = mlirDenseArrayGetNumElements(sizes), rank = mlirShapedTypeGetRank(operand);
  bool fits = mlirShapedTypeGetRank(result) == added + rank;
  for (intptr_t i = 0; fits && i < added; ++i)
    fits = mlirShapedTypeGetDimSize(result, i) == mlirDenseI64ArrayGetElement(sizes, i);
  for (intptr_t i = 0; fits && i < rank; ++i)
    fits = mlirShapedTypeGetDimSize(result, added + i) == mlirShapedTypeGetDimSize(operand, i);
  if (!fits)
    return accyEmitOpError(op, "has a result whose shape is not broadcast_sizes followed by the operand's shape");
  int64_t dims[accyStablehloMaxRank];
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = added + i;
  MlirNamedAttribute attribute = accyNamed("dims", accyI64ArrayAttribute(mlirOperationGetContext(op), rank, dims));
  return accyStablehloRebuild(op, AccyOp_broadcast, 1, &attribute);
}

MlirLogicalResult accyStablehloConvertBroadcastInDim(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return rebuild_with_integers(op, AccyOp_broadcast, 1, (RenamedIntegers[]){{"broadcast_dimensions", "dims"}});
}

MlirLogicalResult accyStablehloConvertReshape(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return accyStablehloRebuild(op, AccyOp_reshape, 0, NULL);
}

MlirLogicalResult accyStablehloConvertTranspose(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return rebuild_with_integers(op, AccyOp_transpose, 1, (RenamedIntegers[]){{"permutation", "permutation"}});
}

MlirLogicalResult accyStablehloConvertSlice(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return rebuild_with_integers(
      op, AccyOp_slice, 3,
      (RenamedIntegers[]){{"start_indices", "start"}, {"limit_indices", "limit"}, {"strides", "strides"}});
}

MlirLogicalResult accyStablehloConvertPad(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return rebuild_with_integers(op, AccyOp_pad, 3,
                               (RenamedIntegers[]){{"edge_padding_low", "low"},
                                                   {"edge_padding_high", "high"},
                                                   {"interior_padding", "interior"}});
}

MlirLogicalResult accyStablehloConvertReverse(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  return rebuild_with_integers(op, AccyOp_reverse, 1, (RenamedIntegers[]){{"dimensions", "dims"}});
}

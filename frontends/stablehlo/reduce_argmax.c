// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.reduce of values and their indices to the largest or smallest value and its index (argmax, argmin). The
// value is a reduction, and the index another one: the lowest of those at which the value is. A value that is NaN is
// the result, and the first of them counts. (Of zeros of both signs the value is that with the sign which accy.reduce
// prefers.)

#include "frontends/stablehlo/argmax_body.h"
#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/combiner.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/movement.h"
#include "frontends/stablehlo/operation.h"

static bool is_scalar_of(MlirValue value, MlirType element) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeGetRank(type) == 0 &&
         mlirTypeEqual(mlirShapedTypeGetElementType(type), element);
}

// Whether the body's arguments and the start values are scalars of the operands' elements.
static bool has_scalars_of(MlirOperation op, MlirType value, MlirType index) {
  MlirBlock block = accyGetBlock(op, 0);
  for (intptr_t i = 0; i < 4; ++i)
    if (!is_scalar_of(mlirBlockGetArgument(block, i), i % 2 == 0 ? value : index))
      return false;
  return is_scalar_of(mlirOperationGetOperand(op, 2), value) && is_scalar_of(mlirOperationGetOperand(op, 3), index);
}

// Whether indices up to that below the extent are different integers of the type, and there is one.
static bool can_count(MlirType index, int64_t extent) {
  uint32_t kind = accyElementTypeGetKind(index);
  if ((kind & AccyElementInteger) == 0 || extent < 1)
    return false;
  unsigned bits = mlirIntegerTypeGetWidth(index) - (kind == AccyElementSignedInteger);
  return bits >= 63 || extent - 1 < INT64_C(1) << bits;
}

static MlirLogicalResult check_operands(MlirOperation op, const char *kind, int64_t dim) {
  MlirValue values = mlirOperationGetOperand(op, 0), indices = mlirOperationGetOperand(op, 1);
  MlirType value = accyStablehloElementType(values), index = accyStablehloElementType(indices);
  if (accyElementTypeGetKind(value) == AccyElementBoolean || !has_scalars_of(op, value, index))
    return accyEmitOpError(op, "finds an index among values, which must be numbers, and must have start values and a "
                               "body of its operands' element types [UnsupportedOperation]");
  bool counts = accyValueIsResultOf(indices, "accy.iota") &&
                accyGetInteger(mlirOpResultGetOwner(indices), "dim", -1) == dim &&
                mlirTypeEqual(mlirValueGetType(indices), accyStablehloWithElements(mlirValueGetType(values), index)) &&
                can_count(index, accyStablehloExtent(values, dim));
  if (!counts)
    return accyEmitOpError(op, "finds an index among indices that are not stablehlo.iota along the dimension that is "
                               "reduced, of an integer type that holds them all; only these are supported "
                               "[UnsupportedOperation]");
  if (!accyStablehloIsIdentity(mlirOperationGetOperand(op, 2), kind) ||
      !accyStablehloIsIdentity(mlirOperationGetOperand(op, 3), "sum"))
    return accyEmitOpError(op,
                           "finds an index with start values that are not constants, the %s value of its type and "
                           "index 0; only these are supported [UnsupportedOperation]",
                           kind[1] == 'a' ? "lowest" : "highest");
  return mlirLogicalResultSuccess();
}

// The dimension that is reduced, the only one.
static MlirLogicalResult read_dimension(MlirOperation op, int64_t *outDim) {
  MlirAttribute dims;
  if (mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, "dimensions", &dims)))
    return mlirLogicalResultFailure();
  int64_t rank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  *outDim = mlirDenseArrayGetNumElements(dims) == 1 ? mlirDenseI64ArrayGetElement(dims, 0) : -1;
  if (*outDim >= 0 && *outDim < rank)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "finds an index along other dimensions than one of %lld; reshape the operand first "
                         "[UnsupportedOperation]",
                         (long long)rank);
}

static MlirValue build_reduce(MlirOperation op, const char *kind, int64_t dim, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  int64_t shape[accyStablehloMaxRank];
  intptr_t rank = 0;
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
    if (i != dim)
      shape[rank++] = mlirShapedTypeGetDimSize(type, i);
  MlirType result = mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
  MlirContext context = mlirOperationGetContext(op);
  MlirNamedAttribute attributes[] = {accyNamed("kind", accyStringAttribute(context, kind)),
                                     accyNamed("dims", accyI64ArrayAttribute(context, 1, &dim))};
  return accyStablehloBuild(op, AccyOp_reduce, result, 1, &value, 2, attributes);
}

// What was reduced along the dimension, at each index of it.
static MlirValue repeat_along(MlirOperation op, int64_t dim, MlirValue reduced, MlirType type) {
  int64_t dims[accyStablehloMaxRank];
  intptr_t rank = 0;
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
    if (i != dim)
      dims[rank++] = i;
  MlirNamedAttribute attribute = accyNamed("dims", accyI64ArrayAttribute(mlirOperationGetContext(op), rank, dims));
  return accyStablehloBuild(op, AccyOp_broadcast, type, 1, &reduced, 1, &attribute);
}

static MlirValue build_compare(MlirOperation op, const char *direction, MlirValue left, MlirValue right) {
  MlirContext context = mlirOperationGetContext(op);
  MlirType type = accyStablehloWithElements(mlirValueGetType(left), mlirIntegerTypeGet(context, 1));
  MlirNamedAttribute attribute = accyNamed("direction", accyStringAttribute(context, direction));
  return accyStablehloBuild(op, AccyOp_compare, type, 2, (MlirValue[]){left, right}, 1, &attribute);
}

// Where the values are the extreme. If one is NaN, so is the extreme, which no value equals then.
static MlirValue find_places(MlirOperation op, MlirValue values, MlirValue extreme) {
  MlirValue places = build_compare(op, "eq", values, extreme);
  if (accyElementTypeGetKind(accyStablehloElementType(values)) != AccyElementFloat)
    return places;
  MlirValue operands[2] = {places, build_compare(op, "ne", values, values)};
  return accyStablehloBuild(op, AccyOp_or, mlirValueGetType(places), 2, operands, 0, NULL);
}

// The indices where the values are the extreme; elsewhere the last one, which makes no minimum smaller.
static MlirValue choose_indices(MlirOperation op, int64_t dim, MlirValue places, MlirValue indices) {
  MlirType index = accyStablehloElementType(indices);
  MlirType scalar = mlirRankedTensorTypeGet(0, NULL, index, mlirAttributeGetNull());
  MlirAttribute last = mlirIntegerAttrGet(index, accyStablehloExtent(indices, dim) - 1);
  MlirNamedAttribute value = accyNamed("value", mlirDenseElementsAttrSplatGet(scalar, last));
  MlirValue constant = accyStablehloBuild(op, AccyOp_constant, scalar, 0, NULL, 1, &value);
  MlirType type = mlirValueGetType(indices);
  MlirValue operands[3] = {places, indices, accyStablehloSpread(op, constant, type)};
  return accyStablehloBuild(op, AccyOp_select, type, 3, operands, 0, NULL);
}

MlirLogicalResult accyStablehloConvertReduceArgmax(MlirOperation op, const char *kind) {
  int64_t dim;
  if (mlirLogicalResultIsFailure(read_dimension(op, &dim)) || mlirLogicalResultIsFailure(check_operands(op, kind, dim)))
    return mlirLogicalResultFailure();
  MlirValue values = mlirOperationGetOperand(op, 0), indices = mlirOperationGetOperand(op, 1);
  MlirValue extreme = build_reduce(op, kind, dim, values);
  MlirValue places = find_places(op, values, repeat_along(op, dim, extreme, mlirValueGetType(values)));
  MlirValue first = build_reduce(op, "min", dim, choose_indices(op, dim, places, indices));
  if (mlirLogicalResultIsFailure(accyStablehloReplace(op, 0, extreme)))
    return mlirLogicalResultFailure();
  return accyStablehloReplace(op, 1, first);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.dot_general, and stablehlo.dot as the case of it that it is.

#include "frontends/stablehlo/dot_general.h"

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/dimension_numbers.h"

#include <string.h>

// accy.dot_general computes at least as precisely as the highest precision asks, so each of them is met.
static MlirLogicalResult check_precision(MlirOperation op, MlirAttribute precision) {
  char word[32];
  if (mlirLogicalResultIsFailure(
          accyStablehloReadWordOf(op, precision, "precision_config", "precision", sizeof word, word)))
    return mlirLogicalResultFailure();
  if (strcmp(word, "DEFAULT") == 0 || strcmp(word, "HIGH") == 0 || strcmp(word, "HIGHEST") == 0)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op, "has precision %s; supported are DEFAULT, HIGH and HIGHEST [UnsupportedOperation]", word);
}

static MlirLogicalResult check_precisions(MlirOperation op) {
  MlirAttribute config = accyStablehloGetAttribute(op, "precision_config");
  if (mlirAttributeIsNull(config))
    return mlirLogicalResultSuccess();
  if (!mlirAttributeIsAArray(config))
    return accyEmitOpError(op, "has a malformed attribute 'precision_config': expected an array of precisions");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(config); ++i)
    if (mlirLogicalResultIsFailure(check_precision(op, mlirArrayAttrGetElement(config, i))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_algorithm(MlirOperation op) {
  if (mlirAttributeIsNull(accyStablehloGetAttribute(op, "algorithm")))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op, "prescribes an algorithm, which is not supported; leave the attribute 'algorithm' out "
                             "[UnsupportedOperation]");
}

// How the result's elements differ from the operands', which must be alike.
typedef enum ElementChange { ElementsSame, ElementsWider, ElementsNarrower, ElementsUnsupported } ElementChange;

static unsigned element_width(MlirType element) {
  return mlirTypeIsAFloat(element) ? mlirFloatTypeGetWidth(element) : mlirIntegerTypeGetWidth(element);
}

static ElementChange find_element_change(MlirType lhs, MlirType rhs, MlirType result) {
  if (!mlirTypeEqual(lhs, rhs))
    return ElementsUnsupported;
  if (mlirTypeEqual(lhs, result))
    return ElementsSame;
  unsigned from = element_width(lhs), to = element_width(result);
  if (accyElementTypeGetKind(lhs) != accyElementTypeGetKind(result) || from == to)
    return ElementsUnsupported;
  return to > from ? ElementsWider : ElementsNarrower;
}

MlirLogicalResult accyStablehloBuildDotGeneral(MlirOperation op, const MlirValue operands[static 2], MlirType type,
                                               const AccyStablehloDotDimensions *dimensions, MlirValue *outValue) {
  if (mlirLogicalResultIsFailure(check_precisions(op)))
    return mlirLogicalResultFailure();
  MlirType lhs = accyStablehloElementType(operands[0]), rhs = accyStablehloElementType(operands[1]);
  MlirType result = mlirShapedTypeGetElementType(type);
  ElementChange change = find_element_change(lhs, rhs, result);
  if (change == ElementsUnsupported)
    return accyEmitOpError(op, "combines element types that are not supported: both operands must have the same, and "
                               "the result the same or a wider or narrower one of its kind; convert them first "
                               "[UnsupportedOperation]");
  MlirNamedAttribute attributes[5] = {
      accyNamed("lhs_batch", dimensions->lhs_batch),
      accyNamed("rhs_batch", dimensions->rhs_batch),
      accyNamed("lhs_contract", dimensions->lhs_contract),
      accyNamed("rhs_contract", dimensions->rhs_contract),
  };
  intptr_t count = 4;
  if (change == ElementsWider)
    attributes[count++] = accyNamed("accumulate", mlirTypeAttrGet(result));
  MlirType dot_type = change == ElementsNarrower ? accyStablehloWithElements(type, lhs) : type;
  *outValue = accyStablehloBuild(op, AccyOp_dot_general, dot_type, 2, operands, count, attributes);
  if (change == ElementsNarrower)
    *outValue = accyStablehloBuild(op, AccyOp_convert, type, 1, outValue, 0, NULL);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult convert_dot(MlirOperation op, const AccyStablehloDotDimensions *dimensions) {
  MlirValue operands[2] = {mlirOperationGetOperand(op, 0), mlirOperationGetOperand(op, 1)}, value;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirLogicalResultIsFailure(accyStablehloBuildDotGeneral(op, operands, type, dimensions, &value)))
    return mlirLogicalResultFailure();
  return accyStablehloReplace(op, 0, value);
}

static MlirLogicalResult read_dimensions(MlirOperation op, AccyStablehloDotDimensions *out) {
  AccyStablehloDimensionList lists[4] = {{.key = "lhs_batching_dimensions"},
                                         {.key = "rhs_batching_dimensions"},
                                         {.key = "lhs_contracting_dimensions"},
                                         {.key = "rhs_contracting_dimensions"}};
  static const char example[] = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
                                "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]";
  if (mlirLogicalResultIsFailure(
          accyStablehloReadDimensionNumbers(op, "dot_dimension_numbers", "dot", example, 4, lists)))
    return mlirLogicalResultFailure();
  MlirContext context = mlirOperationGetContext(op);
  *out = (AccyStablehloDotDimensions){
      .lhs_batch = accyI64ArrayAttribute(context, lists[0].count, lists[0].values),
      .rhs_batch = accyI64ArrayAttribute(context, lists[1].count, lists[1].values),
      .lhs_contract = accyI64ArrayAttribute(context, lists[2].count, lists[2].values),
      .rhs_contract = accyI64ArrayAttribute(context, lists[3].count, lists[3].values),
  };
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyStablehloConvertDotGeneral(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  AccyStablehloDotDimensions dimensions;
  if (mlirLogicalResultIsFailure(check_algorithm(op)) || mlirLogicalResultIsFailure(read_dimensions(op, &dimensions)))
    return mlirLogicalResultFailure();
  return convert_dot(op, &dimensions);
}

// `dot` pairs the left operand's last dimension with the right operand's first.
MlirLogicalResult accyStablehloConvertDot(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  intptr_t lhs_rank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  intptr_t rhs_rank = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 1)));
  if (lhs_rank < 1 || lhs_rank > 2 || rhs_rank < 1 || rhs_rank > 2)
    return accyEmitOpError(op, "takes operands of one or two dimensions, but has %ld and %ld", (long)lhs_rank,
                           (long)rhs_rank);
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute none = accyI64ArrayAttribute(context, 0, NULL);
  AccyStablehloDotDimensions dimensions = {
      .lhs_batch = none,
      .rhs_batch = none,
      .lhs_contract = accyI64ArrayAttribute(context, 1, (int64_t[]){lhs_rank - 1}),
      .rhs_contract = accyI64ArrayAttribute(context, 1, (int64_t[]){0}),
  };
  return convert_dot(op, &dimensions);
}

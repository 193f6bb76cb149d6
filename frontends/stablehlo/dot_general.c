// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// stablehlo.dot_general, and stablehlo.dot as the case of it that it is.

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/operation.h"

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

static MlirLogicalResult build_dot_general(MlirOperation op, const AccyStablehloDotDimensions *dimensions) {
  if (mlirLogicalResultIsFailure(check_precisions(op)))
    return mlirLogicalResultFailure();
  MlirNamedAttribute attributes[5] = {
      accyNamed("lhs_batch", dimensions->lhsBatch),
      accyNamed("rhs_batch", dimensions->rhsBatch),
      accyNamed("lhs_contract", dimensions->lhsContract),
      accyNamed("rhs_contract", dimensions->rhsContract),
  };
  intptr_t count = 4;
  // A result of other elements than the operands' is one whose sums are kept in the result's.
  MlirType element = accyStablehloElementType(mlirOperationGetResult(op, 0));
  if (!mlirTypeEqual(element, accyStablehloElementType(mlirOperationGetOperand(op, 0))))
    attributes[count++] = accyNamed("accumulate", mlirTypeAttrGet(element));
  return accyStablehloRebuild(op, AccyOp_dot_general, count, attributes);
}

MlirLogicalResult accyStablehloConvertDotGeneral(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  AccyStablehloDotDimensions dimensions;
  if (mlirLogicalResultIsFailure(check_algorithm(op)) ||
      mlirLogicalResultIsFailure(accyStablehloReadDotDimensions(op, &dimensions)))
    return mlirLogicalResultFailure();
  return build_dot_general(op, &dimensions);
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
      .lhsBatch = none,
      .rhsBatch = none,
      .lhsContract = accyI64ArrayAttribute(context, 1, (int64_t[]){lhs_rank - 1}),
      .rhsContract = accyI64ArrayAttribute(context, 1, (int64_t[]){0}),
  };
  return build_dot_general(op, &dimensions);
}

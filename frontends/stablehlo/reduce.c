// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.reduce of one operand by one operation. What finds an index is in reduce_argmax.c.

#include "frontends/stablehlo/argmax_body.h"
#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/combiner.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/operation.h"

MlirLogicalResult accyStablehloConvertReduce(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  intptr_t numOperands = mlirOperationGetNumOperands(op), numResults = mlirOperationGetNumResults(op);
  if (numResults == 0 || numOperands != 2 * numResults)
    return accyEmitOpError(op,
                           "takes as many start values as operands and results, but has %ld operands and %ld results",
                           (long)numOperands, (long)numResults);
  const char *extreme = numResults == 2 ? accyStablehloFindArgmax(op) : NULL;
  if (extreme)
    return accyStablehloConvertReduceArgmax(op, extreme);
  if (numResults != 1)
    return accyEmitOpError(
        op,
        "reduces %ld operands at once; supported are one operand, and values with their indices by the "
        "body that JAX writes for argmax and argmin [UnsupportedOperation]",
        (long)numResults);
  AccyStablehloCombiner combiner;
  MlirAttribute dims;
  if (mlirLogicalResultIsFailure(accyStablehloReadCombiner(op, &combiner)) ||
      mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, "dimensions", &dims)))
    return mlirLogicalResultFailure();
  MlirNamedAttribute attributes[] = {accyNamed("kind", accyStringAttribute(mlirOperationGetContext(op), combiner.kind)),
                                     accyNamed("dims", dims)};
  MlirValue input = mlirOperationGetOperand(op, 0);
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue value = accyStablehloBuild(op, AccyOp_reduce, result, 1, &input, 2, attributes);
  return accyStablehloReplace(op, 0, accyStablehloCombineWithStart(op, &combiner, value));
}

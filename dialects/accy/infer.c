// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Result types that follow from operands.

#include "dialects/accy/hooks.h"
#include "support/ir.h"

static MlirType with_element_type(MlirType type, MlirType element) {
  int64_t shape[64];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t i = 0; i < rank && i < 64; ++i)
    shape[i] = mlirShapedTypeGetDimSize(type, i);
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

MlirType accyOpInferResultType(MlirLocation location, intptr_t numOperands, MlirType const *operands,
                               intptr_t numAttributes, MlirNamedAttribute const *attributes, const void *definition) {
  (void)numAttributes, (void)attributes;
  const AccyOpDefinition *op = definition;
  // Scalar bounds of clamp and scalar predicates of select do not set the shape.
  intptr_t carrier = op->opClass == AccyClassClamp || op->opClass == AccyClassSelect ? 1 : 0;
  if (carrier >= numOperands) {
    accyEmitError(location, "'accy.%s' op takes more operands than the %ld given", op->mnemonic, (long)numOperands);
    return (MlirType){NULL};
  }
  if (op->opClass != AccyClassCompare)
    return operands[carrier];
  if (!mlirTypeIsARankedTensor(operands[0]) || mlirShapedTypeGetRank(operands[0]) > 64) {
    accyEmitError(location, "'accy.%s' op takes ranked tensors", op->mnemonic);
    return (MlirType){NULL};
  }
  return with_element_type(operands[0], mlirIntegerTypeGet(mlirTypeGetContext(operands[0]), 1));
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type rules of the operations without operands.

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

static MlirLogicalResult check_constant(const AccyOpInputs *inputs, MlirType result) {
  MlirAttribute value = accyInputsGetAttribute(inputs, "value");
  if (mlirAttributeIsNull(value) || !mlirAttributeIsADenseElements(value))
    return accyReject(inputs, "C1", "'value' must hold its elements as dense<…>");
  if (!mlirTypeEqual(mlirAttributeGetType(value), result))
    return accyRejectTypes(inputs, "C2", "'value' and result must have the same type", mlirAttributeGetType(value),
                           result);
  return mlirLogicalResultSuccess();
}

const AccyTypeRule accyConstantRule = {.check = check_constant};

static MlirLogicalResult check_iota(const AccyOpInputs *inputs, MlirType result) {
  int64_t dim = accyInputsGetInteger(inputs, "dim");
  AccyIntegers dims = {.count = 1, .values = {dim}};
  return accyCheckDimensions(inputs, "C1", "dim", &dims, mlirShapedTypeGetRank(result));
}

const AccyTypeRule accyIotaRule = {.check = check_iota};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The result type of operations whose syntax does not write it, and of those that are built.

#include "dialects/accy/hooks.h"
#include "dialects/accy/type_rules.h"
#include "support/ir.h"

MlirType accyOpInferResultType(MlirLocation location, intptr_t numOperands, MlirType const *operands,
                               intptr_t numAttributes, MlirNamedAttribute const *attributes, const void *definition) {
  AccyOpInputs inputs = {location, definition, numOperands, operands, numAttributes, attributes};
  // The parser has not counted the operands yet.
  if (numOperands < inputs.definition->minOperands ||
      (inputs.definition->maxOperands >= 0 && numOperands > inputs.definition->maxOperands)) {
    accyEmitError(location, "'accy.%s' op takes %d operands, but has %ld", inputs.definition->mnemonic,
                  inputs.definition->minOperands, (long)numOperands);
    return (MlirType){NULL};
  }
  return accyInferResult(&inputs);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The accy dialect's constraints, numbered as in docs/spec.md.

#include "dialects/accy/hooks.h"
#include "support/ir.h"

MlirLogicalResult accyOpVerify(MlirOperation op, const void *definition) {
  const AccyOpDefinition *row = definition;
  return accyOpSyntaxVerify(op, &row->syntax);
}

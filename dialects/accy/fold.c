// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Folds of the accy dialect: constants and identities.

#include "dialects/accy/hooks.h"

MlirLogicalResult accyOpFold(MlirOperation op, MlirAttribute const *constants, AccyFoldResult *results,
                             const void *definition) {
  (void)op, (void)constants, (void)results, (void)definition;
  return mlirLogicalResultFailure();
}

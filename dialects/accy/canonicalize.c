// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Canonicalizations of the accy dialect: rewrites that need new operations.

#include "dialects/accy/hooks.h"

MlirLogicalResult accyOpCanonicalize(MlirOperation op, MlirRewriterBase rewriter, const void *definition) {
  (void)op, (void)rewriter, (void)definition;
  return mlirLogicalResultFailure();
}

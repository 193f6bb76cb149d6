// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the table of the accy dialect is wired to, one file each. `definition` is an AccyOpDefinition.

#ifndef ACCY_DIALECTS_ACCY_HOOKS_H
#define ACCY_DIALECTS_ACCY_HOOKS_H

#include "dialects/accy/ops.h"

/// verify.c: the numbered constraints of docs/spec.md.
MlirLogicalResult accyOpVerify(MlirOperation op, const void *definition);

/// infer.c: the result type of operations whose syntax does not write it.
MlirType accyOpInferResultType(MlirLocation location, intptr_t numOperands, MlirType const *operands,
                               intptr_t numAttributes, MlirNamedAttribute const *attributes, const void *definition);

/// fold.c: constants and identities.
MlirLogicalResult accyOpFold(MlirOperation op, MlirAttribute const *constants, AccyFoldResult *results,
                             const void *definition);

/// canonicalize.c: rewrites that need new operations.
MlirLogicalResult accyOpCanonicalize(MlirOperation op, MlirRewriterBase rewriter, const void *definition);

#endif // ACCY_DIALECTS_ACCY_HOOKS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the choir dialect, one an operation; `syntax` is the operation's AccyOpSyntax.

#ifndef ACCY_DIALECTS_CHOIR_VERIFY_H
#define ACCY_DIALECTS_CHOIR_VERIFY_H

#include "dialects/op_syntax.h"

MlirLogicalResult choirVerifyWorkItem(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifyYield(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifyProgram(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifySlot(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifyKernel(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifyLaunch(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifyArtifact(MlirOperation op, const void *syntax);
MlirLogicalResult choirVerifyReturn(MlirOperation op, const void *syntax);

#endif // ACCY_DIALECTS_CHOIR_VERIFY_H

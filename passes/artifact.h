// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// choir.artifact: a kernel's code, as it is kept in the IR.

#ifndef ACCY_PASSES_ARTIFACT_H
#define ACCY_PASSES_ARTIFACT_H

#include "accy-c/Plan.h"
#include "mlir-c/IR.h"

/// Puts the artifact of the kernel named `kernel` at the end of the program, in place of `previous` (null: there is
/// none yet). Text is kept as a string, words as i32 and bytes as i8 elements.
void accyProgramPutArtifact(MlirOperation program, MlirOperation previous, MlirLocation location, MlirStringRef kernel,
                            AccyFormat format, const AccyPayload *payload);

#endif // ACCY_PASSES_ARTIFACT_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel needs against what its target has, before anything is lowered.

#ifndef ACCY_PASSES_LEGALITY_H
#define ACCY_PASSES_LEGALITY_H

#include "passes/target.h"

/// Checks a choir.kernel that still has its body: dtypes and features of each operation, sizes, buffers, and that its
/// generic launch is one of the target's. Sets what it requires. Each error is at the operation that asks for too much
/// and names the target, what is missing and what to do.
MlirLogicalResult accyCheckKernel(MlirOperation kernel, const AccyProgramTarget *target, AccyRequirements *outNeeds);

/// Checks dtypes and buffers of an authored gpu.func. (accy-plan checks its launch.)
MlirLogicalResult accyCheckAuthored(MlirOperation function, const AccyProgramTarget *target);

/// How many buffers the launch of a work item or kernel with that body and kind binds: those it reads, the one it
/// writes, and the element count where a generated kernel takes it.
uint64_t accyCountBindings(MlirBlock body, MlirStringRef kind);

#endif // ACCY_PASSES_LEGALITY_H

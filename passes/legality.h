// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel needs against what its target has, before anything is lowered.

#ifndef ACCY_PASSES_LEGALITY_H
#define ACCY_PASSES_LEGALITY_H

#include "kernels/math_library.h"
#include "passes/target.h"

/// Checks a choir.kernel that still has its body: dtypes, features and code of each operation, sizes, and buffers. Sets
/// what it requires. Each error is at the operation that asks for too much and names the target, what is missing and
/// what to do. (legality_strategy.h checks how it is built and launched.)
MlirLogicalResult accyCheckKernel(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                                  AccyRequirements *outNeeds);

/// Checks a choir.slot: a buffer that no kernel binds has to be one, too.
MlirLogicalResult accyCheckSlot(MlirOperation slot, const AccyProgramTarget *target);

/// Checks what a kernel's gpu.func keeps in threadgroup memory; `*outBytes` is how much.
MlirLogicalResult accyCheckThreadgroupMemory(MlirOperation function, const AccyProgramTarget *target,
                                             uint64_t *outBytes);

/// How many buffers a kernel's gpu.func takes: its threadgroup memories are none.
intptr_t accyCountBuffers(MlirOperation function);

/// Checks the program's gpu.modules of the user's: that they hold kernels alone, and of each its dtypes, buffers,
/// threadgroup memory and launch, and that it can be lowered.
MlirLogicalResult accyCheckAuthored(MlirOperation program, const AccyProgramTarget *target);

/// How many buffers the launch of a work item or kernel with that body and kind binds: those it reads, the one it
/// writes, and the element count where a generated kernel takes it.
uint64_t accyCountBindings(MlirBlock body, MlirStringRef kind);

#endif // ACCY_PASSES_LEGALITY_H

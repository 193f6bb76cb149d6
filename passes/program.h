// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several passes ask of a choir.program.

#ifndef ACCY_PASSES_PROGRAM_H
#define ACCY_PASSES_PROGRAM_H

#include "accy-c/Plan.h"
#include "mlir-c/IR.h"

/// Puts the dialects that programs are made of into the registry: a pass's dependentDialects.
void accyProgramDependentDialects(MlirDialectRegistry registry);

/// Calls `visit` on each choir.program of the module and of the modules in it, in order, until one fails.
MlirLogicalResult accyForEachProgram(MlirOperation module, MlirLogicalResult (*visit)(MlirOperation, void *),
                                     void *userData);

/// The module's choir.program of that function, or its only one when the name is empty. Fails with
/// UnsupportedOperation.
bool accyModuleFindProgram(MlirOperation module, MlirStringRef function, MlirOperation *outProgram, AccyStatus *status);

/// Whether the program is valid IR: a caller in C may have changed anything since a pass verified it. Errors are
/// reported where they are.
MlirLogicalResult accyVerifyProgram(MlirOperation program);

/// The name of the program's function. Fails, with an error there, where it can stand in no plan.
MlirLogicalResult accyProgramGetFunction(MlirOperation program, char outName[ACCY_NAME_CAPACITY]);

/// Calls `visit` on each choir.slot of each program of the module, in order, until one fails.
MlirLogicalResult accyForEachSlot(MlirOperation module, MlirLogicalResult (*visit)(MlirOperation slot));

/// Numbers the program's operations of that full name, from 0 in their order, by their `id`.
void accyProgramRenumber(MlirOperation program, const char *opName);

/// The program's choir.kernel or gpu.module of that symbol name; null when it has none.
MlirOperation accyProgramFindSymbol(MlirOperation program, const char *opName, MlirStringRef symbol);

/// The body of the `gpu.module` of that name in the block, made at the block's end, before a terminator, when there is
/// none yet.
MlirBlock accyBlockGetGpuModule(MlirBlock block, MlirLocation location, const char *name);

/// The gpu.func of that name in the program's `gpu.module @kernels`; null when there is none.
MlirOperation accyProgramFindKernelFunction(MlirOperation program, MlirStringRef name);

#endif // ACCY_PASSES_PROGRAM_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program's kernels, functions and artifacts by name, so that passes over many launches stay linear.

#ifndef ACCY_PASSES_PROGRAM_INDEX_H
#define ACCY_PASSES_PROGRAM_INDEX_H

#include "mlir-c/IR.h"
#include "support/pointer_map.h"

/// Valid until an indexed operation is destroyed. Keys are the addresses of names, which a context has once each.
typedef struct AccyProgramIndex {
  AccyPointerMap kernels, functions, artifacts;
} AccyProgramIndex;

/// Indexes the program; reports an error at it when memory runs out. Release with accyProgramIndexDestroy either way.
MlirLogicalResult accyProgramIndexCreate(MlirOperation program, AccyProgramIndex *outIndex);

/// Releases the index.
void accyProgramIndexDestroy(AccyProgramIndex *index);

/// The choir.kernel that the launch names; reports an error at the launch when the program lacks it.
MlirLogicalResult accyProgramIndexGetKernel(const AccyProgramIndex *index, MlirOperation launch,
                                            MlirOperation *outKernel);

/// The gpu.func that the kernel became; null when there is none.
MlirOperation accyProgramIndexFindFunction(const AccyProgramIndex *index, MlirOperation launch);

/// The choir.artifact of the kernel or authored gpu.func of that name; null when there is none.
MlirOperation accyProgramIndexFindArtifactOf(const AccyProgramIndex *index, MlirOperation function);

/// The choir.artifact that the launch runs, its kernel's or the one that `artifact` names; null when there is none.
MlirOperation accyProgramIndexFindArtifact(const AccyProgramIndex *index, MlirOperation launch);

/// The name of the kernel whose artifact the launch runs: that of the artifact's entry.
MlirStringRef accyLaunchGetEntry(MlirOperation launch);

#endif // ACCY_PASSES_PROGRAM_INDEX_H

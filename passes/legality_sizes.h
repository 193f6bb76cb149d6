// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target's kernels reach and bind; part of legality.h.

#ifndef ACCY_PASSES_LEGALITY_SIZES_H
#define ACCY_PASSES_LEGALITY_SIZES_H

#include "passes/target.h"

/// Below that many buffers, an operation of three operands has no kernel, and work items are not split.
enum { ACCY_FEWEST_BUFFERS_TO_SPLIT = 5 };

/// Checks that kernels count as many elements as the operation's tensor type has.
MlirLogicalResult accyCheckElements(MlirOperation op, MlirType type, const AccyProgramTarget *target);

/// Checks that kernels reach every byte of a tensor type that is a buffer of theirs.
MlirLogicalResult accyCheckBuffer(MlirOperation op, MlirType type, const AccyProgramTarget *target);

/// Checks that a kernel may bind so many buffers; `advice` says what to do if not.
MlirLogicalResult accyCheckBufferCount(MlirOperation op, uint64_t buffers, const AccyProgramTarget *target,
                                       const char *advice);

#endif // ACCY_PASSES_LEGALITY_SIZES_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel calls that write their operands' buffers, among operations on tensors, which are values.

#ifndef ACCY_PASSES_KERNEL_CALL_EFFECTS_H
#define ACCY_PASSES_KERNEL_CALL_EFFECTS_H

#include "mlir-c/IR.h"

/// Prepares the kernel calls of the block for scheduling. A written operand may have no use after the call, nor a
/// second one in it: else an error is reported. A function argument or constant is copied before the call that writes
/// it, for its buffer is read-only.
MlirLogicalResult accyPrepareKernelCalls(MlirBlock block);

#endif // ACCY_PASSES_KERNEL_CALL_EFFECTS_H

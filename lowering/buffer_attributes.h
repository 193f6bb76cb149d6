// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is true of a kernel's buffers, told to LLVM.

#ifndef ACCY_LOWERING_BUFFER_ATTRIBUTES_H
#define ACCY_LOWERING_BUFFER_ATTRIBUTES_H

#include "mlir-c/IR.h"

/// The llvm dialect's argument attributes of a buffer, one of its kernel's arguments: it has its static size, overlaps
/// no other unless it `isShared`, and, where that is so, is only read. With `alignment` (bytes; 0: nothing is known) it
/// begins at a multiple of that.
MlirAttribute accyBufferAttributes(MlirValue buffer, int64_t alignment, bool isShared);

#endif // ACCY_LOWERING_BUFFER_ATTRIBUTES_H

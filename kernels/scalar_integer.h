// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic that is defined for all operands, as StableHLO has it: used by scalar.c.

#ifndef ACCY_KERNELS_SCALAR_INTEGER_H
#define ACCY_KERNELS_SCALAR_INTEGER_H

#include "dialects/accy/ops.h"
#include "kernels/builder.h"

/// neg, abs, sign and not on an integer (an i1 for not); null for other opcodes.
MlirValue accyBuildIntegerUnary(AccyKernelBuilder *builder, AccyOpcode opcode, MlirValue value);

/// div, rem, shl, shr and pow on integers; null for other opcodes.
///
/// x / 0 has all bits set and x rem 0 is x; the least integer / -1 is itself, with remainder 0. Shifts by the width or
/// more leave no bit of x (shr: only its sign). x to a negative power is 0 unless x is 1 or -1.
MlirValue accyBuildIntegerBinary(AccyKernelBuilder *builder, AccyOpcode opcode, bool isUnsigned, MlirValue left,
                                 MlirValue right);

#endif // ACCY_KERNELS_SCALAR_INTEGER_H

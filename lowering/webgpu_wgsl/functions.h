// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions in WGSL that kernels call: arithmetic that the language lacks, or does not promise for every operand.

#ifndef ACCY_LOWERING_WEBGPU_WGSL_FUNCTIONS_H
#define ACCY_LOWERING_WEBGPU_WGSL_FUNCTIONS_H

#include "support/text_buffer.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum AccyWgslFunction {
  AccyWgslIsNan,
  AccyWgslOrdered, // an i32 that is greater where the number is; -0 comes before +0
  AccyWgslMaximum, // with NaN where an operand is
  AccyWgslMinimum,
  AccyWgslMaximumNumber, // of the operands that are not NaN
  AccyWgslMinimumNumber,
  AccyWgslF16ToF32, // 16-bit floats are their bits in a u32
  AccyWgslF32ToF16, // rounds to nearest, ties to even
  AccyWgslF32ToBf16,
  AccyWgslSignedToF32, // rounds to nearest, too
  AccyWgslUnsignedToF32,
  AccyWgslMultiplyHigh, // the upper word of a product
  AccyWgslMultiplyHighSigned,
  AccyWgslCeilDivide,
  AccyWgslCeilDivideSigned,
  AccyWgslFloorDivideSigned,
  AccyWgslFunctionCount,
} AccyWgslFunction;

/// A set of functions, by 1 << AccyWgslFunction.
typedef uint32_t AccyWgslFunctionSet;

/// The function's name. It and what it calls join the set.
const char *accyWgslCall(AccyWgslFunctionSet *set, AccyWgslFunction function);

/// Whether a function has the name.
bool accyWgslIsFunctionName(const char *name, size_t length);

/// Appends the set's functions to the text.
void accyWgslWriteFunctions(AccyWgslFunctionSet set, AccyTextBuffer *text);

#endif // ACCY_LOWERING_WEBGPU_WGSL_FUNCTIONS_H

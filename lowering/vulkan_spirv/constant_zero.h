// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums, differences, products and quotients one operand of which is the constant 0. Mesa's llvmpipe takes 0 for the
// value of every product with it, of every quotient that has it above or below the line, and the other operand for that
// of a sum: NaN, infinities and signs of zeros are lost, though the kernel asks for them (SignedZeroInfNanPreserve).
// It does so for 0 alone, and not for -0.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_CONSTANT_ZERO_H
#define ACCY_LOWERING_VULKAN_SPIRV_CONSTANT_ZERO_H

#include "mlir-c/IR.h"

/// Gives these operations of the gpu.func another form, which has the same value and which drivers keep.
void accySpirvKeepConstantZeros(MlirOperation kernel);

#endif // ACCY_LOWERING_VULKAN_SPIRV_CONSTANT_ZERO_H

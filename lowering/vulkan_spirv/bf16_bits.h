// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 for targets without it. Kernels compute on bf16 nowhere: they widen its bits to f32 and round back by operations
// on integers. What is left is moving elements, which integers of 16 bits do as well.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_BF16_BITS_H
#define ACCY_LOWERING_VULKAN_SPIRV_BF16_BITS_H

#include "mlir-c/IR.h"

/// Gives all values, buffers and constants of bf16 in the gpu.func the type i16. Comparisons are made in f32.
void accySpirvMoveBf16AsBits(MlirOperation kernel);

#endif // ACCY_LOWERING_VULKAN_SPIRV_BF16_BITS_H

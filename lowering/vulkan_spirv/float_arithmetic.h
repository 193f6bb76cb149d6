// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on floats, with what each operation allows.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_FLOAT_ARITHMETIC_H
#define ACCY_LOWERING_VULKAN_SPIRV_FLOAT_ARITHMETIC_H

#include "mlir-c/IR.h"

/// Replaces sums, products, quotients and negations of floats in the gpu.func by SPIR-V's operations, each marked
/// no_contraction unless its own flags allow that a product is fused into a sum. MLIR's conversion, which would come to
/// the same operations, forgets the flags.
void accySpirvConvertFloatArithmetic(MlirOperation kernel);

#endif // ACCY_LOWERING_VULKAN_SPIRV_FLOAT_ARITHMETIC_H

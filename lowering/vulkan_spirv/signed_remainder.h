// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signed remainders. MLIR's conversion for Vulkan takes the remainder of absolute values and negates it if the dividend
// is not its own absolute value; but the least integer is, so its remainders would lose their sign.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_SIGNED_REMAINDER_H
#define ACCY_LOWERING_VULKAN_SPIRV_SIGNED_REMAINDER_H

#include <mlir-c/IR.h>

/// Replaces each arith.remsi under the operation by left - left / right * right.
void accySpirvExpandSignedRemainders(MlirOperation root);

#endif // ACCY_LOWERING_VULKAN_SPIRV_SIGNED_REMAINDER_H

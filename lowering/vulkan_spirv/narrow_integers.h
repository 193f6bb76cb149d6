// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on integers that a Vulkan target does not compute on.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_NARROW_INTEGERS_H
#define ACCY_LOWERING_VULKAN_SPIRV_NARROW_INTEGERS_H

#include "mlir-c/IR.h"

/// Computes on i32 what the operations under `root` compute on i1, of which SPIR-V has the logical operations only, and
/// on i8, which MLIR's conversion holds in 32 bits without keeping the upper ones in order, or gives to drivers that
/// know it little. The values stay the same. Reports arithmetic with two results on such types, and fails. Nothing may
/// merge the inserted extensions with their users before the conversion.
MlirLogicalResult accySpirvWidenNarrowIntegers(MlirOperation root);

#endif // ACCY_LOWERING_VULKAN_SPIRV_NARROW_INTEGERS_H

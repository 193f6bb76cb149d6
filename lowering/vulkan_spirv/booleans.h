// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Arithmetic on i1, which SPIR-V's Booleans do not have.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_BOOLEANS_H
#define ACCY_LOWERING_VULKAN_SPIRV_BOOLEANS_H

#include "mlir-c/IR.h"

/// Computes the operations under `root` that take or give i1 and have no counterpart on SPIR-V's Booleans (sums,
/// orderings, conversions to floats, …; not the logical ones) on i32 instead, to the same values.
void accySpirvWidenBooleans(MlirOperation root);

#endif // ACCY_LOWERING_VULKAN_SPIRV_BOOLEANS_H

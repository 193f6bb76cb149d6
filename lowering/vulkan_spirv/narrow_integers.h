// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on integers that a Vulkan target does not compute on.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_NARROW_INTEGERS_H
#define ACCY_LOWERING_VULKAN_SPIRV_NARROW_INTEGERS_H

#include "lowering/lowering.h"

/// Checks that nothing in the request's kernel, on integers of up to `widest` bits, has two results, as the arithmetic
/// that accySpirvWidenNarrowIntegers does not widen. Reports what has.
MlirLogicalResult accySpirvCheckNarrowIntegers(const AccyLoweringRequest *request, unsigned widest);

/// Computes on i32 what the operations under `root` compute on i1, of which SPIR-V has the logical operations only, and
/// on i8 and, if `widest` is 16, on i16, which MLIR's conversion holds in 32 bits without keeping the upper ones in
/// order, or gives to drivers that know them little. The values stay the same. Nothing may merge the inserted
/// extensions with their users before the conversion.
void accySpirvWidenNarrowIntegers(MlirOperation root, unsigned widest);

#endif // ACCY_LOWERING_VULKAN_SPIRV_NARROW_INTEGERS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel asks of a device's floating-point arithmetic. Unasked, a Vulkan driver may take every value to be
// finite, round to zero and flush subnormal numbers.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_FLOAT_CONTROLS_H
#define ACCY_LOWERING_VULKAN_SPIRV_FLOAT_CONTROLS_H

#include "lowering/lowering.h"

/// Declares, in the spirv.module of the request's kernel, the execution modes that the target's features allow, for
/// each width of float that the kernel computes with.
void accySpirvDeclareFloatControls(const AccyLoweringRequest *request, MlirOperation spirvModule);

#endif // ACCY_LOWERING_VULKAN_SPIRV_FLOAT_CONTROLS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIRV-Tools' validator on a binary.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_VALIDATE_H
#define ACCY_LOWERING_VULKAN_SPIRV_VALIDATE_H

#include "lowering/lowering.h"

/// Validates the words for the environment, as "vulkan1.1"; what the validator says is reported at the request's
/// kernel.
MlirLogicalResult accySpirvValidate(const AccyLoweringRequest *request, const uint32_t *words, size_t wordCount,
                                    const char *environment);

#endif // ACCY_LOWERING_VULKAN_SPIRV_VALIDATE_H

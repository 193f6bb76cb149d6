// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the threads of a threadgroup are numbered.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_THREAD_NUMBER_H
#define ACCY_LOWERING_VULKAN_SPIRV_THREAD_NUMBER_H

#include "mlir-c/IR.h"

/// Lets a kernel with shuffles take a thread's number in its threadgroup, along x, from its subgroup's number and its
/// place in that. SPIR-V's own, LocalInvocationId, says nothing of who shares a subgroup.
void accySpirvNumberThreadsBySubgroups(MlirOperation kernel);

#endif // ACCY_LOWERING_VULKAN_SPIRV_THREAD_NUMBER_H

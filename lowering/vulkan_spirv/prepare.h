// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as MLIR's conversion to SPIR-V needs it.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_PREPARE_H
#define ACCY_LOWERING_VULKAN_SPIRV_PREPARE_H

#include "lowering/lowering.h"

/// Gives the kernel its entry-point ABI (the request's threadgroup as local size), and guards each scf.for with results
/// by an scf.if that yields the initial values when the loop does not run: the conversion of MLIR 22 leaves the results
/// of such a loop undefined. Threadgroup memories become allocations, as the conversion wants them.
void accySpirvPrepareKernel(const AccyLoweringRequest *request, MlirOperation kernel);

/// Decorates the storage buffers of the request's kernel that may be one as aliased; `spirvModule` is what it became.
void accySpirvMarkSharedBuffers(const AccyLoweringRequest *request, MlirOperation spirvModule);

#endif // ACCY_LOWERING_VULKAN_SPIRV_PREPARE_H

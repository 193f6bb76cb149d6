// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as an ELF object, which both formats of the cpu begin with.

#ifndef ACCY_LOWERING_CPU_OBJECT_H
#define ACCY_LOWERING_CPU_OBJECT_H

#include "lowering/lowering.h"
#include "llvm-c/Types.h"

#include <stdbool.h>

/// Whether the request's processor converts f16.
bool accyCpuHasF16(const AccyLoweringRequest *request);

/// Checks that the request's processor is known and has conversions for the kernel's f16.
MlirLogicalResult accyCpuCheck(const AccyLoweringRequest *request);

/// Compiles the kernel, which is in the module, to an object of one function of the host-loop ABI. With `standsAlone`
/// it calls nothing, else memcpy and memset at most. `*outObject` is the caller's (LLVMDisposeMemoryBuffer). Reports
/// errors at the request's kernel.
MlirLogicalResult accyCpuCompileObject(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                                       bool standsAlone, LLVMMemoryBufferRef *outObject);

#endif // ACCY_LOWERING_CPU_OBJECT_H

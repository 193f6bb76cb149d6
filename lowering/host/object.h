// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as an object of one function of the host-loop ABI, which the formats of processors begin with.

#ifndef ACCY_LOWERING_HOST_OBJECT_H
#define ACCY_LOWERING_HOST_OBJECT_H

#include "lowering/llvm_code.h"

/// Compiles `kernel`, a gpu.func in kernel form inside `module`, to an object for the target, whose addresses have
/// `addressBits` bits (32 or 64). The module is changed as the conversion likes. `*outObject` is the caller's
/// (LLVMDisposeMemoryBuffer); nothing is written on failure. Reports errors at the request's kernel.
MlirLogicalResult accyHostCompileObject(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                                        const AccyLlvmTarget *target, unsigned addressBits,
                                        LLVMMemoryBufferRef *outObject);

#endif // ACCY_LOWERING_HOST_OBJECT_H

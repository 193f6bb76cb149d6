// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code as functions: bytes that are mapped, made executable and called through libffi.

#ifndef ACCY_RUNTIME_CPU_CODE_H
#define ACCY_RUNTIME_CPU_CODE_H

#include "runtime/device.h"

typedef struct AccyCpuCode AccyCpuCode;

/// Maps each code of the program, first writable, then executable and no longer writable, and prepares a call for each
/// launch. `*outCode` is the caller's (accyCpuCodeUnload). Nothing is held after a failure.
bool accyCpuCodeLoad(const AccyDeviceProgram *program, AccyCpuCode **outCode, AccyRuntimeError *error);

/// Calls the launch's entry. `arguments[i]` points to argument i, a pointer or a number.
void accyCpuCodeCall(const AccyCpuCode *code, size_t launch, void *const *arguments);

/// Unmaps the code. Null is allowed.
void accyCpuCodeUnload(AccyCpuCode *code);

#endif // ACCY_RUNTIME_CPU_CODE_H

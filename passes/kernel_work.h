// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choir.kernel as the strategies take it.

#ifndef ACCY_PASSES_KERNEL_WORK_H
#define ACCY_PASSES_KERNEL_WORK_H

#include "kernels/kernel_function.h"
#include "passes/target.h"

/// The kernel's work for the target. It has a body; what the work refers to is the caller's.
AccyKernelWork accyKernelWorkCreate(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library);

/// The dialects of a pass that builds kernels.
void accyKernelDependentDialects(MlirDialectRegistry registry);

#endif // ACCY_PASSES_KERNEL_WORK_H

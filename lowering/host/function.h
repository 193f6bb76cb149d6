// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as a function of the host-loop ABI: one call runs the whole grid.

#ifndef ACCY_LOWERING_HOST_FUNCTION_H
#define ACCY_LOWERING_HOST_FUNCTION_H

#include "lowering/lowering.h"

/// Puts a func.func of the kernel's name at the end of `moduleBody`:
///
///     void NAME(buffers…, u32 element count, u32 grid x, y, z, u32 threadgroup x, y, z)
///
/// which runs the kernel's body for each thread of the grid, and moves the body into it; the kernel is left without a
/// body and must be erased. Buffers carry what is true of them: they do not overlap, have their static size, and those
/// that are only read are so marked. Where an input may have the output's buffer (accyKernelFindSharedBuffers), it
/// looks and runs one of two bodies, which are functions of their own. The kernel is in kernel form (kernel_form.h).
/// Spec: planner.md, section 4 (argument order).
void accyBuildHostFunction(const AccyLoweringRequest *request, MlirBlock moduleBody, MlirOperation kernel);

#endif // ACCY_LOWERING_HOST_FUNCTION_H

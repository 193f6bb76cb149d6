// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of a kernel that lowering takes, checked before anything is lowered so that the code generators, which end
// the process on what they cannot select, never see anything else.

#ifndef ACCY_LOWERING_KERNEL_FORM_H
#define ACCY_LOWERING_KERNEL_FORM_H

#include "lowering/lowering.h"

/// Checks that the request's kernel is in kernel form: a gpu.func with one block and no results; arguments that are
/// static rank-1 memrefs of integers or floats without layout and memory space; operations of the list in kernel_form.c
/// on scalars. Reports what is not.
MlirLogicalResult accyKernelFormVerify(const AccyLoweringRequest *request);

/// Whether the kernel may write to the buffer, one of its arguments.
bool accyKernelWritesBuffer(MlirValue buffer);

/// The kernel's only block.
MlirBlock accyKernelGetBody(MlirOperation kernel);

#endif // ACCY_LOWERING_KERNEL_FORM_H

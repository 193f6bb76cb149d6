// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of a kernel that lowering takes, checked before anything is lowered so that the code generators, which end
// the process on what they cannot select, never see anything else.

#ifndef ACCY_LOWERING_KERNEL_FORM_H
#define ACCY_LOWERING_KERNEL_FORM_H

#include "lowering/lowering.h"

/// An input and the output, as numbers of arguments.
typedef struct AccySharedBuffers {
  intptr_t input, output;
} AccySharedBuffers;

/// Checks that the request's kernel is in kernel form: a gpu.func with one block and no results; arguments that are
/// static rank-1 memrefs of integers or floats without layout and memory space; operations of the list in kernel_form.c
/// on scalars. Where the format runs the threads of a threadgroup together, it may have barriers and threadgroup
/// memory: workgroup attributions, of words and double words, that fit into what the target has. Reports what is not.
MlirLogicalResult accyKernelFormVerify(const AccyLoweringRequest *request);

/// Checks that the request's launch has threadgroups that a format can fix the size of in its code: of 1 to 2^31-1
/// threads in each dimension.
MlirLogicalResult accyKernelCheckThreadgroup(const AccyLoweringRequest *request);

/// How many buffers the kernel takes: the first arguments of its block. Threadgroup memories are those after them.
intptr_t accyKernelGetNumBuffers(MlirOperation kernel);

/// Whether the kernel may write to the buffer, one of its arguments.
bool accyKernelWritesBuffer(MlirValue buffer);

/// Whether two of the kernel's buffers may be one by two names; `*outShared` numbers them then, the input first. The
/// attribute `choir.aliased_input` of the request's kernel numbers the input that may have the buffer of the output,
/// the one that the kernel writes.
bool accyKernelFindSharedBuffers(const AccyLoweringRequest *request, AccySharedBuffers *outShared);

/// Calls `check` with each operation of the request's kernel and the type of each of its results, until one fails.
MlirLogicalResult accyKernelCheckResults(const AccyLoweringRequest *request,
                                         MlirLogicalResult (*check)(const AccyLoweringRequest *request,
                                                                    MlirOperation op, MlirType type));

/// Whether the operation is arith.addui_extended, mului_extended or mulsi_extended, which have two results.
bool accyIsExtendedArithmetic(MlirOperation op);

/// The kernel's only block.
MlirBlock accyKernelGetBody(MlirOperation kernel);

#endif // ACCY_LOWERING_KERNEL_FORM_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy.kernel_call in a program: what it asks for, and what planning it leaves in the IR.

#ifndef ACCY_PASSES_KERNEL_CALL_H
#define ACCY_PASSES_KERNEL_CALL_H

#include "mlir-c/IR.h"
#include "passes/plan_records.h"
#include "passes/target.h"
#include "planner/kernel_call.h"

/// The accy.kernel_call of a choir.kernel of that kind, when the body is exactly that operation on all the kernel's
/// inputs, in order; else an error is reported at the kernel.
MlirLogicalResult accyKernelGetCall(MlirOperation kernel, MlirOperation *outCall);

/// Whether the call writes the operand's buffer: by its `effects`, or because the result takes the buffer.
bool accyKernelCallWrites(MlirOperation call, intptr_t operand);

/// The operand whose buffer the result takes; -1 when there is none.
int64_t accyKernelCallAlias(MlirOperation call);

/// Plans the launch of a kernel call by the registry (null: none was given) and puts the payload into the program, in
/// place of `previous`. Errors are reported at the launch, with the status of the specification.
MlirLogicalResult accyPlanKernelCall(MlirOperation launch, MlirOperation kernel, MlirOperation previous,
                                     const AccyProgramTarget *target, const AccyKernelRegistry *registry,
                                     AccyLaunchRecord *outRecord);

/// The entry `kernel_call` of a launch's record: entry name, scalars with their defaults, static arguments, the launch
/// when its grid is derived, and the shape family.
MlirAttribute accyKernelCallAttribute(MlirContext context, const AccyKernel *kernel);

/// Sets what accyKernelCallAttribute keeps: contract.entry and the shape family, scalars, static arguments, launch.
/// Arrays are made in `arena`. An error is reported at the launch when the record is malformed.
MlirLogicalResult accyReadKernelCall(MlirOperation launch, MlirAttribute record, AccyArena *arena, AccyKernel *kernel);

#endif // ACCY_PASSES_KERNEL_CALL_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prepared modules: what accy-compile leaves, a builtin.module whose programs carry all stage records. A prepared
// module answers for its kernels and gives plans. Unlike accy-c/Plan.h this needs MLIR's C API. Spec: section 4, "From
// a prepared module".
//
// `function` names the program, by the function it was compiled from; the empty text is the only program of a module
// that has one. Fallible functions report errors through `status` and leave the context's diagnostic handlers alone;
// its message ends with the location of the operation at fault. One thread may use a context at a time.
#ifndef ACCY_C_PREPARED_MODULE_H
#define ACCY_C_PREPARED_MODULE_H

#include "accy-c/Plan.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A kernel of a prepared module. All of it lives as long as the module is not changed.
typedef struct AccyPreparedKernel {
  uint32_t id, work_item;
  MlirStringRef entry;       // need not end in a NUL
  uint64_t body_fingerprint; // of the gpu.func that was lowered
  MlirOperation function;    // the gpu.func
} AccyPreparedKernel;

/// How many kernels the program launches. Fails with UnsupportedOperation when there is no such program.
ACCY_EXPORTED bool accyPreparedModuleGetKernelCount(MlirOperation module, MlirStringRef function, uint32_t *outCount,
                                                    AccyStatus *status);

/// Kernel `index`, in launch order. Fails with UnsupportedOperation when there is no such program or kernel,
/// MissingKernelLegalization when the kernel has no lowered body, InvalidArtifact when it was not planned.
ACCY_EXPORTED bool accyPreparedModuleGetKernel(MlirOperation module, MlirStringRef function, uint32_t index,
                                               AccyPreparedKernel *outKernel, AccyStatus *status);

/// The kernel of that work item. Fails as accyPreparedModuleGetKernel, and with MissingScheduleWorkItem when no kernel
/// was made from the work item.
ACCY_EXPORTED bool accyPreparedModuleFindKernel(MlirOperation module, MlirStringRef function, uint32_t workItem,
                                                AccyPreparedKernel *outKernel, AccyStatus *status);

/// The plan of a program. `backend` may be null; otherwise the module's profile is settled against its capabilities
/// (accyTargetResolveProfile) and it makes each artifact (accyBackendMakeArtifact).
/// Owns: `*outPlan` is the caller's, until accyPlanDestroy; it points into neither the module nor its context. On
/// failure nothing is written to it. Fails with UnsupportedOperation when there is no such program; with the error of
/// the missing or damaged record, as MissingLayoutAssignment; as the functions named above do; with OutOfMemory.
ACCY_EXPORTED bool accyPlanFromModule(MlirOperation module, MlirStringRef function, const AccyBackendHandle *backend,
                                      AccyPlan **outPlan, AccyStatus *status);

/// The same; the plan is put together in the caller's `workspace` of `workspaceBytes` bytes, and copied to the heap
/// when it is complete. It points into neither the workspace nor the module. Fails with WorkExhausted when the
/// workspace is too small; nothing is kept then.
ACCY_EXPORTED bool accyPlanFromModuleInWorkspace(MlirOperation module, MlirStringRef function,
                                                 const AccyBackendHandle *backend, void *workspace,
                                                 size_t workspaceBytes, AccyPlan **outPlan, AccyStatus *status);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_PREPARED_MODULE_H

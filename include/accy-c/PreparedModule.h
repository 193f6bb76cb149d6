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

// ---- Kernels --------------------------------------------------------------------------------------------------------

/// A kernel of a prepared module. All of it lives as long as the module is not changed.
typedef struct AccyPreparedKernel {
  AccyKernelSource source;
  uint32_t id, work_item; // 0 for a standalone kernel (source choir_kernel)
  MlirStringRef entry;    // need not end in a NUL
  uint64_t
      body_fingerprint;   // of the gpu.func that was lowered, of the payload of a kernel call; 0 for a standalone one
  MlirOperation function; // the gpu.func; null for a kernel call
} AccyPreparedKernel;

/// The kernels of one program, looked up once; opaque.
typedef struct AccyPreparedModule AccyPreparedModule;

/// Describes the kernels of a program that has been planned. Owns: `*outPrepared` is the caller's, until
/// accyPreparedModuleDestroy; on failure nothing is written to it. It must not be used once the module is changed.
/// Fails with InvalidArtifact when the program is no valid IR, UnsupportedOperation when there is no such program,
/// MissingKernelLegalization when a kernel was not legalized or has no lowered body, InvalidArtifact when one was not
/// planned, OutOfMemory.
ACCY_EXPORTED bool accyPreparedModuleCreate(MlirOperation module, MlirStringRef function,
                                            AccyPreparedModule **outPrepared, AccyStatus *status);

/// Frees what accyPreparedModuleCreate made. Null is allowed.
ACCY_EXPORTED void accyPreparedModuleDestroy(AccyPreparedModule *prepared);

/// How many kernels the plan has: the launched ones, then the standalone ones.
ACCY_EXPORTED uint32_t accyPreparedModuleGetKernelCount(const AccyPreparedModule *prepared);

/// Kernel `index`, in the order of the plan. Owned by `prepared`. Fails with UnsupportedOperation when there is none.
ACCY_EXPORTED bool accyPreparedModuleGetKernel(const AccyPreparedModule *prepared, uint32_t index,
                                               const AccyPreparedKernel **outKernel, AccyStatus *status);

/// The kernel that was made from that work item. Owned by `prepared`. Fails with MissingScheduleWorkItem when none was.
ACCY_EXPORTED bool accyPreparedModuleFindKernel(const AccyPreparedModule *prepared, uint32_t workItem,
                                                const AccyPreparedKernel **outKernel, AccyStatus *status);

// ---- Plans ----------------------------------------------------------------------------------------------------------

/// The plan of a program. `backend` may be null; otherwise the module's profile is settled against its capabilities
/// (accyTargetResolveProfile) and it makes each artifact (accyBackendMakeArtifact).
/// Owns: `*outPlan` is the caller's, until accyPlanDestroy; it points into neither the module nor its context. On
/// failure nothing is written to it. Fails with UnsupportedOperation when there is no such program; InvalidArtifact
/// when it is no valid IR; with the error of the missing or damaged record, as MissingLayoutAssignment; as the
/// functions named above do; with OutOfMemory.
ACCY_EXPORTED bool accyPlanFromModule(MlirOperation module, MlirStringRef function, const AccyBackendHandle *backend,
                                      AccyPlan **outPlan, AccyStatus *status);

/// The same; the plan is put together in the caller's `workspace` of `workspaceBytes` bytes, and copied to the heap
/// when it is complete. It points into neither the workspace nor the module. Fails with WorkExhausted when the
/// workspace is too small, and as accyPlanCopy does when the backend's payloads are external; nothing is kept then.
ACCY_EXPORTED bool accyPlanFromModuleInWorkspace(MlirOperation module, MlirStringRef function,
                                                 const AccyBackendHandle *backend, void *workspace,
                                                 size_t workspaceBytes, AccyPlan **outPlan, AccyStatus *status);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_PREPARED_MODULE_H

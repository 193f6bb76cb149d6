// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling a module from C: its target, kernels of one's own in it, and the pipeline accy-compile with a registry of
// kernels. What is compiled answers through accy-c/PreparedModule.h. Needs MLIR's C API.
//
// Functions that can fail report through `status` and leave the context's diagnostic handlers alone. One thread may use
// a context at a time.
#ifndef ACCY_C_COMPILE_H
#define ACCY_C_COMPILE_H

#include "accy-c/KernelCall.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Records what the module's functions are to be compiled for, as its attribute `choir.target`, in place of what was
/// recorded. Fails with InvalidArtifact when the profile makes no sense (accyTargetVerify), UnsupportedArtifactFormat
/// when its format is not among the target's.
ACCY_EXPORTED bool accyModuleSetTarget(MlirOperation module, const AccyTargetProfile *target, AccyStatus *status);

/// Adds a kernel of one's own, a detached gpu.func that is a kernel, with its launch: it is lowered with the generated
/// ones of each of the module's functions and joins their plans as a standalone kernel (source choir_kernel, launch
/// authored). docs/spec.md, "Authored kernels", says what it may hold. `shared_bytes` of the launch must be 0.
/// Owns: the module takes the function on success; on failure it stays the caller's.
/// Fails with InvalidArtifact when `function` is no such gpu.func, is nameless or is named like an earlier one, or when
/// the launch has an extent of 0 or dynamic shared memory. What only the target can tell is found when it is compiled.
ACCY_EXPORTED bool accyModuleAddKernel(MlirOperation module, MlirOperation function, const AccyGeometry *launch,
                                       AccyStatus *status);

/// How to compile. Zero-initialised: for the module's recorded target, with the best strategies and no registry.
typedef struct AccyCompileOptions {
  MlirStringRef target;    // BACKEND, BACKEND:PROFILE, or a file NAME.json; empty: what the module has recorded
  MlirStringRef targets;   // in place of `target`: several of them, separated by commas. The module then holds a module
                           // for each, named like it with '-' for ':', and each of those is a prepared one
  MlirStringRef format;    // of the targets that take it; empty: the target's default
  MlirStringRef strategy;  // of the kernels of its kind, as docs/generated/strategies.md names them; empty: the best
  bool generic_strategies; // only kernels of one thread an element, as for reference numbers
  bool wasm_import_memory; // WebAssembly modules import a memory, env.memory, instead of exporting theirs; refused
                           // where the target makes none
  bool fast_math;          // let arithmetic be fused and approximated, as docs/accuracy.md says
  const AccyKernelRegistry *registry; // what accy.kernel_call may call; null: nothing
} AccyCompileOptions;

/// Runs the pipeline accy-compile on the module, which becomes a prepared one. `options` may be null.
/// Fails with the error of the first diagnostic and its location; with InvalidArtifact when the module is not valid, or
/// an option is spelled with anything but letters, digits and '_-.:/' (and, in `targets`, ','). The module is then half
/// compiled, and of use to print or destroy only.
ACCY_EXPORTED bool accyModuleCompile(MlirOperation module, const AccyCompileOptions *options, AccyStatus *status);

/// The pass accy-plan with a registry that is no file, for pipelines of one's own. The registry must outlive the pass.
/// Owns: the pass is the caller's until a pass manager takes it.
ACCY_EXPORTED MlirPass accyCreatePlanPass(const AccyKernelRegistry *registry);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_COMPILE_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a target-independent kernel to the payload of an artifact: one row a format, each in a folder of its own.
//
// A kernel is a gpu.func as accy-kernelize leaves it: one block of gpu index operations, arith, scf, memref.load and
// memref.store, math.sqrt and math.absf over flat static buffers, with barriers and threadgroup memory.
// lowering/kernel_form.h has the exact form.

#ifndef ACCY_LOWERING_LOWERING_H
#define ACCY_LOWERING_LOWERING_H

#include "mlir-c/IR.h"
#include "planner/plan.h"

#include <stddef.h>

/// What is lowered, and for whom.
typedef struct AccyLoweringRequest {
  /// The kernel, a gpu.func. It is never changed: lowering works on a clone.
  MlirOperation kernel;
  /// The name of the payload's entry point, an identifier in every target language.
  MlirStringRef entryName;
  /// The artifact format, which the target must list.
  AccyFormat format;
  /// The target. It outlives the call.
  const AccyTargetProfile *target;
  /// The planned launch, in threadgroups and threads. vulkan_spirv and webgpu_wgsl fix the size of their
  /// threadgroups to it; the other formats run with any.
  AccyGeometry geometry;
  /// webassembly_module: the module imports a memory, `env.memory`, instead of exporting one of its own.
  bool importMemory;
} AccyLoweringRequest;

/// The bytes of a compiled kernel.
typedef struct AccyLoweredPayload {
  AccyPayloadKind kind;
  /// `size` bytes, aligned for words; text is followed by a zero byte that `size` does not count.
  void *data;
  size_t size;
} AccyLoweredPayload;

/// Makes the process and the registry ready for lowering: MLIR's passes and LLVM's code generators (once a process),
/// and in the registry the dialects of kernels and of every stage of their lowering, with their translations to LLVM
/// IR.
///
/// Call it before a context is made from the registry. A pass that lowers calls it for its dependent dialects, too:
/// while passes run no dialect can be loaded. Thread-safe on different registries.
void accyLoweringRegister(MlirDialectRegistry registry);

/// Checks that the kernel can be lowered, without doing it: its form, what its threads do together, the steps of their
/// loops, and what the format and the target have for it. Each failure is a diagnostic as of accyLowerKernel, which
/// checks the same first. The geometry is the planned one there; a request's own will do.
MlirLogicalResult accyLoweringCheck(const AccyLoweringRequest *request);

/// Lowers and compiles a kernel.
///
/// `*outPayload` is the caller's, who hands it to accyLoweredPayloadDestroy; nothing is written on failure. Each
/// failure is a diagnostic at the kernel or at the operation that cannot be lowered, naming entry and format. Kernels
/// of one context may be lowered by several threads at once. Spec: planner.md, section 1 (formats, payload kinds) and
/// section 4 (argument order).
MlirLogicalResult accyLowerKernel(const AccyLoweringRequest *request, AccyLoweredPayload *outPayload);

/// Frees the payload's bytes and empties it. An empty payload is left as it is.
void accyLoweredPayloadDestroy(AccyLoweredPayload *payload);

#endif // ACCY_LOWERING_LOWERING_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One artifact format, as lowering's table in lowering.c lists it, and what the formats share.

#ifndef ACCY_LOWERING_FORMAT_H
#define ACCY_LOWERING_FORMAT_H

#include "lowering/lowering.h"

/// A format's row.
typedef struct AccyLoweringFormat {
  AccyFormat format;
  /// Whether code for the request's target has f16, as its code generator writes it; null: always. Where it has none
  /// they are widened and moved as bits, as bf16 are everywhere.
  bool (*hasF16)(const AccyLoweringRequest *request);
  /// Whether an entry cannot have the name, which means something else where the format declares entries; null: it can
  /// have any identifier.
  bool (*isReserved)(MlirStringRef name);
  /// Checks what of a kernel in kernel form the format does not take; null: it takes all. Reports its own errors.
  MlirLogicalResult (*check)(const AccyLoweringRequest *request);
  /// Lowers `module`, a builtin.module that holds a gpu.module that holds `kernel`, the clone: a gpu.func that is in
  /// kernel form and bears the entry's name; bf16 are moved in it as integers of 16 bits, and f16 where there is none.
  /// The row may change the module as it likes; the caller destroys it. Sets data and size of the payload. Reports its
  /// own errors.
  MlirLogicalResult (*lower)(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                             AccyLoweredPayload *outPayload);
} AccyLoweringFormat;

extern const AccyLoweringFormat accyLoweringCudaPtx;
extern const AccyLoweringFormat accyLoweringVulkanSpirv;
extern const AccyLoweringFormat accyLoweringCpuMachineCode;
extern const AccyLoweringFormat accyLoweringCpuObject;
extern const AccyLoweringFormat accyLoweringMetalMsl;
extern const AccyLoweringFormat accyLoweringWebassemblyModule;
extern const AccyLoweringFormat accyLoweringWebgpuWgsl;

/// Reports that the request's kernel cannot be lowered and why, at the kernel, and returns failure.
MlirLogicalResult accyLoweringError(const AccyLoweringRequest *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Reports it at an operation of the kernel, which it names, and returns failure.
MlirLogicalResult accyLoweringOpError(const AccyLoweringRequest *request, MlirOperation op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Copies `size` bytes and a zero byte after them into the payload.
MlirLogicalResult accyLoweredPayloadFill(const AccyLoweringRequest *request, const void *data, size_t size,
                                         AccyLoweredPayload *outPayload);

/// Runs the pass pipeline, as `builtin.module(canonicalize,cse)`, on the module.
MlirLogicalResult accyLoweringRunPipeline(const AccyLoweringRequest *request, MlirOperation module,
                                          const char *pipeline);

#endif // ACCY_LOWERING_FORMAT_H

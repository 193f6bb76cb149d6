// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipeline accy-compile, for its row and for callers in C.

#ifndef ACCY_PASSES_PIPELINE_H
#define ACCY_PASSES_PIPELINE_H

#include "accy-c/KernelCall.h"
#include "mlir-c/Pass.h"

/// Its options, any of which may be empty.
typedef struct AccyPipelineOptions {
  MlirStringRef target, targets, format, strategy, strategies, registry;
  bool wasm_import_memory;
  bool fast_math;
  const AccyKernelRegistry *kernels; // in place of the file `registry`; null: that one
} AccyPipelineOptions;

/// Adds the passes; `report(message, userData)` tells what is wrong with the options.
MlirLogicalResult accyPipelineBuild(MlirOpPassManager manager, const AccyPipelineOptions *options,
                                    void (*report)(const char *message, void *userData), void *userData);

/// Runs accy-plan on the module with that registry; null: none.
MlirLogicalResult accyPlanModule(MlirOperation module, const AccyKernelRegistry *registry);

#endif // ACCY_PASSES_PIPELINE_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accy's passes and pipelines, one file each; table.c registers them.

#ifndef ACCY_PASSES_PASSES_H
#define ACCY_PASSES_PASSES_H

#include "mlir_ext/MlirExt.h"

extern const AccyPassRow accySplitReductionsPass;
extern const AccyPassRow accySchedulePass;
extern const AccyPassRow accyBufferizePass;
extern const AccyPassRow accyAssignMemorySpacesPass;
extern const AccyPassRow accyAssignLayoutsPass;
extern const AccyPassRow accyAssignTargetsPass;
extern const AccyPassRow accyFuseRowsPass;
extern const AccyPassRow accySplitWorkItemsPass;
extern const AccyPassRow accyOutlineKernelsPass;
extern const AccyPassRow accyLegalizePass;
extern const AccyPassRow accyKernelizePass;
extern const AccyPassRow accyPlanPass;
extern const AccyPassRow accyEmitPass;
extern const AccyPassRow accyPlanMemoryPass;
extern const AccyPassRow accyExportPass;

extern const AccyPipelineRow accyCompilePipeline;

/// Every pass, in the order of the pipeline; null-terminated.
extern const AccyPassRow *const accyPasses[];

/// Every pipeline; null-terminated.
extern const AccyPipelineRow *const accyPipelines[];

#endif // ACCY_PASSES_PASSES_H

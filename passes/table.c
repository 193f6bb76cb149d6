// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of Accy's passes and pipelines, and their registration.

#include "passes/passes.h"

#include "accy-c/Passes.h"
#include "frontends/frontends.h"
#include "mlir-c/RegisterEverything.h"

#include <stddef.h>
#include <threads.h>

const AccyPassRow *const accyPasses[] = {
    &accyStablehloToAccyPass,
    &accySplitReductionsPass,
    &accySchedulePass,
    &accyBufferizePass,
    &accyAssignMemorySpacesPass,
    &accyAssignLayoutsPass,
    &accyAssignTargetsPass,
    &accyFuseRowsPass,
    &accySplitWorkItemsPass,
    &accyOutlineKernelsPass,
    &accyLegalizePass,
    &accyKernelizePass,
    &accyPlanPass,
    &accyEmitPass,
    &accyPlanMemoryPass,
    &accyExportPass,
    NULL,
};

const AccyPipelineRow *const accyPipelines[] = {&accyCompilePipeline, NULL};

static void register_once(void) {
  mlirRegisterAllPasses();
  for (const AccyPassRow *const *pass = accyPasses; *pass; ++pass)
    accyRegisterPass(*pass);
  for (const AccyPipelineRow *const *pipeline = accyPipelines; *pipeline; ++pipeline)
    accyRegisterPassPipeline(*pipeline);
}

void accyRegisterAllPasses(void) {
  static once_flag once = ONCE_FLAG_INIT;
  call_once(&once, register_once);
}

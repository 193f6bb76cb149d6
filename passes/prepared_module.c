// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of prepared modules, for callers in C. Spec: planner.md, section 4, "From a prepared module".

#include "accy-c/PreparedModule.h"

#include "passes/authored.h"
#include "passes/diagnostic_status.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "support/ir.h"

#include <stdlib.h>

struct AccyPreparedModule {
  uint32_t count;
  AccyPreparedKernel kernels[];
};

//===----------------------------------------------------------------------===//
// Describing
//===----------------------------------------------------------------------===//

static MlirLogicalResult describe_launched(MlirOperation launch, const AccyProgramIndex *index,
                                           AccyPreparedKernel *out) {
  MlirOperation kernel;
  AccyLaunchRecord record;
  AccyRequirements required;
  if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(index, launch, &kernel)) ||
      mlirLogicalResultIsFailure(accyReadRequirements(kernel, &required)) ||
      mlirLogicalResultIsFailure(accyReadLaunchRecord(launch, &record)))
    return mlirLogicalResultFailure();
  MlirOperation function = accyProgramIndexFindFunction(index, launch);
  if (mlirOperationIsNull(function) && record.source != AccyKernelSourceKernelCall)
    return accyEmitOpError(kernel, "has no lowered body: run accy-kernelize first [MissingKernelLegalization]");
  *out = (AccyPreparedKernel){.source = record.source,
                              .id = (uint32_t)accyGetInteger(kernel, "id", 0),
                              .work_item = (uint32_t)accyGetInteger(kernel, "work_item", 0),
                              .entry = accyLaunchGetEntry(launch),
                              .body_fingerprint = record.bodyFingerprint,
                              .function = function};
  return mlirLogicalResultSuccess();
}

static AccyPreparedKernel describe_authored(MlirOperation function) {
  return (AccyPreparedKernel){
      .source = AccyKernelSourceChoirKernel, .entry = accyGetString(function, "sym_name"), .function = function};
}

static size_t count_kernels(MlirOperation program) {
  size_t count = 0;
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    ++count;
  }
  for (MlirOperation function = accyProgramFirstAuthored(program); !mlirOperationIsNull(function);
       function = accyProgramNextAuthored(function))
    ++count;
  return count;
}

static MlirLogicalResult describe_all(MlirOperation program, const AccyProgramIndex *index,
                                      AccyPreparedModule *prepared) {
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    if (mlirLogicalResultIsFailure(describe_launched(launch, index, &prepared->kernels[prepared->count++])))
      return mlirLogicalResultFailure();
  }
  for (MlirOperation function = accyProgramFirstAuthored(program); !mlirOperationIsNull(function);
       function = accyProgramNextAuthored(function))
    prepared->kernels[prepared->count++] = describe_authored(function);
  return mlirLogicalResultSuccess();
}

static bool describe_program(MlirOperation program, AccyPreparedModule *prepared, AccyStatus *status) {
  AccyProgramIndex index = {0};
  AccyDiagnosticStatus collector;
  accyDiagnosticStatusStart(mlirOperationGetContext(program), &collector);
  MlirLogicalResult result = accyVerifyProgram(program);
  if (mlirLogicalResultIsSuccess(result))
    result = accyProgramIndexCreate(program, &index);
  if (mlirLogicalResultIsSuccess(result))
    result = describe_all(program, &index, prepared);
  accyProgramIndexDestroy(&index);
  return accyDiagnosticStatusEnd(&collector, result, status);
}

bool accyPreparedModuleCreate(MlirOperation module, MlirStringRef function, AccyPreparedModule **outPrepared,
                              AccyStatus *status) {
  MlirOperation program;
  if (!accyModuleFindProgram(module, function, &program, status))
    return false;
  AccyPreparedModule *prepared = calloc(1, sizeof *prepared + count_kernels(program) * sizeof *prepared->kernels);
  if (!prepared)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the kernels of a module");
  if (!describe_program(program, prepared, status)) {
    free(prepared);
    return false;
  }
  *outPrepared = prepared;
  return true;
}

void accyPreparedModuleDestroy(AccyPreparedModule *prepared) {
  free(prepared);
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

uint32_t accyPreparedModuleGetKernelCount(const AccyPreparedModule *prepared) {
  return prepared->count;
}

bool accyPreparedModuleGetKernel(const AccyPreparedModule *prepared, uint32_t index,
                                 const AccyPreparedKernel **outKernel, AccyStatus *status) {
  if (index >= prepared->count)
    return accyFail(status, AccyStatusCodeUnsupportedOperation, "there is no kernel %u; the program has %u", index,
                    prepared->count);
  *outKernel = &prepared->kernels[index];
  return true;
}

bool accyPreparedModuleFindKernel(const AccyPreparedModule *prepared, uint32_t workItem,
                                  const AccyPreparedKernel **outKernel, AccyStatus *status) {
  for (uint32_t i = 0; i < prepared->count; ++i) {
    const AccyPreparedKernel *kernel = &prepared->kernels[i];
    if (kernel->work_item == workItem && kernel->source != AccyKernelSourceChoirKernel) {
      *outKernel = kernel;
      return true;
    }
  }
  return accyFail(status, AccyStatusCodeMissingScheduleWorkItem, "no kernel was made from work item %u", workItem);
}

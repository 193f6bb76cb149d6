// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans and kernels of prepared modules, for callers in C. Spec: planner.md, section 4, "From a prepared module".

#include "accy-c/PreparedModule.h"

#include "passes/diagnostic_status.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/read_plan.h"
#include "support/ir.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

typedef struct ProgramSearch {
  MlirStringRef function;
  MlirOperation found;
  uint32_t programs;
} ProgramSearch;

static MlirLogicalResult consider(MlirOperation program, void *userData) {
  ProgramSearch *search = userData;
  ++search->programs;
  if (search->function.length == 0 || mlirStringRefEqual(accyGetString(program, "sym_name"), search->function))
    search->found = program;
  return mlirLogicalResultSuccess();
}

static bool find_program(MlirOperation module, MlirStringRef function, MlirOperation *outProgram, AccyStatus *status) {
  ProgramSearch search = {.function = function, .found = {NULL}};
  accyForEachProgram(module, consider, &search);
  if (search.programs == 0)
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "the module holds no compiled program: run accy-compile first");
  if (function.length == 0 && search.programs > 1)
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "the module holds %u programs: name the function that is meant", search.programs);
  if (mlirOperationIsNull(search.found))
    return accyFail(status, AccyStatusCodeUnsupportedOperation,
                    "none of the module's %u programs is of a function '%.*s'", search.programs, (int)function.length,
                    function.data);
  *outProgram = search.found;
  return true;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static MlirLogicalResult describe(const AccyProgramIndex *index, MlirOperation launch, AccyPreparedKernel *out) {
  MlirOperation kernel;
  AccyLaunchRecord record;
  if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(index, launch, &kernel)) ||
      mlirLogicalResultIsFailure(accyReadLaunchRecord(launch, &record)))
    return mlirLogicalResultFailure();
  MlirOperation function = accyProgramIndexFindFunction(index, launch);
  if (mlirOperationIsNull(function))
    return accyEmitOpError(kernel, "has no lowered body: run accy-kernelize first [MissingKernelLegalization]");
  *out = (AccyPreparedKernel){.id = (uint32_t)accyGetInteger(kernel, "id", 0),
                              .work_item = (uint32_t)accyGetInteger(kernel, "work_item", 0),
                              .entry = accyGetString(kernel, "sym_name"),
                              .body_fingerprint = record.bodyFingerprint,
                              .function = function};
  return mlirLogicalResultSuccess();
}

static bool describe_launch(MlirOperation program, MlirOperation launch, AccyPreparedKernel *outKernel,
                            AccyStatus *status) {
  AccyPreparedKernel kernel;
  AccyProgramIndex index;
  AccyDiagnosticStatus collector;
  accyDiagnosticStatusStart(mlirOperationGetContext(program), &collector);
  MlirLogicalResult result = accyProgramIndexCreate(program, &index);
  if (mlirLogicalResultIsSuccess(result))
    result = describe(&index, launch, &kernel);
  accyProgramIndexDestroy(&index);
  bool success = mlirLogicalResultIsSuccess(result);
  accyDiagnosticStatusEnd(&collector, success ? NULL : status);
  if (success)
    *outKernel = kernel;
  return success;
}

bool accyPreparedModuleGetKernelCount(MlirOperation module, MlirStringRef function, uint32_t *outCount,
                                      AccyStatus *status) {
  MlirOperation program;
  if (!find_program(module, function, &program, status))
    return false;
  uint32_t count = 0;
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch")
  ++count;
  *outCount = count;
  return true;
}

bool accyPreparedModuleGetKernel(MlirOperation module, MlirStringRef function, uint32_t index,
                                 AccyPreparedKernel *outKernel, AccyStatus *status) {
  MlirOperation program;
  if (!find_program(module, function, &program, status))
    return false;
  uint32_t position = 0;
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    if (position++ == index)
      return describe_launch(program, launch, outKernel, status);
  }
  return accyFail(status, AccyStatusCodeUnsupportedOperation, "there is no kernel %u; the program has %u", index,
                  position);
}

bool accyPreparedModuleFindKernel(MlirOperation module, MlirStringRef function, uint32_t workItem,
                                  AccyPreparedKernel *outKernel, AccyStatus *status) {
  MlirOperation program;
  if (!find_program(module, function, &program, status))
    return false;
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    AccyPreparedKernel kernel;
    if (!describe_launch(program, launch, &kernel, status))
      return false;
    if (kernel.work_item == workItem) {
      *outKernel = kernel;
      return true;
    }
  }
  return accyFail(status, AccyStatusCodeMissingScheduleWorkItem, "no kernel was made from work item %u", workItem);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

// Lets the backend make the kernel's artifact. What it owns is copied into the plan.
static bool remake_artifact(const AccyBackendHandle *backend, AccyPlan *plan, AccyKernel *kernel, AccyStatus *status) {
  const AccyArtifact *planned = &kernel->artifact;
  const AccyArtifactRequest request = {.entry = planned->entry,
                                       .format = planned->format,
                                       .argument_count = planned->argument_count,
                                       .scalar_argument_count = planned->scalar_argument_count,
                                       .required = kernel->contract.required,
                                       .push_constant_bytes = planned->push_constant_bytes,
                                       .diagnostic_id = planned->diagnostic_id,
                                       .payload = planned->payload};
  AccyArtifact made;
  if (!accyBackendMakeArtifact(backend, &request, &made, status))
    return false;
  if (made.payload.ownership == AccyPayloadOwnershipOwned && made.payload.data != planned->payload.data) {
    made.payload.data = accyArenaCopyArray(&plan->arena, made.payload.data, made.payload.bytes, 1);
    if (!made.payload.data)
      return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a kernel");
  }
  kernel->artifact = made;
  kernel->contract.payload_bytes = made.payload.bytes;
  return true;
}

static bool settle_backend(const AccyBackendHandle *backend, AccyPlan *plan, AccyStatus *status) {
  const AccyTargetCapabilities *capabilities = backend->capabilities(backend->context);
  if (!accyTargetResolveProfile(capabilities, NULL, &plan->target, &plan->target.format, &plan->target, status))
    return false;
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    if (!remake_artifact(backend, plan, &plan->kernels[i], status))
      return false;
  }
  return true;
}

static bool read_plan(MlirOperation module, MlirStringRef function, const AccyBackendHandle *backend, AccyPlan *plan,
                      AccyStatus *status) {
  MlirOperation program;
  if (!find_program(module, function, &program, status))
    return false;
  AccyDiagnosticStatus collector;
  accyDiagnosticStatusStart(mlirOperationGetContext(program), &collector);
  bool read = mlirLogicalResultIsSuccess(accyReadProgram(program, plan));
  accyDiagnosticStatusEnd(&collector, read ? NULL : status);
  return read && (!backend || settle_backend(backend, plan, status)) && accyPlanVerify(plan, status);
}

bool accyPlanFromModule(MlirOperation module, MlirStringRef function, const AccyBackendHandle *backend,
                        AccyPlan **outPlan, AccyStatus *status) {
  AccyPlan *plan = accyPlanCreate();
  if (!plan)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  if (!read_plan(module, function, backend, plan, status)) {
    accyPlanDestroy(plan);
    return false;
  }
  *outPlan = plan;
  return true;
}

bool accyPlanFromModuleInWorkspace(MlirOperation module, MlirStringRef function, const AccyBackendHandle *backend,
                                   void *workspace, size_t workspaceBytes, AccyPlan **outPlan, AccyStatus *status) {
  AccyPlan plan = {.arena = accyArenaInWorkspace(workspace, workspaceBytes)};
  bool read = read_plan(module, function, backend, &plan, status);
  if (plan.arena.exhausted)
    return accyFail(status, AccyStatusCodeWorkExhausted, "the plan does not fit a workspace of %zu bytes",
                    workspaceBytes);
  return read && accyPlanCopy(&plan, outPlan, status);
}

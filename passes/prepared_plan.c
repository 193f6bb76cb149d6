// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans of prepared modules, for callers in C. Spec: planner.md, section 4, "From a prepared module".

#include "accy-c/PreparedModule.h"

#include "passes/diagnostic_status.h"
#include "passes/program.h"
#include "passes/read_plan.h"

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
  if (!accyModuleFindProgram(module, function, &program, status))
    return false;
  AccyDiagnosticStatus collector;
  accyDiagnosticStatusStart(mlirOperationGetContext(program), &collector);
  MlirLogicalResult result = accyVerifyProgram(program);
  if (mlirLogicalResultIsSuccess(result))
    result = accyReadProgram(program, plan);
  bool read = accyDiagnosticStatusEnd(&collector, result, status);
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

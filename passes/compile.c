// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling from C; see accy-c/Compile.h.

#include "accy-c/Compile.h"

#include "accy-c/Passes.h"
#include "passes/diagnostic_status.h"
#include "passes/pipeline.h"
#include "passes/target.h"
#include "support/ir.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

// Whether the profile is the built-in one of its name, which the name then stands for.
static bool is_builtin(MlirContext context, const AccyProgramTarget *target) {
  AccyProgramTarget builtin = {.described = true};
  if (!accyTargetProfileLookup(target->name, strlen(target->name), &builtin.profile, NULL))
    return false;
  builtin.profile.format = target->profile.format;
  memcpy(builtin.name, target->name, sizeof builtin.name);
  return mlirAttributeEqual(accyTargetAttribute(context, &builtin), accyTargetAttribute(context, target));
}

bool accyModuleSetTarget(MlirOperation module, const AccyTargetProfile *target, AccyStatus *status) {
  MlirContext context = mlirOperationGetContext(module);
  AccyProgramTarget described;
  if (!accyProgramTargetDescribe(target, &described, status))
    return false;
  described.described = !is_builtin(context, &described);
  accySetAttribute(module, "choir.target", accyTargetAttribute(context, &described));
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void do_nothing(void *userData) {
  (void)userData;
}

static void *share(void *userData) {
  return userData;
}

static void run_plan(MlirOperation module, MlirExternalPass pass, void *registry) {
  if (mlirLogicalResultIsFailure(accyPlanModule(module, registry)))
    mlirExternalPassSignalFailure(pass);
}

MlirPass accyCreatePlanPass(const AccyKernelRegistry *registry) {
  static _Alignas(8) const char identity = 0; // its address tells the pass from others
  const MlirExternalPassCallbacks callbacks = {
      .construct = do_nothing, .destruct = do_nothing, .clone = share, .run = run_plan};
  return mlirCreateExternalPass(mlirTypeIDCreate(&identity), accyText("accy-plan"), accyText("accy-plan"),
                                accyText("Plan each launch with a registry of the caller's"),
                                accyText("builtin.module"), 0, NULL, callbacks, (void *)(uintptr_t)registry);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

// Keeps the first message of the pipeline's builder.
static void keep_message(const char *message, void *userData) {
  AccyStatus *status = userData;
  if (status->code == AccyStatusCodeOk)
    accyFail(status, AccyStatusCodeInvalidArtifact, "%s", message);
}

static bool run_pipeline(MlirPassManager manager, MlirOperation module, AccyStatus *status) {
  AccyDiagnosticStatus collector;
  accyDiagnosticStatusStart(mlirOperationGetContext(module), &collector);
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (mlirOperationVerify(module))
    result = mlirPassManagerRunOnOp(manager, module);
  return accyDiagnosticStatusEnd(&collector, result, status);
}

bool accyModuleCompile(MlirOperation module, const AccyCompileOptions *options, AccyStatus *status) {
  const AccyCompileOptions defaults = {.registry = NULL};
  AccyStatus message = {.code = AccyStatusCodeOk};
  if (!options)
    options = &defaults;
  const AccyPipelineOptions pipeline = {.target = options->target,
                                        .targets = options->targets,
                                        .format = options->format,
                                        .strategy = options->strategy,
                                        .strategies = accyText(options->generic_strategies ? "generic" : "best"),
                                        .wasm_import_memory = options->wasm_import_memory,
                                        .fast_math = options->fast_math,
                                        .kernels = options->registry};
  accyRegisterAllPasses();
  MlirPassManager manager = mlirPassManagerCreate(mlirOperationGetContext(module));
  bool built = mlirLogicalResultIsSuccess(
      accyPipelineBuild(mlirPassManagerGetAsOpPassManager(manager), &pipeline, keep_message, &message));
  if (!built)
    accyFail(status, message.code, "%s", message.message);
  bool compiled = built && run_pipeline(manager, module, status);
  mlirPassManagerDestroy(manager);
  return compiled;
}

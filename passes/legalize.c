// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-legalize: chooses each program's target and checks every kernel against it, before anything is lowered.

#include "passes/kernel_work.h"
#include "passes/legality.h"
#include "passes/legality_strategy.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/target.h"
#include "support/ir.h"

// What is asked for, and what came of it: one refused program does not keep the others from being checked.
typedef struct Legalization {
  MlirStringRef target, format;
  AccyStrategyChoice strategies;
  AccyMathLibrary library;
  MlirLogicalResult result;
} Legalization;

static MlirLogicalResult legalize_kernel(MlirOperation kernel, const AccyProgramTarget *target,
                                         const Legalization *all) {
  AccyRequirements needs;
  if (mlirBlockIsNull(accyGetBlock(kernel, 0))) // kernelized already, hence legal before
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyCheckKernel(kernel, target, all->library, &needs)) ||
      mlirLogicalResultIsFailure(accyCheckStrategy(kernel, target, all->library, &all->strategies)))
    return mlirLogicalResultFailure();
  AccyAttributeMaker maker = accyAttributeMakerForOne(mlirOperationGetContext(kernel));
  accySetAttribute(kernel, "legalization", accyRequirementsAttribute(&maker, &needs));
  return mlirLogicalResultSuccess();
}

// Slots that kernels bind have been checked with these, whose operations say better where they come from.
static MlirLogicalResult legalize_slots(MlirOperation program, const AccyProgramTarget *target) {
  ACCY_FOR_EACH(slot, accyGetBlock(program, 0), "choir.slot") {
    if (mlirLogicalResultIsFailure(accyCheckSlot(slot, target)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult legalize_program(MlirOperation program, void *userData) {
  Legalization *all = userData;
  AccyProgramTarget target;
  char function[ACCY_NAME_CAPACITY];
  if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, all->target, all->format, &target)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result = accyProgramGetFunction(program, function);
  ACCY_FOR_EACH(kernel, accyGetBlock(program, 0), "choir.kernel") {
    if (mlirLogicalResultIsFailure(legalize_kernel(kernel, &target, all)))
      result = mlirLogicalResultFailure();
  }
  if (mlirLogicalResultIsFailure(accyCheckAuthored(program, &target)))
    result = mlirLogicalResultFailure();
  if (mlirLogicalResultIsSuccess(result))
    result = legalize_slots(program, &target);
  if (mlirLogicalResultIsSuccess(result))
    accyProgramSetTarget(program, &target);
  else
    all->result = result;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  Legalization all = {.target = accyOptionsGetString(options, "target"),
                      .format = accyOptionsGetString(options, "format"),
                      .result = mlirLogicalResultSuccess()};
  if (mlirLogicalResultIsFailure(accyStrategyChoiceRead(options, mlirOperationGetLocation(module), &all.strategies)))
    return mlirLogicalResultFailure();
  all.library = accyMathLibraryCreate(mlirOperationGetContext(module));
  MlirLogicalResult result = accyForEachProgram(module, legalize_program, &all);
  accyMathLibraryDestroy(all.library);
  return mlirLogicalResultIsFailure(result) ? result : all.result;
}

static const AccyOptionRow options[] = {
    {"target", AccyOptionString,
     "BACKEND, BACKEND:PROFILE, as cuda:sm_90, or a file NAME.json with a profile; the recorded one when empty", ""},
    {"format", AccyOptionString, "artifact format; the backend's default when empty", ""},
    ACCY_STRATEGY_OPTIONS,
};

const AccyPassRow accyLegalizePass = {
    .argument = "accy-legalize",
    .description = "Choose the target and check every kernel against it",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyKernelDependentDialects,
    .run = run,
};

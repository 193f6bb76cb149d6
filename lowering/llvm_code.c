// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code from LLVM; see llvm_code.h.

#include "lowering/llvm_code.h"

#include "lowering/format.h"
#include "mlir-c/Target/LLVMIR.h"

#include "llvm-c/Analysis.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include <string.h>

// What LLVM's diagnostics of one compilation are told to.
typedef struct CompileState {
  const AccyLoweringRequest *request;
  bool hasError;
} CompileState;

static void report_llvm_diagnostic(LLVMDiagnosticInfoRef diagnostic, void *userData) {
  if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError)
    return;
  CompileState *state = userData;
  state->hasError = true;
  char *text = LLVMGetDiagInfoDescription(diagnostic);
  accyLoweringError(state->request, "LLVM: %s", text);
  LLVMDisposeMessage(text);
}

static LLVMTargetMachineRef create_machine(const AccyLoweringRequest *request, const AccyLlvmTarget *target) {
  LLVMTargetRef generator;
  char *error = NULL;
  if (LLVMGetTargetFromTriple(target->triple, &generator, &error)) {
    accyLoweringError(request, "LLVM has no code generator for %s: %s", target->triple, error);
    LLVMDisposeMessage(error);
    return NULL;
  }
  LLVMTargetMachineRef machine =
      LLVMCreateTargetMachine(generator, target->triple, target->cpu, target->features, LLVMCodeGenLevelAggressive,
                              LLVMRelocPIC, LLVMCodeModelDefault);
  if (!machine)
    accyLoweringError(request, "LLVM has no target machine for %s, %s", target->triple, target->cpu);
  return machine;
}

static MlirLogicalResult optimize(const AccyLoweringRequest *request, LLVMModuleRef module,
                                  LLVMTargetMachineRef machine) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, true);
  LLVMPassBuilderOptionsSetSLPVectorization(options, true);
  LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, true);
  LLVMErrorRef error = LLVMRunPasses(module, "default<O3>", machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return mlirLogicalResultSuccess();
  char *text = LLVMGetErrorMessage(error);
  accyLoweringError(request, "LLVM: %s", text);
  LLVMDisposeErrorMessage(text);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult emit(CompileState *state, LLVMModuleRef module, LLVMTargetMachineRef machine,
                              LLVMCodeGenFileType output, LLVMMemoryBufferRef *outCode) {
  char *error = NULL;
  LLVMMemoryBufferRef code = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, output, &error, &code)) {
    accyLoweringError(state->request, "LLVM: %s", error);
    LLVMDisposeMessage(error);
    return mlirLogicalResultFailure();
  }
  if (state->hasError) {
    LLVMDisposeMemoryBuffer(code);
    return mlirLogicalResultFailure();
  }
  *outCode = code;
  return mlirLogicalResultSuccess();
}

// The module's translation with the machine's data layout, checked; null after a report.
static LLVMModuleRef translate(const AccyLoweringRequest *request, MlirOperation op, LLVMContextRef context,
                               LLVMTargetMachineRef machine) {
  LLVMModuleRef module = mlirTranslateModuleToLLVMIR(op, context);
  if (!module) {
    accyLoweringError(request, "the translation to LLVM IR failed");
    return NULL;
  }
  char *triple = LLVMGetTargetMachineTriple(machine);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(module, triple);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  LLVMDisposeMessage(triple);
  char *error = NULL;
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &error)) {
    accyLoweringError(request, "LLVM's verifier: %s", error);
    LLVMDisposeModule(module);
    module = NULL;
  }
  LLVMDisposeMessage(error);
  return module;
}

static void forbid_library_calls(LLVMModuleRef module, LLVMContextRef context) {
  static const char name[] = "no-builtins";
  LLVMAttributeRef attribute = LLVMCreateStringAttribute(context, name, sizeof name - 1, "", 0);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

MlirLogicalResult accyLlvmCompile(const AccyLoweringRequest *request, MlirOperation op, const AccyLlvmTarget *target,
                                  LLVMMemoryBufferRef *outCode) {
  LLVMTargetMachineRef machine = create_machine(request, target);
  if (!machine)
    return mlirLogicalResultFailure();
  CompileState state = {request, false};
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, report_llvm_diagnostic, &state);
  MlirLogicalResult result = mlirLogicalResultFailure();
  LLVMModuleRef module = translate(request, op, context, machine);
  if (module) {
    if (target->standsAlone)
      forbid_library_calls(module, context);
    result = optimize(request, module, machine);
    if (mlirLogicalResultIsSuccess(result))
      result = emit(&state, module, machine, target->output, outCode);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  LLVMDisposeTargetMachine(machine);
  return result;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accy as a library, from text to numbers: compiles a program for x86-64 processors, writes the bundle into FOLDER
// and runs it: embed-run FOLDER

#include "accy-c/Bundle.h"
#include "accy-c/Compile.h"
#include "accy-c/Dialects.h"
#include "accy-c/PreparedModule.h"
#include "accy-c/Runtime.h"

#include <stdio.h>

// The length of each of two vectors.
static const char program[] = "func.func @lengths(%x: tensor<2x3xf32>) -> tensor<2xf32> {\n"
                              "  %squares = accy.mul %x, %x : tensor<2x3xf32>\n"
                              "  %sums = accy.reduce sum %squares dims = [1] : tensor<2x3xf32> -> tensor<2xf32>\n"
                              "  %lengths = accy.sqrt %sums : tensor<2xf32>\n"
                              "  accy.return %lengths : tensor<2xf32>\n"
                              "}\n";

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static bool export_module(MlirOperation module, const char *folder, AccyStatus *status) {
  const AccyCompileOptions options = {.target = text("cpu")};
  AccyPlan *plan;
  if (!accyModuleCompile(module, &options, status) || !accyPlanFromModule(module, text("lengths"), NULL, &plan, status))
    return false;
  for (uint32_t i = 0; i < accyPlanGetKernelCount(plan); ++i)
    printf("compiled %s\n", accyPlanGetKernel(plan, i)->artifact.entry);
  bool written = accyBundleWrite(plan, folder, status);
  accyPlanDestroy(plan);
  return written;
}

static bool compile(const char *folder) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  accyRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  MlirModule module = mlirModuleCreateParse(context, text(program));
  AccyStatus status = {0};
  bool done = !mlirModuleIsNull(module) && export_module(mlirModuleGetOperation(module), folder, &status);
  if (!done && !mlirModuleIsNull(module)) // the parser has said what is wrong with a text
    fprintf(stderr, "run: %s [%s]\n", status.message, accyStatusCodeName(status.code));
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return done;
}

static bool run_loaded(AccyExecutable executable, AccyTensor *input, AccyTensor *outOutput, AccyRuntimeError *error) {
  return accyExecutableSetInput(executable, 0, input, error) && accyExecutableRun(executable, NULL, error) &&
         accyExecutableGetOutput(executable, 0, outOutput, error);
}

static bool run_bundle(const char *folder, AccyTensor *outOutput, AccyRuntimeError *error) {
  static const int64_t dims[] = {2, 3};
  static const float values[] = {1, 2, 2, 2, 3, 6};
  AccyExecutable executable;
  AccyTensor input;
  if (!accyTensorCreate(AccyDtypeF32, 2, dims, &input, error))
    return false;
  for (size_t i = 0; i < input.elements; ++i)
    ((float *)input.data)[i] = values[i];
  bool done = accyExecutableLoad(folder, NULL, &executable, error);
  if (done) {
    done = run_loaded(executable, &input, outOutput, error);
    accyExecutableDestroy(executable);
  }
  accyTensorDestroy(&input);
  return done;
}

int main(int argc, char **argv) {
  AccyTensor lengths;
  AccyRuntimeError error;
  if (argc != 2) {
    fprintf(stderr, "usage: embed-run FOLDER\n");
    return 2;
  }
  if (!compile(argv[1]))
    return 1;
  if (!run_bundle(argv[1], &lengths, &error)) {
    fprintf(stderr, "run: %s\n", error.message);
    return 1;
  }
  for (size_t i = 0; i < lengths.elements; ++i)
    printf("%g\n", ((const float *)lengths.data)[i]);
  accyTensorDestroy(&lengths);
  return 0;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel to an object of one function; see object.h.

#include "lowering/host/object.h"

#include "lowering/extrema.h"
#include "lowering/format.h"
#include "lowering/host/function.h"

#include <stdio.h>

static const char simplify_pipeline[] = "builtin.module(gpu.module(canonicalize,cse))";

// Each conversion is told how many bits an index has, as none reads it off a data layout here.
static const char llvm_pipeline[] = "builtin.module(canonicalize,cse,"
                                    "convert-scf-to-cf,convert-math-to-llvm,"
                                    "finalize-memref-to-llvm{index-bitwidth=%1$u},"
                                    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1 index-bitwidth=%1$u},"
                                    "convert-arith-to-llvm{index-bitwidth=%1$u},"
                                    "convert-cf-to-llvm{index-bitwidth=%1$u},"
                                    "reconcile-unrealized-casts,canonicalize,cse)";

MlirLogicalResult accyHostCompileObject(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                                        const AccyLlvmTarget *target, unsigned addressBits,
                                        LLVMMemoryBufferRef *outObject) {
  char pipeline[sizeof llvm_pipeline + 16];
  snprintf(pipeline, sizeof pipeline, llvm_pipeline, addressBits);
  accyExpandNumberExtrema(kernel);
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, simplify_pipeline)))
    return mlirLogicalResultFailure();
  accyBuildHostFunction(request, mlirModuleGetBody(mlirModuleFromOperation(module)), kernel);
  mlirOperationDestroy(mlirOperationGetParentOperation(kernel));
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, pipeline)))
    return mlirLogicalResultFailure();
  return accyLlvmCompile(request, module, target, outObject);
}

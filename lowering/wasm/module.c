// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// webassembly_module: a kernel as a WebAssembly module of its own, which exports one function of the host-loop ABI
// (buffers are addresses in its memory), its memory, and where free memory begins.

#include "lowering/cpu/host_function.h"
#include "lowering/format.h"
#include "lowering/linker.h"
#include "lowering/llvm_code.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const processors[] = {"wasm32", NULL};

static const char simplify_pipeline[] = "builtin.module(gpu.module(canonicalize,cse))";

// Addresses have 32 bits.
static const char llvm_pipeline[] = "builtin.module(canonicalize,cse,"
                                    "convert-scf-to-cf,convert-math-to-llvm,"
                                    "finalize-memref-to-llvm{index-bitwidth=32},"
                                    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1 index-bitwidth=32},"
                                    "convert-arith-to-llvm{index-bitwidth=32},convert-cf-to-llvm{index-bitwidth=32},"
                                    "reconcile-unrealized-casts,canonicalize,cse)";

static const char *const linker_names[] = {"wasm-ld-22", "wasm-ld", NULL};
static const char *const linker_options[] = {"--no-entry", "--export=__heap_base", "--strip-all", "-O2", NULL};
static const AccyLinker linker = {.environment = "ACCY_WASM_LD", .names = linker_names, .options = linker_options};

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  if (mlirLogicalResultIsFailure(accyLlvmCheckProcessor(request, processors)) ||
      mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, simplify_pipeline)))
    return mlirLogicalResultFailure();
  accyBuildHostFunction(mlirModuleGetBody(mlirModuleFromOperation(module)), kernel);
  mlirOperationDestroy(mlirOperationGetParentOperation(kernel));
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, llvm_pipeline)))
    return mlirLogicalResultFailure();
  bool simd = (request->target->capabilities.features & ACCY_BIT(AccyFeatureSimd128)) != 0;
  AccyLlvmTarget target = {.triple = "wasm32-unknown-unknown",
                           .cpu = "generic",
                           .features = simd ? "+bulk-memory,+simd128" : "+bulk-memory",
                           .output = LLVMObjectFile};
  LLVMMemoryBufferRef object;
  if (mlirLogicalResultIsFailure(accyLlvmCompile(request, module, &target, &object)))
    return mlirLogicalResultFailure();
  char exportEntry[ACCY_NAME_CAPACITY + 16];
  snprintf(exportEntry, sizeof exportEntry, "--export=%.*s", (int)request->entryName.length, request->entryName.data);
  void *linked = NULL;
  size_t size = 0;
  MlirLogicalResult result =
      accyLink(request, &linker, exportEntry, LLVMGetBufferStart(object), LLVMGetBufferSize(object), &linked, &size);
  LLVMDisposeMemoryBuffer(object);
  if (mlirLogicalResultIsSuccess(result))
    result = accyLoweredPayloadFill(request, linked, size, outPayload);
  free(linked);
  return result;
}

const AccyLoweringFormat accyLoweringWebassemblyModule = {
    .format = AccyFormatWebassemblyModule,
    .lower = lower,
};

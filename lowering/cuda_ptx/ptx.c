// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda_ptx: a kernel as PTX with one entry, whose parameters are the buffers' addresses in argument order.

#include "lowering/buffer_attributes.h"
#include "lowering/cuda_ptx/intrinsics.h"
#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "lowering/llvm_code.h"
#include "support/ir.h"
#include "llvm-c/Core.h"

#include <stdlib.h>
#include <string.h>

static const char *const processors[] = {"sm_75",  "sm_80",   "sm_86",  "sm_87",   "sm_89",  "sm_90",   "sm_90a",
                                         "sm_100", "sm_100a", "sm_103", "sm_103a", "sm_120", "sm_120a", NULL};

static const char pipeline[] = "builtin.module(gpu.module("
                               "canonicalize,cse,convert-scf-to-cf,"
                               "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1},"
                               "reconcile-unrealized-casts,canonicalize,cse))";

// The extent of the buffer that the kernel writes; -1 when it writes none.
static int64_t output_extent(MlirBlock body) {
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i)
    if (accyKernelWritesBuffer(mlirBlockGetArgument(body, i)))
      return mlirShapedTypeGetDimSize(mlirValueGetType(mlirBlockGetArgument(body, i)), 0);
  return -1;
}

// Buffers of as many elements as the output begin where the kernel says; of others nothing is known.
static void set_buffer_attributes(const AccyLoweringRequest *request, MlirOperation kernel) {
  int64_t alignment = accyGetInteger(request->kernel, "choir.buffer_alignment", 0);
  MlirContext context = mlirOperationGetContext(kernel);
  MlirBlock body = accyKernelGetBody(kernel);
  intptr_t count = mlirBlockGetNumArguments(body);
  int64_t outputExtent = output_extent(body);
  MlirAttribute *attributes = calloc((size_t)count + 1, sizeof *attributes);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue buffer = mlirBlockGetArgument(body, i);
    bool isAligned = mlirShapedTypeGetDimSize(mlirValueGetType(buffer), 0) == outputExtent;
    attributes[i] = accyBufferAttributes(buffer, isAligned ? alignment : 0);
  }
  accySetAttribute(kernel, "arg_attrs", mlirArrayAttrGet(context, count, attributes));
  free(attributes);
}

// A module with an unresolved function cannot be loaded; its declaration names it.
static MlirLogicalResult check_externals(const AccyLoweringRequest *request, const char *text) {
  const char *declaration = strstr(text, ".extern");
  if (!declaration)
    return mlirLogicalResultSuccess();
  return accyLoweringError(request, "the PTX needs code from elsewhere: '%.*s' [UnsupportedOperation]",
                           (int)strcspn(declaration, "\n"), declaration);
}

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  if (mlirLogicalResultIsFailure(accyLlvmCheckProcessor(request, processors)))
    return mlirLogicalResultFailure();
  set_buffer_attributes(request, kernel);
  accyNvptxReplaceMath(kernel);
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, pipeline)))
    return mlirLogicalResultFailure();
  MlirOperation kernels = mlirBlockGetFirstOperation(mlirModuleGetBody(mlirModuleFromOperation(module)));
  // Without a feature LLVM writes the oldest PTX version that knows the processor, which the most drivers take.
  AccyLlvmTarget target = {.triple = "nvptx64-nvidia-cuda",
                           .cpu = request->target->capabilities.architecture,
                           .features = "",
                           .output = LLVMAssemblyFile};
  LLVMMemoryBufferRef code;
  if (mlirLogicalResultIsFailure(accyLlvmCompile(request, kernels, &target, &code)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result = check_externals(request, LLVMGetBufferStart(code));
  if (mlirLogicalResultIsSuccess(result))
    result = accyLoweredPayloadFill(request, LLVMGetBufferStart(code), LLVMGetBufferSize(code), outPayload);
  LLVMDisposeMemoryBuffer(code);
  return result;
}

const AccyLoweringFormat accyLoweringCudaPtx = {
    .format = AccyFormatCudaPtx,
    .lower = lower,
};

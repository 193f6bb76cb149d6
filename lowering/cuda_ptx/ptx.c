// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda_ptx: a kernel as PTX with one entry, whose parameters are the buffers' addresses in argument order.

#include "lowering/buffer_attributes.h"
#include "lowering/cuda_ptx/intrinsics.h"
#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "lowering/llvm_code.h"
#include "lowering/shuffle.h"
#include "support/ir.h"
#include "llvm-c/Core.h"

#include <stdlib.h>
#include <string.h>

static const char pipeline[] = "builtin.module(gpu.module("
                               "canonicalize,cse,convert-scf-to-cf,"
                               "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1},"
                               "reconcile-unrealized-casts,canonicalize,cse))";

// What is known of the buffers, and where they begin if the kernel says so; threadgroup memories begin where 128 bits
// can be accessed at once.
static void set_buffer_attributes(const AccyLoweringRequest *request, MlirOperation kernel) {
  static const char alignments[] = "choir.buffer_alignment";
  MlirContext context = mlirOperationGetContext(kernel);
  MlirBlock body = accyKernelGetBody(kernel);
  intptr_t buffers = accyKernelGetNumBuffers(kernel), count = mlirBlockGetNumArguments(body);
  intptr_t aligned = accyGetI64ArraySize(request->kernel, alignments);
  AccySharedBuffers shared = {-1, -1};
  (void)accyKernelFindSharedBuffers(request, &shared);
  MlirAttribute *attributes = calloc((size_t)count + 1, sizeof *attributes);
  for (intptr_t i = 0; i < buffers; ++i)
    attributes[i] = accyBufferAttributes(mlirBlockGetArgument(body, i),
                                         i < aligned ? accyGetI64ArrayElement(request->kernel, alignments, i) : 0,
                                         i == shared.input || i == shared.output);
  accySetAttribute(kernel, "arg_attrs", mlirArrayAttrGet(context, buffers, attributes));
  MlirNamedAttribute alignment = accyNamed("llvm.align", accyI64Attribute(context, 16));
  for (intptr_t i = buffers; i < count; ++i)
    attributes[i] = mlirDictionaryAttrGet(context, 1, &alignment);
  if (count > buffers)
    accySetAttribute(kernel, "workgroup_attrib_attrs",
                     mlirArrayAttrGet(context, count - buffers, attributes + buffers));
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

// The lanes that wait for each other are those of a warp: of fewer, MLIR names the first ones only.
static MlirLogicalResult check_warp(const AccyLoweringRequest *request) {
  uint32_t size = request->target->capabilities.subgroup.size_min;
  if (size == 32 || !accyKernelHasShuffles(request->kernel))
    return mlirLogicalResultSuccess();
  return accyLoweringError(request, "its subgroups have at least %u threads; a warp has 32 [CapabilityMismatch]", size);
}

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
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
    .check = check_warp,
    .lower = lower,
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formats' table, and what they share; see lowering.h.

#include "lowering/lowering.h"

#include "accy-c/Target.h"
#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "lowering/loop_steps.h"
#include "lowering/narrow_floats.h"
#include "lowering/uniformity.h"
#include "mlir-c/Pass.h"
#include "planner/target_architectures.h"
#include "support/ir.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const AccyLoweringFormat *const formats[] = {
    &accyLoweringCudaPtx,  &accyLoweringVulkanSpirv,       &accyLoweringCpuMachineCode, &accyLoweringCpuObject,
    &accyLoweringMetalMsl, &accyLoweringWebassemblyModule, &accyLoweringWebgpuWgsl,
};

static const AccyLoweringFormat *find_format(AccyFormat format) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i)
    if (formats[i]->format == format)
      return formats[i];
  return NULL;
}

// What errors say of the request before the reason; as targets are spelled, the baseline is its backend's name alone.
static void describe(const AccyLoweringRequest *request, char *text, size_t size) {
  const AccyTargetCapabilities *target = &request->target->capabilities;
  bool isBaseline = strcmp(target->name, "baseline") == 0;
  snprintf(text, size, "kernel '%.*s' cannot be lowered to %s for target '%s%s%s'", (int)request->entryName.length,
           request->entryName.data, accyFormatName(request->format), accyBackendName(target->backend),
           isBaseline ? "" : ":", isBaseline ? "" : target->name);
}

MlirLogicalResult accyLoweringError(const AccyLoweringRequest *request, const char *format, ...) {
  char reason[1024], subject[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  describe(request, subject, sizeof subject);
  return accyEmitError(mlirOperationGetLocation(request->kernel), "%s: %s", subject, reason);
}

MlirLogicalResult accyLoweringOpError(const AccyLoweringRequest *request, MlirOperation op, const char *format, ...) {
  char reason[1024], subject[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  describe(request, subject, sizeof subject);
  return accyEmitError(mlirOperationGetLocation(op), "%s: '%.*s': %s", subject, (int)name.length, name.data, reason);
}

MlirLogicalResult accyLoweredPayloadFill(const AccyLoweringRequest *request, const void *data, size_t size,
                                         AccyLoweredPayload *outPayload) {
  char *copy = malloc(size + 1);
  if (!copy)
    return accyLoweringError(request, "out of memory for %zu bytes [OutOfMemory]", size);
  memcpy(copy, data, size);
  copy[size] = '\0';
  outPayload->data = copy;
  outPayload->size = size;
  return mlirLogicalResultSuccess();
}

void accyLoweredPayloadDestroy(AccyLoweredPayload *payload) {
  free(payload->data);
  *payload = (AccyLoweredPayload){0};
}

static void report_pipeline_error(MlirStringRef message, void *userData) {
  accyLoweringError(userData, "%.*s", (int)message.length, message.data);
}

MlirLogicalResult accyLoweringRunPipeline(const AccyLoweringRequest *request, MlirOperation module,
                                          const char *pipeline) {
  MlirPassManager manager = mlirPassManagerCreate(mlirOperationGetContext(module));
  MlirLogicalResult result = mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager), accyText(pipeline),
                                                   report_pipeline_error, (void *)request);
  if (mlirLogicalResultIsSuccess(result)) {
    result = mlirPassManagerRunOnOp(manager, module);
    if (mlirLogicalResultIsFailure(result))
      accyLoweringError(request, "a pass failed, as reported above");
  }
  mlirPassManagerDestroy(manager);
  return result;
}

static MlirOperation create_module(MlirLocation location, const char *name, const char *symbolName,
                                   MlirBlock *outBody) {
  MlirRegion region = mlirRegionCreate();
  *outBody = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, *outBody);
  MlirContext context = mlirLocationGetContext(location);
  MlirNamedAttribute symbol = accyNamed("sym_name", accyStringAttribute(context, symbolName));
  return accyCreateOperation(&(AccyOpSpec){.name = name,
                                           .location = location,
                                           .numAttributes = 1,
                                           .attributes = &symbol,
                                           .numRegions = 1,
                                           .regions = &region});
}

// Attributes that stages before have left on the kernel, which mean nothing to the dialects it is lowered to.
static void remove_foreign_attributes(MlirOperation kernel) {
  for (intptr_t i = mlirOperationGetNumDiscardableAttributes(kernel); i-- > 0;) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetDiscardableAttribute(kernel, i).name);
    bool isForeign = memchr(name.data, '.', name.length) && !accyTextEquals(name, "gpu.kernel");
    if (isForeign)
      mlirOperationRemoveDiscardableAttributeByName(kernel, name);
  }
}

// A module of its own for a clone of the request's kernel.
static MlirOperation clone_into_module(const AccyLoweringRequest *request, MlirOperation *outKernel) {
  MlirLocation location = mlirOperationGetLocation(request->kernel);
  MlirBlock moduleBody, kernelsBody;
  MlirOperation module = create_module(location, "builtin.module", "accy_lowering", &moduleBody);
  MlirOperation kernels = create_module(location, "gpu.module", "kernels", &kernelsBody);
  mlirBlockAppendOwnedOperation(moduleBody, kernels);
  *outKernel = mlirOperationClone(request->kernel);
  accySetAttribute(*outKernel, "sym_name",
                   accyStringRefAttribute(mlirLocationGetContext(location), request->entryName));
  remove_foreign_attributes(*outKernel);
  mlirBlockAppendOwnedOperation(kernelsBody, *outKernel);
  return module;
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_identifier(MlirStringRef name) {
  for (size_t i = 0; i < name.length; ++i)
    if (!is_letter(name.data[i]) && (i == 0 || name.data[i] < '0' || name.data[i] > '9'))
      return false;
  return name.length > 0;
}

// The narrow floats that the format's code lacks.
static AccySet find_missing_floats(const AccyLoweringFormat *format, const AccyLoweringRequest *request) {
  bool hasF16 = !format->hasF16 || format->hasF16(request);
  return ACCY_BIT(AccyDtypeBf16) | (hasF16 ? 0 : ACCY_BIT(AccyDtypeF16));
}

// Code generators take any name, and write code for something else.
static MlirLogicalResult check_architecture(const AccyLoweringRequest *request) {
  const char *architecture = request->target->capabilities.architecture;
  AccyBackend backend = accyFormatBackend(request->format);
  AccySet missingDtypes, missingFeatures;
  if (accyArchitectureFind(backend, architecture, &missingDtypes, &missingFeatures))
    return mlirLogicalResultSuccess();
  char known[256];
  accyListArchitectures(backend, known, sizeof known);
  return accyLoweringError(request, "'%s' is none of the architectures it is compiled for: %s [CapabilityMismatch]",
                           architecture, known);
}

MlirLogicalResult accyLoweringCheck(const AccyLoweringRequest *request) {
  const AccyLoweringFormat *format = find_format(request->format);
  if (!format)
    return accyLoweringError(request, "the format has no lowering [UnsupportedArtifactFormat]");
  if (!is_identifier(request->entryName))
    return accyLoweringError(request, "an entry's name consists of letters, digits and underscores [InvalidArtifact]");
  if (format->isReserved && format->isReserved(request->entryName))
    return accyLoweringError(request, "'%.*s' means something else in its text: rename it [InvalidArtifact]",
                             (int)request->entryName.length, request->entryName.data);
  if (mlirLogicalResultIsFailure(check_architecture(request)) ||
      mlirLogicalResultIsFailure(accyKernelFormVerify(request)) ||
      mlirLogicalResultIsFailure(accyCheckBarriers(request)) ||
      mlirLogicalResultIsFailure(accyLoopStepsCheck(request)) ||
      mlirLogicalResultIsFailure(accyCheckNarrowFloats(request, find_missing_floats(format, request))))
    return mlirLogicalResultFailure();
  return format->check ? format->check(request) : mlirLogicalResultSuccess();
}

MlirLogicalResult accyLowerKernel(const AccyLoweringRequest *request, AccyLoweredPayload *outPayload) {
  if (mlirLogicalResultIsFailure(accyLoweringCheck(request)))
    return mlirLogicalResultFailure();
  const AccyLoweringFormat *format = find_format(request->format);
  MlirOperation kernel;
  MlirOperation module = clone_into_module(request, &kernel);
  AccyLoweredPayload payload = {.kind = accyFormatPayloadKind(request->format)};
  AccySet missing = find_missing_floats(format, request);
  accyWidenNarrowFloats(kernel, missing);
  accyMoveNarrowFloatsAsBits(kernel, missing);
  MlirLogicalResult result = format->lower(request, module, kernel, &payload);
  mlirOperationDestroy(module);
  if (mlirLogicalResultIsSuccess(result))
    *outPayload = payload;
  return result;
}

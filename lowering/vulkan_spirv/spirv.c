// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vulkan_spirv: a kernel as a SPIR-V module for Vulkan. Argument i is storage buffer i of descriptor set 0.

#include "lowering/extrema.h"
#include "lowering/format.h"
#include "lowering/vulkan_spirv/constant_zero.h"
#include "lowering/vulkan_spirv/environment.h"
#include "lowering/vulkan_spirv/float_arithmetic.h"
#include "lowering/vulkan_spirv/float_controls.h"
#include "lowering/vulkan_spirv/narrow_integers.h"
#include "lowering/vulkan_spirv/prepare.h"
#include "lowering/vulkan_spirv/signed_remainder.h"
#include "lowering/vulkan_spirv/thread_number.h"
#include "lowering/vulkan_spirv/validate.h"
#include "mlir_ext/MlirExt.h"
#include "support/ir.h"

static const char simplify_pipeline[] = "builtin.module(gpu.module(arith-expand,canonicalize,cse))";

static const char spirv_pipeline[] = "builtin.module(map-memref-spirv-storage-class{client-api=vulkan},"
                                     "gpu.module(convert-math-to-spirv),convert-gpu-to-spirv,"
                                     "spirv.module(spirv-lower-abi-attrs,canonicalize,cse))";

static const char requirements_pipeline[] = "builtin.module(spirv.module(spirv-update-vce))";

// Where the serialiser's words go.
typedef struct BinarySink {
  const AccyLoweringRequest *request;
  AccyLoweredPayload *payload;
  MlirLogicalResult result;
} BinarySink;

static void take_binary(MlirStringRef bytes, void *userData) {
  BinarySink *sink = userData;
  sink->result = accyLoweredPayloadFill(sink->request, bytes.data, bytes.length, sink->payload);
}

static MlirLogicalResult serialize(const AccyLoweringRequest *request, MlirOperation spirvModule,
                                   AccyLoweredPayload *outPayload) {
  BinarySink sink = {request, outPayload, mlirLogicalResultFailure()};
  if (mlirLogicalResultIsFailure(accySpirvModuleSerialize(spirvModule, take_binary, &sink)))
    return accyLoweringError(request, "the SPIR-V module cannot be serialised");
  return sink.result;
}

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  const AccySpirvVersion *version = accySpirvVersionOfTarget(request);
  if (!version)
    return accyLoweringError(request, "there is no version '%s' of SPIR-V to compile for [CapabilityMismatch]",
                             request->target->capabilities.architecture);
  accySetAttribute(module, "spirv.target_env", accySpirvTargetEnvironment(request, version));
  accySpirvNumberThreadsBySubgroups(kernel);
  accyExpandExtrema(kernel);
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, simplify_pipeline)))
    return mlirLogicalResultFailure();
  accySpirvPrepareKernel(request, kernel);
  accySpirvWidenNarrowIntegers(kernel, accySpirvWidestNarrowInteger(request));
  accySpirvExpandSignedRemainders(kernel);
  if (request->format == AccyFormatVulkanSpirv) { // Metal's text says once, for all, what is kept
    accySpirvKeepConstantZeros(kernel);
    accySpirvConvertFloatArithmetic(kernel);
  }
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, spirv_pipeline)))
    return mlirLogicalResultFailure();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation spirvModule = accyFindNext(mlirBlockGetFirstOperation(body), "spirv.module");
  if (mlirOperationIsNull(spirvModule))
    return accyLoweringError(request, "the conversion to SPIR-V left no module");
  accySpirvMarkSharedBuffers(request, spirvModule);
  accySpirvDeclareFloatControls(request, spirvModule);
  if (mlirLogicalResultIsFailure(accyLoweringRunPipeline(request, module, requirements_pipeline)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(accySpirvModuleSetVersion(spirvModule, accyText(version->mlirName))))
    return accyLoweringError(request, "the module needs a later version of SPIR-V [CapabilityMismatch]");
  if (mlirLogicalResultIsFailure(serialize(request, spirvModule, outPayload)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsSuccess(
          accySpirvValidate(request, outPayload->data, outPayload->size / sizeof(uint32_t), version->environment)))
    return mlirLogicalResultSuccess();
  accyLoweredPayloadDestroy(outPayload);
  return mlirLogicalResultFailure();
}

const AccyLoweringFormat accyLoweringVulkanSpirv = {
    .format = AccyFormatVulkanSpirv,
    .hasF16 = accySpirvHasF16,
    .check = accySpirvCheckKernel,
    .lower = lower,
};

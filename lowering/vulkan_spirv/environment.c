// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a Vulkan target takes, in SPIR-V's words; see environment.h.

#include "lowering/vulkan_spirv/environment.h"

#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "lowering/vulkan_spirv/narrow_integers.h"
#include "support/ir.h"

#include <stdio.h>
#include <string.h>

static const AccySpirvVersion versions[] = {
    {"spv1.3", "v1.3", "vulkan1.1"},
    {"spv1.4", "v1.4", "vulkan1.1spv1.4"},
    {"spv1.5", "v1.5", "vulkan1.2"},
    {"spv1.6", "v1.6", "vulkan1.3"},
};

const AccySpirvVersion *accySpirvVersionOfTarget(const AccyLoweringRequest *request) {
  for (size_t i = 0; i < sizeof versions / sizeof *versions; ++i)
    if (strcmp(versions[i].architecture, request->target->capabilities.architecture) == 0)
      return &versions[i];
  return NULL;
}

// A set of dtypes, features and subgroup operations of a target, each of which gives it the capabilities.
typedef struct CapabilityRow {
  AccySet dtypes, features, subgroupOperations;
  const char *capabilities, *extensions;
} CapabilityRow;

static const CapabilityRow capability_rows[] = {
    {ACCY_BIT(AccyDtypeI64) | ACCY_BIT(AccyDtypeU64), 0, 0, "Int64", NULL},
    {ACCY_BIT(AccyDtypeF64), 0, 0, "Float64", NULL},
    {0, ACCY_BIT(AccyFeatureF16Arithmetic), 0, "Float16", NULL},
    {0, ACCY_BIT(AccyFeatureStorage16Bit), 0, "Int16, StorageBuffer16BitAccess", "SPV_KHR_16bit_storage"},
    {0, ACCY_BIT(AccyFeatureStorage8Bit), 0, "Int8, StorageBuffer8BitAccess", "SPV_KHR_8bit_storage"},
    {0, ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve), 0, "SignedZeroInfNanPreserve", "SPV_KHR_float_controls"},
    {0, ACCY_BIT(AccyFeatureRoundToNearestEven), 0, "RoundingModeRTE", "SPV_KHR_float_controls"},
    {0, ACCY_BIT(AccyFeatureDenormalPreserve), 0, "DenormPreserve", "SPV_KHR_float_controls"},
    {0, 0, ACCY_BIT(AccySubgroupOperationShuffle), "GroupNonUniform, GroupNonUniformShuffle", NULL},
};

// Numbers of 16 bits are had in registers and in buffers, or in neither: MLIR converts a buffer's elements and the
// values that are loaded from it alike. Metal's language always has them; a Vulkan target, when it stores them and
// lists a dtype of such integers.
bool accySpirvHasInt16(const AccyLoweringRequest *request) {
  const AccySet integers = ACCY_BIT(AccyDtypeI16) | ACCY_BIT(AccyDtypeU16) | ACCY_BIT(AccyDtypeBf16);
  const AccyTargetCapabilities *target = &request->target->capabilities;
  return request->format == AccyFormatMetalMsl ||
         ((target->features & ACCY_BIT(AccyFeatureStorage16Bit)) && (target->dtypes & integers));
}

unsigned accySpirvWidestNarrowInteger(const AccyLoweringRequest *request) {
  return accySpirvHasInt16(request) ? 8 : 16;
}

// What is done with the bits of an f16 needs integers of as many.
bool accySpirvHasF16(const AccyLoweringRequest *request) {
  return accySpirvHasInt16(request) && (request->target->capabilities.features & ACCY_BIT(AccyFeatureF16Arithmetic));
}

// The target's features, but of numbers of 16 bits what is used.
static AccySet find_used_features(const AccyLoweringRequest *request) {
  AccySet features = request->target->capabilities.features;
  features &= ~(ACCY_BIT(AccyFeatureStorage16Bit) | ACCY_BIT(AccyFeatureF16Arithmetic));
  if (accySpirvHasInt16(request))
    features |= ACCY_BIT(AccyFeatureStorage16Bit);
  if (accySpirvHasF16(request))
    features |= ACCY_BIT(AccyFeatureF16Arithmetic);
  return features;
}

MlirAttribute accySpirvTargetEnvironment(const AccyLoweringRequest *request, const AccySpirvVersion *version) {
  char capabilities[256] = "Shader", extensions[256] = "SPV_KHR_storage_buffer_storage_class", text[1024];
  for (size_t i = 0; i < sizeof capability_rows / sizeof *capability_rows; ++i) {
    const CapabilityRow *row = &capability_rows[i];
    const AccyTargetCapabilities *target = &request->target->capabilities;
    AccySet operations = target->subgroup.supported ? target->subgroup.operations : 0;
    if (!(target->dtypes & row->dtypes) && !(find_used_features(request) & row->features) &&
        !(operations & row->subgroupOperations))
      continue;
    strcat(strcat(capabilities, ", "), row->capabilities);
    if (row->extensions && !strstr(extensions, row->extensions))
      strcat(strcat(extensions, ", "), row->extensions);
  }
  // MLIR takes a shuffle for one of whole subgroups if its width is this size.
  snprintf(text, sizeof text,
           "#spirv.target_env<#spirv.vce<%s, [%s], [%s]>, api=Vulkan, #spirv.resource_limits<subgroup_size = %u>>",
           version->mlirName, capabilities, extensions, request->target->capabilities.subgroup.size_min);
  return mlirAttributeParseGet(mlirOperationGetContext(request->kernel), accyText(text));
}

// The dtypes that give a target a wide number type, which nothing stands in for.
static AccySet find_dtypes(MlirType type, const char **outName) {
  *outName = mlirTypeIsAF64(type) ? "f64" : "i64";
  if (mlirTypeIsAF64(type))
    return ACCY_BIT(AccyDtypeF64);
  bool isI64 = mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64;
  return isI64 ? ACCY_BIT(AccyDtypeI64) | ACCY_BIT(AccyDtypeU64) : 0;
}

static MlirLogicalResult check_type(const AccyLoweringRequest *request, MlirType type) {
  const char *name;
  AccySet dtypes = find_dtypes(type, &name);
  if (dtypes == 0 || (request->target->capabilities.dtypes & dtypes))
    return mlirLogicalResultSuccess();
  return accyLoweringError(request, "it computes on %s, which the target does not list [CapabilityMismatch]", name);
}

static MlirLogicalResult check_result(const AccyLoweringRequest *request, MlirOperation op, MlirType type) {
  (void)op;
  return check_type(request, type);
}

MlirLogicalResult accySpirvCheckKernel(const AccyLoweringRequest *request) {
  MlirBlock body = accyKernelGetBody(request->kernel);
  for (intptr_t i = 0; i < accyKernelGetNumBuffers(request->kernel); ++i) {
    MlirType buffer = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (mlirLogicalResultIsFailure(check_type(request, mlirShapedTypeGetElementType(buffer))))
      return mlirLogicalResultFailure();
    if (mlirShapedTypeGetDimSize(buffer, 0) > INT32_MAX)
      return accyLoweringError(request,
                               "buffer %td has %lld elements; indices of 32 bits reach %d [CapabilityMismatch]", i,
                               (long long)mlirShapedTypeGetDimSize(buffer, 0), INT32_MAX);
  }
  if (mlirLogicalResultIsFailure(accyKernelCheckResults(request, check_result)) ||
      mlirLogicalResultIsFailure(accySpirvCheckNarrowIntegers(request, accySpirvWidestNarrowInteger(request))))
    return mlirLogicalResultFailure();
  return accyKernelCheckThreadgroup(request);
}

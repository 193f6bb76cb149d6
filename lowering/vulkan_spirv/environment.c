// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a Vulkan target takes, in SPIR-V's words; see environment.h.

#include "lowering/vulkan_spirv/environment.h"

#include "lowering/format.h"
#include "lowering/kernel_form.h"
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
  const char *architecture = request->target->capabilities.architecture;
  for (size_t i = 0; i < sizeof versions / sizeof *versions; ++i)
    if (strcmp(versions[i].architecture, architecture) == 0)
      return &versions[i];
  accyLoweringError(request,
                    "'%s' is no version of SPIR-V that Vulkan takes: spv1.3, spv1.4, spv1.5 or spv1.6 "
                    "[CapabilityMismatch]",
                    architecture);
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
    {ACCY_BIT(AccyDtypeI16) | ACCY_BIT(AccyDtypeU16) | ACCY_BIT(AccyDtypeBf16), 0, 0, "Int16", NULL},
    {0, ACCY_BIT(AccyFeatureF16Arithmetic), 0, "Float16", NULL},
    {0, ACCY_BIT(AccyFeatureStorage16Bit), 0, "StorageBuffer16BitAccess", "SPV_KHR_16bit_storage"},
    {0, ACCY_BIT(AccyFeatureStorage8Bit), 0, "Int8, StorageBuffer8BitAccess", "SPV_KHR_8bit_storage"},
    {0, ACCY_BIT(AccyFeatureSignedZeroInfNanPreserve), 0, "SignedZeroInfNanPreserve", "SPV_KHR_float_controls"},
    {0, ACCY_BIT(AccyFeatureRoundToNearestEven), 0, "RoundingModeRTE", "SPV_KHR_float_controls"},
    {0, ACCY_BIT(AccyFeatureDenormalPreserve), 0, "DenormPreserve", "SPV_KHR_float_controls"},
    {0, 0, ACCY_BIT(AccySubgroupOperationShuffle), "GroupNonUniform, GroupNonUniformShuffle", NULL},
};

MlirAttribute accySpirvTargetEnvironment(const AccyLoweringRequest *request) {
  const AccySpirvVersion *version = accySpirvVersionOfTarget(request);
  if (!version)
    return mlirAttributeGetNull();
  char capabilities[256] = "Shader", extensions[256] = "SPV_KHR_storage_buffer_storage_class", text[1024];
  for (size_t i = 0; i < sizeof capability_rows / sizeof *capability_rows; ++i) {
    const CapabilityRow *row = &capability_rows[i];
    const AccyTargetCapabilities *target = &request->target->capabilities;
    AccySet operations = target->subgroup.supported ? target->subgroup.operations : 0;
    if (!(target->dtypes & row->dtypes) && !(target->features & row->features) &&
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

// What a number type needs of the target where it is computed on, and where it is stored.
typedef struct TypeRow {
  bool (*matches)(MlirType type);
  const char *name;
  AccySet dtypes, arithmeticFeatures, storageFeatures;
} TypeRow;

static bool is_integer_of_width(MlirType type, unsigned width) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == width;
}
static bool is_i16(MlirType type) {
  return is_integer_of_width(type, 16);
}
static bool is_i64(MlirType type) {
  return is_integer_of_width(type, 64);
}

// i8 is in no row: without 8-bit storage it is packed into words.
static const TypeRow type_rows[] = {
    {mlirTypeIsABF16, "bf16", ACCY_BIT(AccyDtypeBf16), 0, ACCY_BIT(AccyFeatureStorage16Bit)}, // moved as i16
    {is_i16, "i16", ACCY_BIT(AccyDtypeI16) | ACCY_BIT(AccyDtypeU16), 0, ACCY_BIT(AccyFeatureStorage16Bit)},
    {is_i64, "i64", ACCY_BIT(AccyDtypeI64) | ACCY_BIT(AccyDtypeU64), 0, 0},
    {mlirTypeIsAF16, "f16", 0, ACCY_BIT(AccyFeatureF16Arithmetic), ACCY_BIT(AccyFeatureStorage16Bit)},
    {mlirTypeIsAF64, "f64", ACCY_BIT(AccyDtypeF64), 0, 0},
};

static MlirLogicalResult check_type(const AccyLoweringRequest *request, MlirType type, bool isStored) {
  const AccyTargetCapabilities *target = &request->target->capabilities;
  for (size_t i = 0; i < sizeof type_rows / sizeof *type_rows; ++i) {
    const TypeRow *row = &type_rows[i];
    if (!row->matches(type))
      continue;
    if (row->dtypes && !(target->dtypes & row->dtypes))
      return accyLoweringError(request, "it computes on %s, which the target does not list [CapabilityMismatch]",
                               row->name);
    if ((target->features & row->arithmeticFeatures) != row->arithmeticFeatures)
      return accyLoweringError(request, "it computes on %s, for which the target lacks arithmetic [CapabilityMismatch]",
                               row->name);
    if (isStored && (target->features & row->storageFeatures) != row->storageFeatures)
      return accyLoweringError(
          request, "it has buffers of %s, for which the target lacks storage_16bit [CapabilityMismatch]", row->name);
  }
  return mlirLogicalResultSuccess();
}

// What the walk over a kernel's results carries.
typedef struct TypeCheck {
  const AccyLoweringRequest *request;
  MlirLogicalResult result;
} TypeCheck;

static MlirWalkResult check_results(MlirOperation op, void *userData) {
  TypeCheck *check = userData;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    check->result = check_type(check->request, mlirValueGetType(mlirOperationGetResult(op, i)), false);
    if (mlirLogicalResultIsFailure(check->result))
      return MlirWalkResultInterrupt;
  }
  return MlirWalkResultAdvance;
}

MlirLogicalResult accySpirvCheckTypes(const AccyLoweringRequest *request) {
  MlirBlock body = accyKernelGetBody(request->kernel);
  for (intptr_t i = 0; i < accyKernelGetNumBuffers(request->kernel); ++i) {
    MlirType buffer = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (mlirLogicalResultIsFailure(check_type(request, mlirShapedTypeGetElementType(buffer), true)))
      return mlirLogicalResultFailure();
    if (mlirShapedTypeGetDimSize(buffer, 0) > INT32_MAX)
      return accyLoweringError(request,
                               "buffer %td has %lld elements; indices of 32 bits reach %d [CapabilityMismatch]", i,
                               (long long)mlirShapedTypeGetDimSize(buffer, 0), INT32_MAX);
  }
  TypeCheck check = {request, mlirLogicalResultSuccess()};
  mlirOperationWalk(request->kernel, check_results, &check, MlirWalkPreOrder);
  return check.result;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optional features of a Vulkan device, and the SPIR-V capabilities that need them.
#include "runtime/vulkan/features.h"

#include "bundle/spirv.h"
#include "runtime/error.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

// A record is there from a version on, or with an extension; version 0 stands for never.
typedef struct RecordRow {
  size_t offset;
  VkStructureType type;
  uint32_t version;
  const char *extension;
} RecordRow;

static const RecordRow record_rows[] = {
    {offsetof(AccyVulkanFeatures, storage16), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
     VK_API_VERSION_1_1, NULL},
    {offsetof(AccyVulkanFeatures, variablePointers), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES,
     VK_API_VERSION_1_1, NULL},
    {offsetof(AccyVulkanFeatures, storage8), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
     VK_API_VERSION_1_2, "VK_KHR_8bit_storage"},
    {offsetof(AccyVulkanFeatures, float16Int8), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
     VK_API_VERSION_1_2, "VK_KHR_shader_float16_int8"},
    {offsetof(AccyVulkanFeatures, memoryModel), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
     VK_API_VERSION_1_2, "VK_KHR_vulkan_memory_model"},
    {offsetof(AccyVulkanFeatures, atomicInt64), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES,
     VK_API_VERSION_1_2, "VK_KHR_shader_atomic_int64"},
    {offsetof(AccyVulkanFeatures, atomicFloat), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, 0,
     "VK_EXT_shader_atomic_float"},
    {offsetof(AccyVulkanFeatures, integerDotProduct),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES, VK_API_VERSION_1_3,
     "VK_KHR_shader_integer_dot_product"},
    {offsetof(AccyVulkanFeatures, subgroupSizeControl),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, VK_API_VERSION_1_3,
     "VK_EXT_subgroup_size_control"},
};
enum { RecordRowCount = sizeof record_rows / sizeof *record_rows };

typedef struct ExtensionList {
  VkExtensionProperties *rows;
  uint32_t count;
} ExtensionList;

static bool list_extensions(const AccyVulkanApi *api, VkPhysicalDevice device, ExtensionList *out,
                            AccyRuntimeError *error) {
  static const char action[] = "listing the device's extensions";
  uint32_t count = 0;
  if (!accyVulkanCheck(api->vkEnumerateDeviceExtensionProperties(device, NULL, &count, NULL), action, error))
    return false;
  VkExtensionProperties *rows = calloc(count + 1, sizeof *rows);
  if (!rows)
    return accyRuntimeFail(error, "no memory for the device's extensions");
  if (!accyVulkanCheck(api->vkEnumerateDeviceExtensionProperties(device, NULL, &count, rows), action, error)) {
    free(rows);
    return false;
  }
  *out = (ExtensionList){rows, count};
  return true;
}

static bool has_extension(const ExtensionList *list, const char *name) {
  for (uint32_t i = 0; i < list->count; ++i)
    if (strcmp(list->rows[i].extensionName, name) == 0)
      return true;
  return false;
}

// Asks for what all versions from 1.2 on say, and others with the extension.
static void query_float_controls(const AccyVulkanApi *api, VkPhysicalDevice device, uint32_t version,
                                 const ExtensionList *list, AccyVulkanFeatures *out) {
  static const char extension[] = VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME;
  if (version < VK_API_VERSION_1_2) {
    if (!has_extension(list, extension))
      return;
    out->extensions[out->extensionCount++] = extension;
  }
  out->floatControls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
      .pNext = &out->floatControls,
  };
  api->vkGetPhysicalDeviceProperties2(device, &properties);
}

bool accyVulkanFeaturesQuery(const AccyVulkanApi *api, VkPhysicalDevice device, uint32_t version,
                             AccyVulkanFeatures *outFeatures, AccyRuntimeError *error) {
  ExtensionList list;
  if (!list_extensions(api, device, &list, error))
    return false;
  *outFeatures = (AccyVulkanFeatures){.core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  for (int i = 0; i < RecordRowCount; ++i) {
    const RecordRow *row = &record_rows[i];
    bool by_version = row->version && version >= row->version;
    if (!by_version && !(row->extension && has_extension(&list, row->extension)))
      continue;
    if (!by_version)
      outFeatures->extensions[outFeatures->extensionCount++] = row->extension;
    VkBaseOutStructure *record = (VkBaseOutStructure *)((char *)outFeatures + row->offset);
    record->sType = row->type;
    record->pNext = outFeatures->core.pNext;
    outFeatures->core.pNext = record;
  }
  query_float_controls(api, device, version, &list, outFeatures);
  free(list.rows);
  api->vkGetPhysicalDeviceFeatures2(device, &outFeatures->core);
  // It costs speed, and a plan's regions are exact anyway.
  outFeatures->core.features.robustBufferAccess = VK_FALSE;
  return true;
}

//===----------------------------------------------------------------------===//
// Capabilities
//===----------------------------------------------------------------------===//

// A capability of SPIR-V and the feature that allows it; none is needed at NO_FEATURE.
typedef struct CapabilityRow {
  uint32_t number;
  size_t feature;
} CapabilityRow;

#define NO_FEATURE ((size_t)-1)
#define CORE(name) offsetof(AccyVulkanFeatures, core.features.name)
#define EXTRA(record, name) offsetof(AccyVulkanFeatures, record.name)

#define CAPABILITY(name) AccySpirvCapability##name

static const CapabilityRow capability_rows[] = {
    {CAPABILITY(Matrix), NO_FEATURE},
    {CAPABILITY(Shader), NO_FEATURE},
    {CAPABILITY(Float16), EXTRA(float16Int8, shaderFloat16)},
    {CAPABILITY(Float64), CORE(shaderFloat64)},
    {CAPABILITY(Int64), CORE(shaderInt64)},
    {CAPABILITY(Int64Atomics), EXTRA(atomicInt64, shaderBufferInt64Atomics)},
    {CAPABILITY(Int16), CORE(shaderInt16)},
    {CAPABILITY(Int8), EXTRA(float16Int8, shaderInt8)},
    {CAPABILITY(GroupNonUniform), NO_FEATURE},
    {CAPABILITY(GroupNonUniformVote), NO_FEATURE},
    {CAPABILITY(GroupNonUniformArithmetic), NO_FEATURE},
    {CAPABILITY(GroupNonUniformBallot), NO_FEATURE},
    {CAPABILITY(GroupNonUniformShuffle), NO_FEATURE},
    {CAPABILITY(GroupNonUniformShuffleRelative), NO_FEATURE},
    {CAPABILITY(StorageBuffer16BitAccess), EXTRA(storage16, storageBuffer16BitAccess)},
    {CAPABILITY(UniformAndStorageBuffer16BitAccess), EXTRA(storage16, uniformAndStorageBuffer16BitAccess)},
    {CAPABILITY(StoragePushConstant16), EXTRA(storage16, storagePushConstant16)},
    {CAPABILITY(VariablePointersStorageBuffer), EXTRA(variablePointers, variablePointersStorageBuffer)},
    {CAPABILITY(VariablePointers), EXTRA(variablePointers, variablePointers)},
    {CAPABILITY(StorageBuffer8BitAccess), EXTRA(storage8, storageBuffer8BitAccess)},
    {CAPABILITY(UniformAndStorageBuffer8BitAccess), EXTRA(storage8, uniformAndStorageBuffer8BitAccess)},
    {CAPABILITY(StoragePushConstant8), EXTRA(storage8, storagePushConstant8)},
    // For which widths of float, their execution modes say.
    {CAPABILITY(DenormPreserve), NO_FEATURE},
    {CAPABILITY(DenormFlushToZero), NO_FEATURE},
    {CAPABILITY(SignedZeroInfNanPreserve), NO_FEATURE},
    {CAPABILITY(RoundingModeRTE), NO_FEATURE},
    {CAPABILITY(RoundingModeRTZ), NO_FEATURE},
    {CAPABILITY(VulkanMemoryModel), EXTRA(memoryModel, vulkanMemoryModel)},
    {CAPABILITY(VulkanMemoryModelDeviceScope), EXTRA(memoryModel, vulkanMemoryModelDeviceScope)},
    {CAPABILITY(DotProductInputAll), EXTRA(integerDotProduct, shaderIntegerDotProduct)},
    {CAPABILITY(DotProductInput4x8Bit), EXTRA(integerDotProduct, shaderIntegerDotProduct)},
    {CAPABILITY(DotProductInput4x8BitPacked), EXTRA(integerDotProduct, shaderIntegerDotProduct)},
    {CAPABILITY(DotProduct), EXTRA(integerDotProduct, shaderIntegerDotProduct)},
    {CAPABILITY(AtomicFloat32AddEXT), EXTRA(atomicFloat, shaderBufferFloat32AtomicAdd)},
    {CAPABILITY(AtomicFloat64AddEXT), EXTRA(atomicFloat, shaderBufferFloat64AtomicAdd)},
};
enum { CapabilityRowCount = sizeof capability_rows / sizeof *capability_rows };

bool accyVulkanFeaturesAllow(const AccyVulkanFeatures *features, uint32_t capability, const char **outName) {
  *outName = accySpirvCapabilityName(capability);
  for (int i = 0; i < CapabilityRowCount; ++i) {
    const CapabilityRow *row = &capability_rows[i];
    if (row->number == capability)
      return row->feature == NO_FEATURE || *(const VkBool32 *)((const char *)features + row->feature);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Execution modes
//===----------------------------------------------------------------------===//

// SPIR-V's number and name of an execution mode, and what allows it for floats of 16, 32 and 64 bits.
typedef struct ModeRow {
  uint32_t number;
  const char *name;
  size_t property[3];
} ModeRow;

#define WIDTHS(name)                                                                                                   \
  {EXTRA(floatControls, name##Float16), EXTRA(floatControls, name##Float32), EXTRA(floatControls, name##Float64)}

static const ModeRow mode_rows[] = {
    {4459, "DenormPreserve", WIDTHS(shaderDenormPreserve)},
    {4460, "DenormFlushToZero", WIDTHS(shaderDenormFlushToZero)},
    {4461, "SignedZeroInfNanPreserve", WIDTHS(shaderSignedZeroInfNanPreserve)},
    {4462, "RoundingModeRTE", WIDTHS(shaderRoundingModeRTE)},
    {4463, "RoundingModeRTZ", WIDTHS(shaderRoundingModeRTZ)},
};

bool accyVulkanFeaturesAllowMode(const AccyVulkanFeatures *features, uint32_t mode, uint32_t width,
                                 const char **outName) {
  for (size_t i = 0; i < sizeof mode_rows / sizeof *mode_rows; ++i) {
    const ModeRow *row = &mode_rows[i];
    if (row->number != mode)
      continue;
    *outName = row->name;
    size_t column = width == 16 ? 0 : width == 32 ? 1 : 2;
    return *(const VkBool32 *)((const char *)features + row->property[column]);
  }
  return true;
}

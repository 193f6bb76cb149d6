// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optional features of a Vulkan device, and the SPIR-V capabilities that need them.
#ifndef ACCY_RUNTIME_VULKAN_FEATURES_H
#define ACCY_RUNTIME_VULKAN_FEATURES_H

#include "runtime/vulkan/api.h"

/// The chain of feature records that compute kernels may need: what the device offers and, passed on, what is enabled;
/// and how floats are computed with, where it says so. It points into itself: never copy it.
typedef struct AccyVulkanFeatures {
  VkPhysicalDeviceFeatures2 core;
  VkPhysicalDevice16BitStorageFeatures storage16;
  VkPhysicalDeviceVariablePointersFeatures variablePointers;
  VkPhysicalDevice8BitStorageFeatures storage8;
  VkPhysicalDeviceShaderFloat16Int8Features float16Int8;
  VkPhysicalDeviceVulkanMemoryModelFeatures memoryModel;
  VkPhysicalDeviceShaderAtomicInt64Features atomicInt64;
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomicFloat;
  VkPhysicalDeviceShaderIntegerDotProductFeatures integerDotProduct;
  VkPhysicalDeviceSubgroupSizeControlFeatures subgroupSizeControl;
  VkPhysicalDeviceFloatControlsProperties floatControls;
  /// The extensions that the enabled records need, for vkCreateDevice.
  const char *extensions[8];
  uint32_t extensionCount;
} AccyVulkanFeatures;

/// Asks the device for all records that its version and extensions know.
bool accyVulkanFeaturesQuery(const AccyVulkanApi *api, VkPhysicalDevice device, uint32_t version,
                             AccyVulkanFeatures *outFeatures, AccyRuntimeError *error);

/// Whether a SPIR-V module with this capability may be used. `*outName` is the capability's name, or null when the
/// runtime knows none of that number.
bool accyVulkanFeaturesAllow(const AccyVulkanFeatures *features, uint32_t capability, const char **outName);

/// Whether an entry point may have this execution mode for floats of that width. Modes that are not about floats are
/// allowed. `*outName` is the mode's name when it is not.
bool accyVulkanFeaturesAllowMode(const AccyVulkanFeatures *features, uint32_t mode, uint32_t width,
                                 const char **outName);

#endif

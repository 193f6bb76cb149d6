// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Vulkan instance and a logical device with one compute queue.
#ifndef ACCY_RUNTIME_VULKAN_CONTEXT_H
#define ACCY_RUNTIME_VULKAN_CONTEXT_H

#include "runtime/vulkan/subgroup.h"
#include "runtime/vulkan/validation.h"

typedef struct AccyVulkanContext {
  AccyVulkanApi api;
  AccyVulkanValidation validation;
  VkInstance instance;
  VkPhysicalDevice physicalDevice;
  VkPhysicalDeviceProperties properties;
  VkPhysicalDeviceMemoryProperties memory;
  AccyVulkanFeatures features;
  AccyVulkanSubgroup subgroup;
  uint32_t queueFamily;
  uint32_t timestampBits;
  VkDevice device;
  VkQueue queue;
} AccyVulkanContext;

/// Opens the most capable device that computes and that the choice allows: discrete before integrated before software.
/// All features that the device offers and the runtime knows are enabled. On failure the context is to be closed as
/// well.
bool accyVulkanContextOpen(AccyVulkanContext *context, const AccyDeviceChoice *choice, AccyRuntimeError *error);

/// Releases all, also of a context that is partly open.
void accyVulkanContextClose(AccyVulkanContext *context);

#endif

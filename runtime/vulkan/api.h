// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of Vulkan that the runtime calls, found at run time, so that programs start without a
// Vulkan loader.
#ifndef ACCY_RUNTIME_VULKAN_API_H
#define ACCY_RUNTIME_VULKAN_API_H

#include "accy-c/Runtime.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

// Found without an instance.
#define ACCY_VULKAN_GLOBAL_FUNCTIONS(X)                                                                                \
  X(vkEnumerateInstanceVersion)                                                                                        \
  X(vkCreateInstance)

// Found with the instance; the loader passes those of a device on to its driver.
#define ACCY_VULKAN_INSTANCE_FUNCTIONS(X)                                                                              \
  X(vkDestroyInstance)                                                                                                 \
  X(vkEnumeratePhysicalDevices)                                                                                        \
  X(vkGetPhysicalDeviceProperties)                                                                                     \
  X(vkGetPhysicalDeviceProperties2)                                                                                    \
  X(vkGetPhysicalDeviceFeatures2)                                                                                      \
  X(vkGetPhysicalDeviceQueueFamilyProperties)                                                                          \
  X(vkGetPhysicalDeviceMemoryProperties)                                                                               \
  X(vkEnumerateDeviceExtensionProperties)                                                                              \
  X(vkCreateDevice)                                                                                                    \
  X(vkDestroyDevice)                                                                                                   \
  X(vkGetDeviceQueue)                                                                                                  \
  X(vkCreateBuffer)                                                                                                    \
  X(vkDestroyBuffer)                                                                                                   \
  X(vkGetBufferMemoryRequirements)                                                                                     \
  X(vkAllocateMemory)                                                                                                  \
  X(vkFreeMemory)                                                                                                      \
  X(vkBindBufferMemory)                                                                                                \
  X(vkMapMemory)                                                                                                       \
  X(vkCreateShaderModule)                                                                                              \
  X(vkDestroyShaderModule)                                                                                             \
  X(vkCreateDescriptorSetLayout)                                                                                       \
  X(vkDestroyDescriptorSetLayout)                                                                                      \
  X(vkCreatePipelineLayout)                                                                                            \
  X(vkDestroyPipelineLayout)                                                                                           \
  X(vkCreateComputePipelines)                                                                                          \
  X(vkDestroyPipeline)                                                                                                 \
  X(vkCreateDescriptorPool)                                                                                            \
  X(vkDestroyDescriptorPool)                                                                                           \
  X(vkAllocateDescriptorSets)                                                                                          \
  X(vkUpdateDescriptorSets)                                                                                            \
  X(vkCreateCommandPool)                                                                                               \
  X(vkDestroyCommandPool)                                                                                              \
  X(vkAllocateCommandBuffers)                                                                                          \
  X(vkBeginCommandBuffer)                                                                                              \
  X(vkEndCommandBuffer)                                                                                                \
  X(vkCmdBindPipeline)                                                                                                 \
  X(vkCmdBindDescriptorSets)                                                                                           \
  X(vkCmdPushConstants)                                                                                                \
  X(vkCmdDispatch)                                                                                                     \
  X(vkCmdFillBuffer)                                                                                                   \
  X(vkCmdPipelineBarrier)                                                                                              \
  X(vkCmdResetQueryPool)                                                                                               \
  X(vkCmdWriteTimestamp)                                                                                               \
  X(vkCreateQueryPool)                                                                                                 \
  X(vkDestroyQueryPool)                                                                                                \
  X(vkGetQueryPoolResults)                                                                                             \
  X(vkCreateFence)                                                                                                     \
  X(vkDestroyFence)                                                                                                    \
  X(vkResetFences)                                                                                                     \
  X(vkQueueSubmit)                                                                                                     \
  X(vkWaitForFences)

typedef struct AccyVulkanApi {
  void *library;
#define MEMBER(name) PFN_##name name;
  ACCY_VULKAN_GLOBAL_FUNCTIONS(MEMBER)
  ACCY_VULKAN_INSTANCE_FUNCTIONS(MEMBER)
#undef MEMBER
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr;
  // Of an extension that is there with the validation layer only.
  PFN_vkCreateDebugUtilsMessengerEXT vkCreateDebugUtilsMessengerEXT;
  PFN_vkDestroyDebugUtilsMessengerEXT vkDestroyDebugUtilsMessengerEXT;
} AccyVulkanApi;

/// Loads the Vulkan loader and the functions that need no instance. On failure nothing is held.
bool accyVulkanApiOpen(AccyVulkanApi *outApi, AccyRuntimeError *error);

/// Finds the other functions.
bool accyVulkanApiFindFunctions(AccyVulkanApi *api, VkInstance instance, AccyRuntimeError *error);

/// Unloads the loader; an api that was never opened is allowed.
void accyVulkanApiClose(AccyVulkanApi *api);

/// The name of a result in the specification, such as VK_ERROR_OUT_OF_DEVICE_MEMORY.
const char *accyVulkanResultName(VkResult result);

/// True when `result` is VK_SUCCESS; else fails with what was being done.
bool accyVulkanCheck(VkResult result, const char *action, AccyRuntimeError *error);

#endif

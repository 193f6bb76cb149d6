// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Khronos validation layer, whose warnings and errors make calls fail.
#ifndef ACCY_RUNTIME_VULKAN_VALIDATION_H
#define ACCY_RUNTIME_VULKAN_VALIDATION_H

#include "runtime/vulkan/api.h"

/// What the layer has said. It is told the record's address: never copy one in use.
typedef struct AccyVulkanValidation {
  VkDebugUtilsMessengerEXT messenger;
  size_t messageCount;
  char firstMessage[768];
  /// What asks for the layer, as vkCreateInstance takes it.
  VkDebugUtilsMessengerCreateInfoEXT messengerInfo;
  VkValidationFeaturesEXT features;
} AccyVulkanValidation;

/// Adds the layer, its extensions and checks of memory hazards to the making of an instance. Messages go to stderr.
void accyVulkanValidationRequest(AccyVulkanValidation *validation, VkInstanceCreateInfo *info);

/// Listens to the layer from now on. `instance` was made with the request.
bool accyVulkanValidationListen(AccyVulkanValidation *validation, AccyVulkanApi *api, VkInstance instance,
                                AccyRuntimeError *error);

/// Ends that. A record without a request is allowed.
void accyVulkanValidationEnd(AccyVulkanValidation *validation, const AccyVulkanApi *api, VkInstance instance);

/// True when the layer has said nothing, or is not there; else fails with the first message.
bool accyVulkanValidationPassed(const AccyVulkanValidation *validation, AccyRuntimeError *error);

#endif

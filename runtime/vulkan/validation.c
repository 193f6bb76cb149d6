// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Khronos validation layer, whose warnings and errors make calls fail.
#include "runtime/vulkan/validation.h"

#include "runtime/error.h"

#include <stdio.h>

static VKAPI_ATTR VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT types,
                                                   const VkDebugUtilsMessengerCallbackDataEXT *data, void *userData) {
  (void)types;
  AccyVulkanValidation *validation = userData;
  if (validation->messageCount++ == 0)
    snprintf(validation->firstMessage, sizeof validation->firstMessage, "%s", data->pMessage);
  fprintf(stderr, "Vulkan validation: %s\n", data->pMessage);
  // The layer leaves out a call that it is told to: drivers end the process on what is wrong.
  return (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) != 0;
}

void accyVulkanValidationRequest(AccyVulkanValidation *validation, VkInstanceCreateInfo *info) {
  static const char *const layers[] = {"VK_LAYER_KHRONOS_validation"};
  static const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                           VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  static const VkValidationFeatureEnableEXT enabled[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  validation->features = (VkValidationFeaturesEXT){
      .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
      .enabledValidationFeatureCount = sizeof enabled / sizeof *enabled,
      .pEnabledValidationFeatures = enabled,
  };
  validation->messengerInfo = (VkDebugUtilsMessengerCreateInfoEXT){
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .pNext = &validation->features,
      .messageSeverity =
          VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
      .pfnUserCallback = take_message,
      .pUserData = validation,
  };
  info->pNext = &validation->messengerInfo;
  info->enabledLayerCount = sizeof layers / sizeof *layers;
  info->ppEnabledLayerNames = layers;
  info->enabledExtensionCount = sizeof extensions / sizeof *extensions;
  info->ppEnabledExtensionNames = extensions;
}

bool accyVulkanValidationListen(AccyVulkanValidation *validation, AccyVulkanApi *api, VkInstance instance,
                                AccyRuntimeError *error) {
  api->vkCreateDebugUtilsMessengerEXT =
      (PFN_vkCreateDebugUtilsMessengerEXT)api->vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT");
  api->vkDestroyDebugUtilsMessengerEXT =
      (PFN_vkDestroyDebugUtilsMessengerEXT)api->vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT");
  if (!api->vkCreateDebugUtilsMessengerEXT || !api->vkDestroyDebugUtilsMessengerEXT)
    return accyRuntimeFail(error, "Vulkan's validation layer cannot be listened to");
  VkDebugUtilsMessengerCreateInfoEXT info = validation->messengerInfo;
  info.pNext = NULL;
  return accyVulkanCheck(api->vkCreateDebugUtilsMessengerEXT(instance, &info, NULL, &validation->messenger),
                         "listening to the validation layer", error);
}

void accyVulkanValidationEnd(AccyVulkanValidation *validation, const AccyVulkanApi *api, VkInstance instance) {
  if (validation->messenger)
    api->vkDestroyDebugUtilsMessengerEXT(instance, validation->messenger, NULL);
  validation->messenger = VK_NULL_HANDLE;
}

bool accyVulkanValidationPassed(const AccyVulkanValidation *validation, AccyRuntimeError *error) {
  if (validation->messageCount == 0)
    return true;
  return accyRuntimeFail(error, "Vulkan's validation layer has %zu message%s, first: %s", validation->messageCount,
                         validation->messageCount == 1 ? "" : "s", validation->firstMessage);
}

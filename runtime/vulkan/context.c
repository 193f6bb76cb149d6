// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Vulkan instance and a logical device with one compute queue.
#include "runtime/vulkan/context.h"

#include "runtime/error.h"
#include "runtime/hardware.h"

#include <stdlib.h>

static bool create_instance(AccyVulkanContext *context, bool validate, AccyRuntimeError *error) {
  uint32_t version = VK_API_VERSION_1_0;
  context->api.vkEnumerateInstanceVersion(&version);
  if (version < VK_API_VERSION_1_1)
    return accyRuntimeFail(error, "the Vulkan loader is older than version 1.1");
  VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .pApplicationName = "accy",
      .apiVersion = VK_API_VERSION_1_3,
  };
  VkInstanceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pApplicationInfo = &application,
  };
  if (validate)
    accyVulkanValidationRequest(&context->validation, &info);
  VkResult result = context->api.vkCreateInstance(&info, NULL, &context->instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    return accyRuntimeFail(error, "no Vulkan driver on this machine");
  if (result == VK_ERROR_LAYER_NOT_PRESENT)
    return accyRuntimeFail(error, "no VK_LAYER_KHRONOS_validation on this machine (Debian: vulkan-validationlayers)");
  return accyVulkanCheck(result, "making a Vulkan instance", error) &&
         accyVulkanApiFindFunctions(&context->api, context->instance, error) &&
         (!validate || accyVulkanValidationListen(&context->validation, &context->api, context->instance, error));
}

// The first queue family that computes; -1 when there is none.
static int64_t find_compute_family(const AccyVulkanApi *api, VkPhysicalDevice device, uint32_t *outTimestampBits) {
  enum { Capacity = 32 };
  VkQueueFamilyProperties families[Capacity];
  uint32_t count = Capacity;
  api->vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
  for (uint32_t i = 0; i < count; ++i) {
    if (!(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) || families[i].queueCount == 0)
      continue;
    *outTimestampBits = families[i].timestampValidBits;
    return i;
  }
  return -1;
}

static int preference(VkPhysicalDeviceType type) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 4;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 3;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  default:
    return 1;
  }
}

// What the search for a device carries.
typedef struct Search {
  const AccyDeviceChoice *choice;
  AccyHardwareList seen;
  bool anyMatches;
  int best;
} Search;

static void consider(AccyVulkanContext *context, VkPhysicalDevice device, uint32_t index, Search *search) {
  VkPhysicalDeviceProperties properties;
  context->api.vkGetPhysicalDeviceProperties(device, &properties);
  accyHardwareListAdd(&search->seen, properties.deviceName);
  if (!accyHardwareMatches(search->choice, index, properties.deviceName))
    return;
  search->anyMatches = true;
  uint32_t timestamp_bits = 0;
  int64_t family = find_compute_family(&context->api, device, &timestamp_bits);
  int rank = preference(properties.deviceType);
  if (family < 0 || properties.apiVersion < VK_API_VERSION_1_1 || rank <= search->best)
    return;
  search->best = rank;
  context->physicalDevice = device;
  context->properties = properties;
  context->queueFamily = (uint32_t)family;
  context->timestampBits = timestamp_bits;
}

static bool choose_device(AccyVulkanContext *context, const AccyDeviceChoice *choice, AccyRuntimeError *error) {
  static const char action[] = "listing the Vulkan devices";
  uint32_t count = 0;
  if (!accyVulkanCheck(context->api.vkEnumeratePhysicalDevices(context->instance, &count, NULL), action, error))
    return false;
  VkPhysicalDevice *devices = calloc(count + 1, sizeof *devices);
  if (!devices)
    return accyRuntimeFail(error, "no memory for the list of Vulkan devices");
  VkResult result = context->api.vkEnumeratePhysicalDevices(context->instance, &count, devices);
  Search search = {.choice = choice};
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    consider(context, devices[i], i, &search);
  free(devices);
  if (!accyVulkanCheck(result, action, error))
    return false;
  if (count && !search.anyMatches)
    return accyHardwareFail(choice, search.seen.names, error);
  return search.best ||
         accyRuntimeFail(error, "none of the %u Vulkan devices here computes with version 1.1 or later", count);
}

static bool create_device(AccyVulkanContext *context, AccyRuntimeError *error) {
  if (!accyVulkanFeaturesQuery(&context->api, context->physicalDevice, context->properties.apiVersion,
                               &context->features, error))
    return false;
  accyVulkanSubgroupQuery(&context->api, context->physicalDevice, &context->features, &context->subgroup);
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = context->queueFamily,
      .queueCount = 1,
      .pQueuePriorities = &priority,
  };
  VkDeviceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .pNext = &context->features.core,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue,
      .enabledExtensionCount = context->features.extensionCount,
      .ppEnabledExtensionNames = context->features.extensions,
  };
  VkResult result = context->api.vkCreateDevice(context->physicalDevice, &info, NULL, &context->device);
  if (!accyVulkanCheck(result, "opening the Vulkan device", error))
    return false;
  context->api.vkGetDeviceQueue(context->device, context->queueFamily, 0, &context->queue);
  context->api.vkGetPhysicalDeviceMemoryProperties(context->physicalDevice, &context->memory);
  return true;
}

bool accyVulkanContextOpen(AccyVulkanContext *context, const AccyDeviceChoice *choice, AccyRuntimeError *error) {
  return accyVulkanApiOpen(&context->api, error) && create_instance(context, choice->validate, error) &&
         choose_device(context, choice, error) && create_device(context, error);
}

void accyVulkanContextClose(AccyVulkanContext *context) {
  if (context->device)
    context->api.vkDestroyDevice(context->device, NULL);
  accyVulkanValidationEnd(&context->validation, &context->api, context->instance);
  if (context->instance && context->api.vkDestroyInstance)
    context->api.vkDestroyInstance(context->instance, NULL);
  accyVulkanApiClose(&context->api);
}

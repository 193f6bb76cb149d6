// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of Vulkan that the runtime calls, found at run time.
#include "runtime/vulkan/api.h"

#include "runtime/error.h"

#include <dlfcn.h>

bool accyVulkanApiOpen(AccyVulkanApi *outApi, AccyRuntimeError *error) {
  AccyVulkanApi api = {.library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL)};
  if (!api.library)
    return accyRuntimeFail(error, "no Vulkan on this machine: %s", dlerror());
  *(void **)&api.vkGetInstanceProcAddr = dlsym(api.library, "vkGetInstanceProcAddr");
  bool complete = api.vkGetInstanceProcAddr != NULL;
#define FIND(name)                                                                                                     \
  if (complete) {                                                                                                      \
    api.name = (PFN_##name)api.vkGetInstanceProcAddr(NULL, #name);                                                     \
    complete = api.name != NULL;                                                                                       \
  }
  ACCY_VULKAN_GLOBAL_FUNCTIONS(FIND)
#undef FIND
  if (!complete) {
    accyVulkanApiClose(&api);
    return accyRuntimeFail(error, "the Vulkan loader is older than version 1.1");
  }
  *outApi = api;
  return true;
}

bool accyVulkanApiFindFunctions(AccyVulkanApi *api, VkInstance instance, AccyRuntimeError *error) {
#define FIND(name)                                                                                                     \
  api->name = (PFN_##name)api->vkGetInstanceProcAddr(instance, #name);                                                 \
  if (!api->name)                                                                                                      \
    return accyRuntimeFail(error, "the Vulkan loader lacks %s", #name);
  ACCY_VULKAN_INSTANCE_FUNCTIONS(FIND)
#undef FIND
  return true;
}

void accyVulkanApiClose(AccyVulkanApi *api) {
  if (api->library)
    dlclose(api->library);
  *api = (AccyVulkanApi){0};
}

const char *accyVulkanResultName(VkResult result) {
#define CASE(name)                                                                                                     \
  case name:                                                                                                           \
    return #name;
  switch (result) {
    CASE(VK_NOT_READY)
    CASE(VK_TIMEOUT)
    CASE(VK_ERROR_OUT_OF_HOST_MEMORY)
    CASE(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    CASE(VK_ERROR_INITIALIZATION_FAILED)
    CASE(VK_ERROR_DEVICE_LOST)
    CASE(VK_ERROR_MEMORY_MAP_FAILED)
    CASE(VK_ERROR_LAYER_NOT_PRESENT)
    CASE(VK_ERROR_EXTENSION_NOT_PRESENT)
    CASE(VK_ERROR_FEATURE_NOT_PRESENT)
    CASE(VK_ERROR_INCOMPATIBLE_DRIVER)
    CASE(VK_ERROR_TOO_MANY_OBJECTS)
    CASE(VK_ERROR_OUT_OF_POOL_MEMORY)
    CASE(VK_ERROR_FRAGMENTED_POOL)
    CASE(VK_ERROR_INVALID_SHADER_NV)
    CASE(VK_ERROR_VALIDATION_FAILED_EXT)
  default:
    return "an unknown error";
  }
#undef CASE
}

bool accyVulkanCheck(VkResult result, const char *action, AccyRuntimeError *error) {
  return result == VK_SUCCESS || accyRuntimeFail(error, "%s failed: %s", action, accyVulkanResultName(result));
}

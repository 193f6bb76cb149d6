// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage buffers that the host can see: always mapped, coherent.
#include "runtime/vulkan/buffer.h"

#include "runtime/error.h"

#include <string.h>

// Coherent host-visible memory is always there; on the device's own side it is faster for kernels.
static bool find_memory_type(const AccyVulkanContext *context, uint32_t allowed, uint32_t *outType) {
  const VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkMemoryPropertyFlags choices[] = {visible | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, visible};
  for (size_t choice = 0; choice < 2; ++choice) {
    for (uint32_t i = 0; i < context->memory.memoryTypeCount; ++i) {
      VkMemoryPropertyFlags flags = context->memory.memoryTypes[i].propertyFlags;
      if (!(allowed >> i & 1) || (flags & choices[choice]) != choices[choice])
        continue;
      *outType = i;
      return true;
    }
  }
  return false;
}

bool accyVulkanBufferCreate(const AccyVulkanContext *context, size_t bytes, AccyVulkanBuffer *buffer,
                            AccyRuntimeError *error) {
  const AccyVulkanApi *api = &context->api;
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = bytes,
      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
      .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
  };
  if (!accyVulkanCheck(api->vkCreateBuffer(context->device, &info, NULL, &buffer->buffer), "making a buffer", error))
    return false;
  VkMemoryRequirements needs;
  api->vkGetBufferMemoryRequirements(context->device, buffer->buffer, &needs);
  VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
  if (!find_memory_type(context, needs.memoryTypeBits, &allocation.memoryTypeIndex))
    return accyRuntimeFail(error, "the device has no memory that the host can see");
  VkResult result = api->vkAllocateMemory(context->device, &allocation, NULL, &buffer->memory);
  if (result != VK_SUCCESS)
    return accyRuntimeFail(error, "no memory for a buffer of %zu bytes: %s", bytes, accyVulkanResultName(result));
  result = api->vkBindBufferMemory(context->device, buffer->buffer, buffer->memory, 0);
  if (result == VK_SUCCESS)
    result = api->vkMapMemory(context->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped);
  if (!accyVulkanCheck(result, "mapping a buffer", error))
    return false;
  memset(buffer->mapped, 0, bytes);
  return true;
}

void accyVulkanBufferDestroy(const AccyVulkanContext *context, AccyVulkanBuffer *buffer) {
  // Null handles are allowed; freeing memory unmaps it.
  context->api.vkDestroyBuffer(context->device, buffer->buffer, NULL);
  context->api.vkFreeMemory(context->device, buffer->memory, NULL);
  *buffer = (AccyVulkanBuffer){0};
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage buffers that the host can see: always mapped, coherent.
#ifndef ACCY_RUNTIME_VULKAN_BUFFER_H
#define ACCY_RUNTIME_VULKAN_BUFFER_H

#include "runtime/vulkan/context.h"

typedef struct AccyVulkanBuffer {
  VkBuffer buffer;
  VkDeviceMemory memory;
  void *mapped;
} AccyVulkanBuffer;

/// Makes a zeroed buffer. On failure it is to be destroyed as well.
bool accyVulkanBufferCreate(const AccyVulkanContext *context, size_t bytes, AccyVulkanBuffer *buffer,
                            AccyRuntimeError *error);

/// Releases the buffer, also one that is partly made.
void accyVulkanBufferDestroy(const AccyVulkanContext *context, AccyVulkanBuffer *buffer);

#endif

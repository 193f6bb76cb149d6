// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch as Vulkan sees it: a compute pipeline, its layouts and its push constants.
#ifndef ACCY_RUNTIME_VULKAN_PIPELINE_H
#define ACCY_RUNTIME_VULKAN_PIPELINE_H

#include "runtime/device.h"
#include "runtime/vulkan/context.h"

/// Vulkan promises 128 bytes of push constants on every device; twice that is what desktop devices have.
#define ACCY_VULKAN_MAX_PUSH_CONSTANT_BYTES 256

typedef struct AccyVulkanPipeline {
  VkDescriptorSetLayout setLayout;
  VkPipelineLayout layout;
  VkPipeline pipeline;
  uint32_t bindingCount;
  uint32_t pushConstantBytes;
  unsigned char pushConstants[ACCY_VULKAN_MAX_PUSH_CONSTANT_BYTES];
} AccyVulkanPipeline;

/// Checks the launch against the device's limits and the module, and makes the pipeline. Region arguments become the
/// bindings 0, 1, … of set 0, in order; scalars follow each other in push constants, each at a multiple of its size.
/// On failure the pipeline is to be destroyed as well.
bool accyVulkanPipelineCreate(const AccyVulkanContext *context, const AccyDeviceCode *code,
                              const AccyDeviceLaunch *launch, AccyVulkanPipeline *pipeline, AccyRuntimeError *error);

void accyVulkanPipelineDestroy(const AccyVulkanContext *context, AccyVulkanPipeline *pipeline);

#endif

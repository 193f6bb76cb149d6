// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subgroups of a Vulkan device, for kernels whose threads exchange values within them.
#ifndef ACCY_RUNTIME_VULKAN_SUBGROUP_H
#define ACCY_RUNTIME_VULKAN_SUBGROUP_H

#include "runtime/device.h"
#include "runtime/vulkan/features.h"

/// What the device says of its subgroups.
typedef struct AccyVulkanSubgroup {
  VkPhysicalDeviceSubgroupProperties properties;
  /// The sizes that a pipeline may have; those of a device that lets nobody choose are `properties.subgroupSize`.
  uint32_t leastSize, greatestSize;
  /// Whether a pipeline can ask for a size, in how many subgroups a threadgroup, and for whole subgroups.
  bool canChooseSize, canAskForWhole;
  uint32_t mostSubgroups;
} AccyVulkanSubgroup;

/// Asks the device, of which `features` are known already.
void accyVulkanSubgroupQuery(const AccyVulkanApi *api, VkPhysicalDevice device, const AccyVulkanFeatures *features,
                             AccyVulkanSubgroup *outSubgroup);

/// What the launch's pipeline asks for: whole subgroups, of a size among those that the kernel was planned for.
/// `*outSize` is chained to the stage where the device lets a pipeline choose. Fails when the device has no such size,
/// does not promise whole subgroups, or lacks an operation.
bool accyVulkanSubgroupRequire(const AccyVulkanSubgroup *subgroup, const AccyDeviceLaunch *launch,
                               VkPipelineShaderStageCreateInfo *stage,
                               VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *outSize, AccyRuntimeError *error);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subgroups of a Vulkan device.
#include "runtime/vulkan/subgroup.h"

#include "runtime/error.h"

#include <inttypes.h>

void accyVulkanSubgroupQuery(const AccyVulkanApi *api, VkPhysicalDevice device, const AccyVulkanFeatures *features,
                             AccyVulkanSubgroup *outSubgroup) {
  const VkPhysicalDeviceSubgroupSizeControlFeatures *control = &features->subgroupSizeControl;
  VkPhysicalDeviceSubgroupSizeControlProperties sizes = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
  VkPhysicalDeviceSubgroupProperties subgroup = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
      .pNext = control->sType ? &sizes : NULL,
  };
  VkPhysicalDeviceProperties2 properties = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
      .pNext = &subgroup,
  };
  api->vkGetPhysicalDeviceProperties2(device, &properties);
  subgroup.pNext = NULL;
  bool varies = control->sType && sizes.minSubgroupSize && sizes.maxSubgroupSize;
  *outSubgroup = (AccyVulkanSubgroup){
      .properties = subgroup,
      .leastSize = varies ? sizes.minSubgroupSize : subgroup.subgroupSize,
      .greatestSize = varies ? sizes.maxSubgroupSize : subgroup.subgroupSize,
      .canChooseSize =
          control->subgroupSizeControl && (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0,
      .canAskForWhole = control->computeFullSubgroups,
      .mostSubgroups = sizes.maxComputeWorkgroupSubgroups,
  };
}

// Operations of a plan and those of Vulkan that they are among.
static const VkSubgroupFeatureFlags features_of_operations[AccySubgroupOperationCount] = {
    [AccySubgroupOperationShuffle] = VK_SUBGROUP_FEATURE_SHUFFLE_BIT,
    [AccySubgroupOperationBallot] = VK_SUBGROUP_FEATURE_BALLOT_BIT,
    [AccySubgroupOperationVote] = VK_SUBGROUP_FEATURE_VOTE_BIT,
    [AccySubgroupOperationArithmetic] = VK_SUBGROUP_FEATURE_ARITHMETIC_BIT,
    [AccySubgroupOperationScan] = VK_SUBGROUP_FEATURE_ARITHMETIC_BIT,
};

static bool check_operations(const AccyVulkanSubgroup *subgroup, const AccyDeviceLaunch *launch,
                             AccyRuntimeError *error) {
  if (!(subgroup->properties.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT))
    return accyRuntimeFail(error, "%s: uses subgroups, which the device's compute shaders do not have", launch->entry);
  for (int operation = 0; operation < AccySubgroupOperationCount; ++operation)
    if ((launch->subgroupOperations & ACCY_BIT(operation)) &&
        !(subgroup->properties.supportedOperations & features_of_operations[operation]))
      return accyRuntimeFail(error, "%s: uses subgroups for %s, which the device does not offer", launch->entry,
                             accySubgroupOperationName((AccySubgroupOperation)operation));
  return true;
}

// Whether both the plan and the device have the size, and a threadgroup may have as many subgroups as it then has.
static bool can_have(const AccyVulkanSubgroup *subgroup, const AccyDeviceLaunch *launch, uint64_t size) {
  uint64_t threads = (uint64_t)launch->threadgroup[0] * launch->threadgroup[1] * launch->threadgroup[2];
  return size >= subgroup->leastSize && size <= subgroup->greatestSize && size >= launch->subgroupSizes[0] &&
         size <= launch->subgroupSizes[1] && size * subgroup->mostSubgroups >= threads;
}

// The size that the device prefers, else the largest that it can have; 0: none.
static uint32_t choose_size(const AccyVulkanSubgroup *subgroup, const AccyDeviceLaunch *launch) {
  if (can_have(subgroup, launch, subgroup->properties.subgroupSize))
    return subgroup->properties.subgroupSize;
  for (uint64_t size = subgroup->greatestSize; size >= subgroup->leastSize && size > 0; size /= 2)
    if (can_have(subgroup, launch, size))
      return (uint32_t)size;
  return 0;
}

bool accyVulkanSubgroupRequire(const AccyVulkanSubgroup *subgroup, const AccyDeviceLaunch *launch,
                               VkPipelineShaderStageCreateInfo *stage,
                               VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *outSize, AccyRuntimeError *error) {
  if (!launch->subgroupOperations)
    return true;
  if (!check_operations(subgroup, launch, error))
    return false;
  if (!subgroup->canAskForWhole)
    return accyRuntimeFail(error, "%s: was planned for whole subgroups, which the device does not promise",
                           launch->entry);
  stage->flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  uint32_t size = subgroup->canChooseSize ? choose_size(subgroup, launch) : 0;
  bool isAnyRight =
      subgroup->leastSize >= launch->subgroupSizes[0] && subgroup->greatestSize <= launch->subgroupSizes[1];
  if (size == 0 && isAnyRight)
    return true;
  if (size == 0)
    return accyRuntimeFail(
        error,
        "%s: was planned for subgroups of %" PRIu32 " to %" PRIu32 " threads, the device has %" PRIu32 " to %" PRIu32
        ": compile it for a profile with the device's sizes",
        launch->entry, launch->subgroupSizes[0], launch->subgroupSizes[1], subgroup->leastSize, subgroup->greatestSize);
  // Asked for even if any would do: the size that a shader reads need not be the one that it has otherwise.
  *outSize = (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo){
      .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
      .requiredSubgroupSize = size,
  };
  stage->pNext = outSize;
  return true;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch as Vulkan sees it: a compute pipeline, its layouts and its push constants.
#include "runtime/vulkan/pipeline.h"

#include "runtime/error.h"
#include "runtime/vulkan/module.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static bool check_geometry(const VkPhysicalDeviceLimits *limits, const AccyDeviceLaunch *launch,
                           AccyRuntimeError *error) {
  uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    threads *= launch->threadgroup[i];
    if (launch->grid[i] > limits->maxComputeWorkGroupCount[i])
      return accyRuntimeFail(error, "%s: grid extent %d is %" PRIu32 ", the device takes %" PRIu32, launch->entry, i,
                             launch->grid[i], limits->maxComputeWorkGroupCount[i]);
    if (launch->threadgroup[i] > limits->maxComputeWorkGroupSize[i] || threads > limits->maxComputeWorkGroupInvocations)
      return accyRuntimeFail(error,
                             "%s: threadgroup %" PRIu32 "x%" PRIu32 "x%" PRIu32 " is more than the device takes, "
                             "%" PRIu32 "x%" PRIu32 "x%" PRIu32 " with at most %" PRIu32 " threads",
                             launch->entry, launch->threadgroup[0], launch->threadgroup[1], launch->threadgroup[2],
                             limits->maxComputeWorkGroupSize[0], limits->maxComputeWorkGroupSize[1],
                             limits->maxComputeWorkGroupSize[2], limits->maxComputeWorkGroupInvocations);
  }
  if (launch->sharedBytes)
    return accyRuntimeFail(error, "%s: the plan asks for dynamic shared memory, which Vulkan does not have",
                           launch->entry);
  return true;
}

static bool check_regions(const VkPhysicalDeviceLimits *limits, const AccyDeviceLaunch *launch,
                          AccyRuntimeError *error) {
  uint32_t count = 0;
  for (size_t i = 0; i < launch->argumentCount; ++i) {
    if (!launch->arguments[i].isRegion)
      continue;
    ++count;
    if (launch->arguments[i].region.bytes > limits->maxStorageBufferRange)
      return accyRuntimeFail(error, "%s: argument %zu has %zu bytes, the device binds at most %" PRIu32, launch->entry,
                             i, launch->arguments[i].region.bytes, limits->maxStorageBufferRange);
  }
  if (count > limits->maxPerStageDescriptorStorageBuffers)
    return accyRuntimeFail(error, "%s: has %" PRIu32 " buffers, the device binds at most %" PRIu32, launch->entry,
                           count, limits->maxPerStageDescriptorStorageBuffers);
  return true;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static bool pack_push_constants(const VkPhysicalDeviceLimits *limits, const AccyDeviceLaunch *launch,
                                AccyVulkanPipeline *pipeline, AccyRuntimeError *error) {
  uint32_t capacity = limits->maxPushConstantsSize < ACCY_VULKAN_MAX_PUSH_CONSTANT_BYTES
                          ? limits->maxPushConstantsSize
                          : ACCY_VULKAN_MAX_PUSH_CONSTANT_BYTES;
  uint32_t used = 0;
  for (size_t i = 0; i < launch->argumentCount; ++i) {
    const AccyDeviceArgument *argument = &launch->arguments[i];
    if (argument->isRegion)
      continue;
    used = (used + argument->scalarBytes - 1) / argument->scalarBytes * argument->scalarBytes;
    if (used + argument->scalarBytes > capacity)
      return accyRuntimeFail(error, "%s: its scalars need more than the %" PRIu32 " bytes of push constants",
                             launch->entry, capacity);
    memcpy(pipeline->pushConstants + used, &argument->scalar, argument->scalarBytes);
    used += argument->scalarBytes;
  }
  pipeline->pushConstantBytes = used;
  return true;
}

static bool create_set_layout(const AccyVulkanContext *context, const AccyDeviceLaunch *launch,
                              AccyVulkanPipeline *pipeline, AccyRuntimeError *error) {
  VkDescriptorSetLayoutBinding *bindings = calloc(launch->argumentCount + 1, sizeof *bindings);
  if (!bindings)
    return accyRuntimeFail(error, "no memory for the bindings of %s", launch->entry);
  for (size_t i = 0; i < launch->argumentCount; ++i) {
    if (!launch->arguments[i].isRegion)
      continue;
    bindings[pipeline->bindingCount] = (VkDescriptorSetLayoutBinding){
        .binding = pipeline->bindingCount,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    ++pipeline->bindingCount;
  }
  VkDescriptorSetLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = pipeline->bindingCount,
      .pBindings = bindings,
  };
  VkResult result = context->api.vkCreateDescriptorSetLayout(context->device, &info, NULL, &pipeline->setLayout);
  free(bindings);
  return accyVulkanCheck(result, "making a descriptor set layout", error);
}

static bool create_layout(const AccyVulkanContext *context, AccyVulkanPipeline *pipeline, AccyRuntimeError *error) {
  VkPushConstantRange range = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = pipeline->pushConstantBytes};
  VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = 1,
      .pSetLayouts = &pipeline->setLayout,
      .pushConstantRangeCount = pipeline->pushConstantBytes ? 1 : 0,
      .pPushConstantRanges = &range,
  };
  VkResult result = context->api.vkCreatePipelineLayout(context->device, &info, NULL, &pipeline->layout);
  return accyVulkanCheck(result, "making a pipeline layout", error);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

static bool create_pipeline(const AccyVulkanContext *context, const AccyDeviceCode *code,
                            const AccyDeviceLaunch *launch, AccyVulkanPipeline *pipeline, AccyRuntimeError *error) {
  VkPipelineShaderStageCreateInfo stage = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
      .pName = launch->entry,
  };
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup_size;
  if (!accyVulkanSubgroupRequire(&context->subgroup, launch, &stage, &subgroup_size, error))
    return false;
  VkShaderModuleCreateInfo module_info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = code->bytes,
      .pCode = code->data,
  };
  VkResult result = context->api.vkCreateShaderModule(context->device, &module_info, NULL, &stage.module);
  if (!accyVulkanCheck(result, "loading a SPIR-V module", error))
    return false;
  VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage = stage,
      .layout = pipeline->layout,
  };
  result = context->api.vkCreateComputePipelines(context->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline->pipeline);
  context->api.vkDestroyShaderModule(context->device, stage.module, NULL);
  if (result != VK_SUCCESS)
    return accyRuntimeFail(error, "the driver cannot compile %s: %s", launch->entry, accyVulkanResultName(result));
  return true;
}

bool accyVulkanPipelineCreate(const AccyVulkanContext *context, const AccyDeviceCode *code,
                              const AccyDeviceLaunch *launch, AccyVulkanPipeline *pipeline, AccyRuntimeError *error) {
  const VkPhysicalDeviceLimits *limits = &context->properties.limits;
  return check_geometry(limits, launch, error) && check_regions(limits, launch, error) &&
         accyVulkanModuleCheck(code, launch, &context->features, error) &&
         pack_push_constants(limits, launch, pipeline, error) && create_set_layout(context, launch, pipeline, error) &&
         create_layout(context, pipeline, error) && create_pipeline(context, code, launch, pipeline, error);
}

void accyVulkanPipelineDestroy(const AccyVulkanContext *context, AccyVulkanPipeline *pipeline) {
  context->api.vkDestroyPipeline(context->device, pipeline->pipeline, NULL);
  context->api.vkDestroyPipelineLayout(context->device, pipeline->layout, NULL);
  context->api.vkDestroyDescriptorSetLayout(context->device, pipeline->setLayout, NULL);
  *pipeline = (AccyVulkanPipeline){0};
}

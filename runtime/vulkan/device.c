// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vulkan device: all launches are recorded once into one command buffer, with a barrier between
// them.
#include "runtime/device.h"

#include "runtime/error.h"
#include "runtime/vulkan/buffer.h"
#include "runtime/vulkan/pipeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct VulkanState {
  AccyVulkanContext context;
  const AccyDeviceProgram *program;
  AccyVulkanBuffer *buffers;
  AccyVulkanPipeline *pipelines;
  VkDescriptorSet *sets;
  VkDescriptorPool descriptorPool;
  VkCommandPool commandPool;
  VkCommandBuffer commands;
  VkQueryPool timestamps; // null where the queue has none
  VkFence fence;
} VulkanState;

static void vulkan_close(void *opaque);

static bool vulkan_open(const AccyDeviceChoice *choice, void **outState, AccyRuntimeError *error) {
  VulkanState *state = calloc(1, sizeof *state);
  if (!state)
    return accyRuntimeFail(error, "no memory for the vulkan device");
  if (!accyVulkanContextOpen(&state->context, choice, error) ||
      !accyVulkanValidationPassed(&state->context.validation, error)) {
    vulkan_close(state);
    return false;
  }
  *outState = state;
  return true;
}

static const char *vulkan_hardware_name(const void *state) {
  return ((const VulkanState *)state)->context.properties.deviceName;
}

static size_t vulkan_region_alignment(const void *opaque) {
  const VulkanState *state = opaque;
  size_t alignment = state->context.properties.limits.minStorageBufferOffsetAlignment;
  return alignment < 16 ? 16 : alignment;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool make_buffers_and_pipelines(VulkanState *state, AccyRuntimeError *error) {
  const AccyDeviceProgram *program = state->program;
  state->buffers = calloc(program->bufferCount + 1, sizeof *state->buffers);
  state->pipelines = calloc(program->launchCount + 1, sizeof *state->pipelines);
  state->sets = calloc(program->launchCount + 1, sizeof *state->sets);
  if (!state->buffers || !state->pipelines || !state->sets)
    return accyRuntimeFail(error, "no memory for the program");
  for (size_t i = 0; i < program->bufferCount; ++i)
    if (!accyVulkanBufferCreate(&state->context, program->bufferBytes[i], &state->buffers[i], error))
      return false;
  for (size_t i = 0; i < program->launchCount; ++i) {
    const AccyDeviceLaunch *launch = &program->launches[i];
    if (!accyVulkanPipelineCreate(&state->context, &program->codes[launch->code], launch, &state->pipelines[i], error))
      return false;
  }
  return true;
}

static bool make_descriptor_pool(VulkanState *state, AccyRuntimeError *error) {
  // A pool size of 0 is not allowed, so one is added.
  VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1};
  for (size_t i = 0; i < state->program->launchCount; ++i)
    size.descriptorCount += state->pipelines[i].bindingCount;
  VkDescriptorPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .maxSets = (uint32_t)state->program->launchCount + 1,
      .poolSizeCount = 1,
      .pPoolSizes = &size,
  };
  VkResult result =
      state->context.api.vkCreateDescriptorPool(state->context.device, &info, NULL, &state->descriptorPool);
  return accyVulkanCheck(result, "making a descriptor pool", error);
}

static void write_bindings(const VulkanState *state, size_t index) {
  const AccyDeviceLaunch *launch = &state->program->launches[index];
  uint32_t binding = 0;
  for (size_t i = 0; i < launch->argumentCount; ++i) {
    const AccyDeviceRegion *region = &launch->arguments[i].region;
    if (!launch->arguments[i].isRegion)
      continue;
    VkDescriptorBufferInfo buffer = {state->buffers[region->buffer].buffer, region->offset, region->bytes};
    VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = state->sets[index],
        .dstBinding = binding++,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &buffer,
    };
    state->context.api.vkUpdateDescriptorSets(state->context.device, 1, &write, 0, NULL);
  }
}

static bool make_descriptor_sets(VulkanState *state, AccyRuntimeError *error) {
  if (!make_descriptor_pool(state, error))
    return false;
  for (size_t i = 0; i < state->program->launchCount; ++i) {
    VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = state->descriptorPool,
        .descriptorSetCount = 1,
        .pSetLayouts = &state->pipelines[i].setLayout,
    };
    VkResult result = state->context.api.vkAllocateDescriptorSets(state->context.device, &info, &state->sets[i]);
    if (!accyVulkanCheck(result, "making a descriptor set", error))
      return false;
    write_bindings(state, i);
  }
  return true;
}

static bool make_commands(VulkanState *state, AccyRuntimeError *error) {
  const AccyVulkanApi *api = &state->context.api;
  VkDevice device = state->context.device;
  VkCommandPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .queueFamilyIndex = state->context.queueFamily,
  };
  VkResult result = api->vkCreateCommandPool(device, &pool, NULL, &state->commandPool);
  if (!accyVulkanCheck(result, "making a command pool", error))
    return false;
  VkCommandBufferAllocateInfo commands = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = state->commandPool,
      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
      .commandBufferCount = 1,
  };
  result = api->vkAllocateCommandBuffers(device, &commands, &state->commands);
  if (!accyVulkanCheck(result, "making a command buffer", error))
    return false;
  VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  return accyVulkanCheck(api->vkCreateFence(device, &fence, NULL, &state->fence), "making a fence", error);
}

// Timestamps stand at the start and after each launch. Without them only whole runs are timed.
static bool make_timestamps(VulkanState *state, AccyRuntimeError *error) {
  if (state->context.timestampBits == 0)
    return true;
  VkQueryPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
      .queryType = VK_QUERY_TYPE_TIMESTAMP,
      .queryCount = (uint32_t)state->program->launchCount + 1,
  };
  VkResult result = state->context.api.vkCreateQueryPool(state->context.device, &info, NULL, &state->timestamps);
  return accyVulkanCheck(result, "making a query pool", error);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

static void record_barrier(const VulkanState *state, VkPipelineStageFlags after, VkAccessFlags written,
                           VkPipelineStageFlags before, VkAccessFlags accessed) {
  VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask = written,
      .dstAccessMask = accessed,
  };
  state->context.api.vkCmdPipelineBarrier(state->commands, after, before, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static void record_timestamp(const VulkanState *state, size_t index) {
  if (state->timestamps)
    state->context.api.vkCmdWriteTimestamp(state->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, state->timestamps,
                                           (uint32_t)index);
}

static void record_fills(const VulkanState *state, const AccyDeviceLaunch *launch) {
  for (size_t i = 0; i < launch->fillCount; ++i) {
    const AccyDeviceRegion *region = &launch->fills[i].region;
    state->context.api.vkCmdFillBuffer(state->commands, state->buffers[region->buffer].buffer, region->offset,
                                       region->bytes, launch->fills[i].pattern);
  }
  if (launch->fillCount)
    record_barrier(state, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

static void record_launch(const VulkanState *state, size_t index) {
  const AccyVulkanApi *api = &state->context.api;
  const AccyDeviceLaunch *launch = &state->program->launches[index];
  const AccyVulkanPipeline *pipeline = &state->pipelines[index];
  record_fills(state, launch);
  api->vkCmdBindPipeline(state->commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->pipeline);
  api->vkCmdBindDescriptorSets(state->commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->layout, 0, 1,
                               &state->sets[index], 0, NULL);
  if (pipeline->pushConstantBytes)
    api->vkCmdPushConstants(state->commands, pipeline->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                            pipeline->pushConstantBytes, pipeline->pushConstants);
  api->vkCmdDispatch(state->commands, launch->grid[0], launch->grid[1], launch->grid[2]);
  // The next launch may read, write or fill anything that this one wrote.
  record_barrier(state, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                 VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
  record_timestamp(state, index + 1);
}

static bool record(const VulkanState *state, AccyRuntimeError *error) {
  const AccyVulkanApi *api = &state->context.api;
  VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  if (!accyVulkanCheck(api->vkBeginCommandBuffer(state->commands, &info), "recording commands", error))
    return false;
  if (state->timestamps)
    api->vkCmdResetQueryPool(state->commands, state->timestamps, 0, (uint32_t)state->program->launchCount + 1);
  record_timestamp(state, 0);
  for (size_t i = 0; i < state->program->launchCount; ++i)
    record_launch(state, i);
  record_barrier(state, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                 VK_ACCESS_HOST_READ_BIT);
  return accyVulkanCheck(api->vkEndCommandBuffer(state->commands), "recording commands", error);
}

static bool vulkan_load(void *opaque, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  VulkanState *state = opaque;
  state->program = program;
  return make_buffers_and_pipelines(state, error) && make_descriptor_sets(state, error) &&
         make_commands(state, error) && make_timestamps(state, error) && record(state, error) &&
         accyVulkanValidationPassed(&state->context.validation, error);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static bool vulkan_write(void *opaque, AccyDeviceRegion region, const void *data, size_t bytes,
                         AccyRuntimeError *error) {
  (void)error;
  const VulkanState *state = opaque;
  memcpy((char *)state->buffers[region.buffer].mapped + region.offset, data, bytes);
  return true;
}

static bool vulkan_read(void *opaque, AccyDeviceRegion region, void *data, size_t bytes, AccyRuntimeError *error) {
  (void)error;
  const VulkanState *state = opaque;
  memcpy(data, (const char *)state->buffers[region.buffer].mapped + region.offset, bytes);
  return true;
}

static bool submit_and_wait(const VulkanState *state, AccyRuntimeError *error) {
  const AccyVulkanApi *api = &state->context.api;
  VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .commandBufferCount = 1,
      .pCommandBuffers = &state->commands,
  };
  VkResult result = api->vkQueueSubmit(state->context.queue, 1, &info, state->fence);
  if (result == VK_SUCCESS)
    result = api->vkWaitForFences(state->context.device, 1, &state->fence, VK_TRUE, UINT64_MAX);
  if (result == VK_SUCCESS)
    result = api->vkResetFences(state->context.device, 1, &state->fence);
  return accyVulkanCheck(result, "running the kernels", error);
}

static bool read_timestamps(const VulkanState *state, double *launchSeconds, AccyRuntimeError *error) {
  size_t count = state->program->launchCount;
  for (size_t i = 0; i < count; ++i)
    launchSeconds[i] = (double)NAN;
  if (!state->timestamps)
    return true;
  uint64_t *ticks = calloc(count + 1, sizeof *ticks);
  if (!ticks)
    return accyRuntimeFail(error, "no memory for timestamps");
  VkResult result = state->context.api.vkGetQueryPoolResults(
      state->context.device, state->timestamps, 0, (uint32_t)count + 1, (count + 1) * sizeof *ticks, ticks,
      sizeof *ticks, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
  uint32_t bits = state->context.timestampBits;
  uint64_t mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
  for (size_t i = 0; i < count; ++i)
    launchSeconds[i] =
        (double)((ticks[i + 1] - ticks[i]) & mask) * (double)state->context.properties.limits.timestampPeriod * 1e-9;
  free(ticks);
  return accyVulkanCheck(result, "reading timestamps", error);
}

static bool vulkan_run(void *opaque, double *launchSeconds, AccyRuntimeError *error) {
  const VulkanState *state = opaque;
  return submit_and_wait(state, error) && (!launchSeconds || read_timestamps(state, launchSeconds, error)) &&
         accyVulkanValidationPassed(&state->context.validation, error);
}

static void vulkan_close(void *opaque) {
  VulkanState *state = opaque;
  AccyVulkanContext *context = &state->context;
  if (context->device) {
    context->api.vkDestroyFence(context->device, state->fence, NULL);
    context->api.vkDestroyQueryPool(context->device, state->timestamps, NULL);
    context->api.vkDestroyCommandPool(context->device, state->commandPool, NULL);
    context->api.vkDestroyDescriptorPool(context->device, state->descriptorPool, NULL);
    for (size_t i = 0; state->pipelines && i < state->program->launchCount; ++i)
      accyVulkanPipelineDestroy(context, &state->pipelines[i]);
    for (size_t i = 0; state->buffers && i < state->program->bufferCount; ++i)
      accyVulkanBufferDestroy(context, &state->buffers[i]);
  }
  accyVulkanContextClose(context);
  free(state->buffers);
  free(state->pipelines);
  free(state->sets);
  free(state);
}

const AccyDevice accyVulkanDevice = {
    .name = "vulkan",
    .description = "the best Vulkan 1.1 device that computes, a software one if there is no other",
    .formats = ACCY_BIT(AccyFormatVulkanSpirv),
    .open = vulkan_open,
    .hardwareName = vulkan_hardware_name,
    .regionAlignment = vulkan_region_alignment,
    .load = vulkan_load,
    .write = vulkan_write,
    .read = vulkan_read,
    .run = vulkan_run,
    .close = vulkan_close,
};

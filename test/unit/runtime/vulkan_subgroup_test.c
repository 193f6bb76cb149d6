// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pipeline asks of a Vulkan device's subgroups, on devices of many kinds.
#define _GNU_SOURCE
#include "testing.h"

#include "runtime/vulkan/subgroup.h"

// A device of this size by default, that can promise whole subgroups and lets a pipeline choose.
static AccyVulkanSubgroup make_device(uint32_t least, uint32_t usual, uint32_t greatest) {
  return (AccyVulkanSubgroup){
      .properties = {.subgroupSize = usual,
                     .supportedStages = VK_SHADER_STAGE_COMPUTE_BIT,
                     .supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
      .leastSize = least,
      .greatestSize = greatest,
      .canChooseSize = true,
      .canAskForWhole = true,
      .mostSubgroups = 16,
  };
}

static AccyDeviceLaunch make_launch(uint32_t least, uint32_t greatest, uint32_t threads) {
  return (AccyDeviceLaunch){.entry = "kernel",
                            .threadgroup = {threads, 1, 1},
                            .subgroupOperations = ACCY_BIT(AccySubgroupOperationShuffle),
                            .subgroupSizes = {least, greatest}};
}

// The size that is asked for, 0 where none is, -1 on failure.
static int64_t require(const AccyVulkanSubgroup *device, const AccyDeviceLaunch *launch, AccyRuntimeError *error) {
  VkPipelineShaderStageCreateInfo stage = {0};
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {0};
  if (!accyVulkanSubgroupRequire(device, launch, &stage, &size, error))
    return -1;
  bool isWhole = (stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) != 0;
  assert_int_equal(isWhole, launch->subgroupOperations != 0);
  assert_true(stage.pNext == NULL || stage.pNext == &size);
  return stage.pNext ? size.requiredSubgroupSize : 0;
}

static void test_sizes(void **state) {
  (void)state;
  static const struct {
    uint32_t device[3], plan[2], threads;
    int64_t asked, given; // of a device that lets a pipeline choose, and of one that does not
  } rows[] = {
      {{32, 32, 32}, {32, 32}, 256, 32, 0},   {{32, 64, 64}, {32, 64}, 256, 64, 0},
      {{32, 64, 64}, {32, 32}, 256, 32, -1},  {{8, 32, 32}, {16, 16}, 128, 16, -1},
      {{8, 16, 32}, {4, 128}, 128, 16, 0},    {{8, 8, 32}, {4, 128}, 1024, 0, 0},
      {{8, 8, 32}, {4, 128}, 256, 32, 0},     {{8, 8, 32}, {4, 8}, 256, -1, -1},
      {{16, 16, 16}, {32, 64}, 256, -1, -1},  {{64, 64, 64}, {32, 32}, 256, -1, -1},
      {{128, 128, 128}, {4, 64}, 64, -1, -1}, {{4, 4, 8}, {8, 8}, 64, 8, -1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AccyVulkanSubgroup device = make_device(rows[i].device[0], rows[i].device[1], rows[i].device[2]);
    AccyDeviceLaunch launch = make_launch(rows[i].plan[0], rows[i].plan[1], rows[i].threads);
    AccyRuntimeError error = {0};
    int64_t asked = require(&device, &launch, &error);
    if (asked != rows[i].asked)
      fail_msg("row %zu: asks for %lld: %s", i, (long long)asked, error.message);
    if (asked < 0)
      ASSERT_CONTAINS(error.message, "was planned for subgroups of");
    device.canChooseSize = false;
    asked = require(&device, &launch, &error);
    if (asked != rows[i].given)
      fail_msg("row %zu: asks for %lld: %s", i, (long long)asked, error.message);
  }
}

static void test_lacking(void **state) {
  (void)state;
  AccyVulkanSubgroup device = make_device(32, 32, 32);
  AccyDeviceLaunch launch = make_launch(32, 32, 64);
  AccyRuntimeError error = {0};
  launch.subgroupOperations |= ACCY_BIT(AccySubgroupOperationBallot);
  assert_int_equal(require(&device, &launch, &error), -1);
  ASSERT_CONTAINS(error.message, "uses subgroups for ballot, which the device does not offer");
  launch = make_launch(32, 32, 64);
  device.canAskForWhole = false;
  assert_int_equal(require(&device, &launch, &error), -1);
  ASSERT_CONTAINS(error.message, "whole subgroups, which the device does not promise");
  device.properties.supportedStages = VK_SHADER_STAGE_FRAGMENT_BIT;
  assert_int_equal(require(&device, &launch, &error), -1);
  ASSERT_CONTAINS(error.message, "which the device's compute shaders do not have");
  launch.subgroupOperations = 0; // of which nothing is asked then
  assert_int_equal(require(&device, &launch, &error), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_lacking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking into a SPIR-V module, before a driver that trusts it does.
#ifndef ACCY_RUNTIME_VULKAN_MODULE_H
#define ACCY_RUNTIME_VULKAN_MODULE_H

#include "runtime/device.h"
#include "runtime/vulkan/features.h"

/// Checks that the payload is whole SPIR-V, that the device has the capabilities it declares, and that it has a compute
/// entry point of the launch's name whose local size is the launch's threadgroup.
bool accyVulkanModuleCheck(const AccyDeviceCode *code, const AccyDeviceLaunch *launch,
                           const AccyVulkanFeatures *features, AccyRuntimeError *error);

#endif

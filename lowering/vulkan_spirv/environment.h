// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a Vulkan target takes, in SPIR-V's words: version, capabilities, extensions.

#ifndef ACCY_LOWERING_VULKAN_SPIRV_ENVIRONMENT_H
#define ACCY_LOWERING_VULKAN_SPIRV_ENVIRONMENT_H

#include "lowering/lowering.h"

/// A version of SPIR-V and the Vulkan that takes it.
typedef struct AccySpirvVersion {
  /// As the profile's architecture spells it, as MLIR does, and the environment's name in SPIRV-Tools.
  const char *architecture, *mlirName, *environment;
} AccySpirvVersion;

/// The version of the request's target, or null after a report.
const AccySpirvVersion *accySpirvVersionOfTarget(const AccyLoweringRequest *request);

/// The spirv.target_env attribute of the request's target, or a null attribute after a report.
MlirAttribute accySpirvTargetEnvironment(const AccyLoweringRequest *request);

/// Checks that the target has what each number type of the kernel needs in arithmetic and in buffers, and that 32-bit
/// indices reach every element. Reports what is missing: MLIR would compute on wider types in silence.
MlirLogicalResult accySpirvCheckTypes(const AccyLoweringRequest *request);

#endif // ACCY_LOWERING_VULKAN_SPIRV_ENVIRONMENT_H

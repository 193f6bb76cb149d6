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

/// The version of the request's target; null: there is none of its architecture.
const AccySpirvVersion *accySpirvVersionOfTarget(const AccyLoweringRequest *request);

/// The spirv.target_env attribute of the request's target, which has that version.
MlirAttribute accySpirvTargetEnvironment(const AccyLoweringRequest *request, const AccySpirvVersion *version);

/// Whether numbers of 16 bits are stored and computed on as such. Where they are not, i16 are widened to i32 and packed
/// into words in buffers, and f16 are moved as bits.
bool accySpirvHasInt16(const AccyLoweringRequest *request);
bool accySpirvHasF16(const AccyLoweringRequest *request);

/// The bits of the integers that are widened, at most.
unsigned accySpirvWidestNarrowInteger(const AccyLoweringRequest *request);

/// Checks that the target has the wide numbers that the kernel computes on, that its narrow ones can be widened, that
/// 32-bit indices reach every element, and that its threadgroup is one. Reports what is missing: MLIR would compute on
/// other types in silence.
MlirLogicalResult accySpirvCheckKernel(const AccyLoweringRequest *request);

#endif // ACCY_LOWERING_VULKAN_SPIRV_ENVIRONMENT_H

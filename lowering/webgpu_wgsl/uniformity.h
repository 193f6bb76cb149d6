// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether all threads of a threadgroup reach each barrier.

#ifndef ACCY_LOWERING_WEBGPU_WGSL_UNIFORMITY_H
#define ACCY_LOWERING_WEBGPU_WGSL_UNIFORMITY_H

#include "lowering/webgpu_wgsl/writer.h"

/// Checks that what decides whether a barrier is reached is the same for all threads of a threadgroup, as far as WGSL's
/// uniformity analysis sees that: it follows from constants, the place of the threadgroup, and buffers that are only
/// read. Reports the first barrier that is not so, which WGSL would refuse when the shader is made.
MlirLogicalResult accyWgslCheckBarriers(AccyWgslWriter *writer);

#endif // ACCY_LOWERING_WEBGPU_WGSL_UNIFORMITY_H

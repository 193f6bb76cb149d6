// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether all threads of a threadgroup reach each barrier.

#ifndef ACCY_LOWERING_UNIFORMITY_H
#define ACCY_LOWERING_UNIFORMITY_H

#include "lowering/lowering.h"

/// Checks that what decides whether a barrier is reached is the same for all threads of a threadgroup: it follows from
/// constants, the place of the threadgroup, and buffers that are only read. A barrier that some threads do not reach
/// stops them all, or none, on one device or another; what is checked is what WGSL's analysis sees, the narrowest.
/// Reports the first barrier that is not so.
MlirLogicalResult accyCheckBarriers(const AccyLoweringRequest *request);

#endif // ACCY_LOWERING_UNIFORMITY_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop structure of a kernel as the planner asks for it.

#ifndef ACCY_PASSES_LAUNCH_REQUEST_H
#define ACCY_PASSES_LAUNCH_REQUEST_H

#include "accy-c/Launch.h"
#include "passes/kernel_shape.h"

/// Makes the request one for a dot_general with one thread an output element.
void accyLaunchRequestSetDot(AccyLaunchRequest *request, const AccyDotShape *shape);

/// Makes the request one for a reduction with one thread an output element.
void accyLaunchRequestSetReduction(AccyLaunchRequest *request, const AccyReductionShape *shape);

/// Adds what the gpu.func says that a kernel of that kind has become: its geometry, and how its threads share the work.
/// Reports an error at the function where that is malformed.
MlirLogicalResult accyLaunchRequestAddFunction(AccyLaunchRequest *request, MlirOperation function, AccyKernelKind kind);

#endif // ACCY_PASSES_LAUNCH_REQUEST_H

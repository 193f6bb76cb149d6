// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many steps a thread of a kernel takes in its loops.

#ifndef ACCY_LOWERING_LOOP_STEPS_H
#define ACCY_LOWERING_LOOP_STEPS_H

#include "lowering/lowering.h"

/// The steps that a thread of the kernel, a gpu.func, takes in its loops at most.
uint64_t accyKernelCountLoopSteps(MlirOperation kernel);

/// Refuses a kernel whose loops take more steps than a thread may take on the target. Loops of unknown length, as a
/// kernel of the user's own may have, count as one step: theirs to bound. An scf.while may say by accy.most_steps.
MlirLogicalResult accyLoopStepsCheck(const AccyLoweringRequest *request);

#endif // ACCY_LOWERING_LOOP_STEPS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the strategy that builds a kernel needs of it and of a target; goes with legality.h.

#ifndef ACCY_PASSES_LEGALITY_STRATEGY_H
#define ACCY_PASSES_LEGALITY_STRATEGY_H

#include "passes/strategy_choice.h"
#include "passes/target.h"

/// Checks that a strategy of those that are asked for can build the choir.kernel, that the target has a launch for what
/// accy-kernelize builds, and that a thread of it takes no more steps in its loops than it may on the target. Errors of
/// the last two are at the operation that asks for too much.
MlirLogicalResult accyCheckStrategy(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                                    const AccyStrategyChoice *choice);

#endif // ACCY_PASSES_LEGALITY_STRATEGY_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the strategy that builds a kernel needs of it and of a target; goes with legality.h.

#ifndef ACCY_PASSES_LEGALITY_STRATEGY_H
#define ACCY_PASSES_LEGALITY_STRATEGY_H

#include "passes/strategy_choice.h"
#include "passes/target.h"

/// Checks that the strategy that is asked for can build the choir.kernel, and that a thread of what accy-kernelize
/// builds takes no more steps in its loops than it may on the target.
MlirLogicalResult accyCheckStrategy(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                                    const AccyStrategyChoice *choice);

#endif // ACCY_PASSES_LEGALITY_STRATEGY_H

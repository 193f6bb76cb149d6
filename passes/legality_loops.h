// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel's loops need of a target; part of legality.h.

#ifndef ACCY_PASSES_LEGALITY_LOOPS_H
#define ACCY_PASSES_LEGALITY_LOOPS_H

#include "kernels/math_library.h"
#include "passes/target.h"

/// Checks that a thread of the choir.kernel, as accy-kernelize builds it, takes no more steps in its loops than it may
/// on the target.
MlirLogicalResult accyCheckLoops(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library);

#endif // ACCY_PASSES_LEGALITY_LOOPS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's guard, `if (position < count)` around all its effects, as a bound of the loop over the positions. The loop
// that is left has no branch and vectorises on every processor.

#ifndef ACCY_LOWERING_HOST_GUARD_H
#define ACCY_LOWERING_HOST_GUARD_H

#include "mlir-c/IR.h"

/// Moves what it can of the guard of `body`, the innermost loop's block, into the loops' upper bounds.
///
/// `loops` are the loops over linear positions (null where a dimension has none): unsigned scf.for from 0 in steps of
/// 1, all inside `outermost`, an operation of the function's entry block. Comparisons of their induction variables
/// against values that can be computed before `outermost` become bounds; those values' operations move there. Anything
/// else is left as it is.
void accyGuardMoveIntoBounds(MlirBlock body, MlirOperation outermost, const MlirOperation loops[3]);

#endif // ACCY_LOWERING_HOST_GUARD_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima and minima of floats by other operations: their counterparts in GLSL promise nothing on NaN and on zeros of
// different sign, and those that give the other operand for NaN are calls of C's library on some processors.

#ifndef ACCY_LOWERING_EXTREMA_H
#define ACCY_LOWERING_EXTREMA_H

#include "mlir-c/IR.h"

/// Expands arith.maximumf, minimumf, maxnumf and minnumf under `root` into comparisons and selections that give what
/// IEEE 754 says: the former two give NaN when an operand is NaN, the latter two the other operand; -0 is less than +0.
void accyExpandExtrema(MlirOperation root);

/// Expands arith.maxnumf and minnumf alone.
void accyExpandNumberExtrema(MlirOperation root);

#endif // ACCY_LOWERING_EXTREMA_H

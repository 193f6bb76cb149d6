// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading what a stablehlo.compare asks.

#ifndef ACCY_FRONTENDS_STABLEHLO_COMPARISON_H
#define ACCY_FRONTENDS_STABLEHLO_COMPARISON_H

#include "mlir-c/IR.h"

/// Reads the direction of a comparison of at least one operand, as accy.compare names it: `eq`, `ne`, `lt`, `le`, `gt`
/// or `ge`. Reports an error where it is none of these, or compares otherwise than its elements do.
MlirLogicalResult accyStablehloReadComparison(MlirOperation op, const char **outDirection);

#endif // ACCY_FRONTENDS_STABLEHLO_COMPARISON_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel's operations allow by their arith.fastmath flags, for lowerings that do not hand the flags on.

#ifndef ACCY_LOWERING_FAST_MATH_H
#define ACCY_LOWERING_FAST_MATH_H

#include "mlir-c/IR.h"

/// Whether the operation's functions may be approximated (afn).
bool accyAllowsApproximation(MlirOperation op);

/// Whether a product may be fused into a sum, of which the operation is one (contract).
bool accyAllowsContraction(MlirOperation op);

/// Whether every sum, difference and product of floats in the kernel may be contracted, and there is one.
bool accyKernelAllowsContraction(MlirOperation kernel);

#endif // ACCY_LOWERING_FAST_MATH_H

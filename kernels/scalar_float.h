// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roundings of floats that targets without instructions for them would call functions for.

#ifndef ACCY_KERNELS_SCALAR_FLOAT_H
#define ACCY_KERNELS_SCALAR_FLOAT_H

#include "kernels/builder.h"

/// The bf16 nearest to an f32, ties to even; NaN stays NaN.
MlirValue accyBuildBf16Round(AccyKernelBuilder *builder, MlirValue value);

/// The f32 that a bf16 is.
MlirValue accyBuildBf16Extend(AccyKernelBuilder *builder, MlirValue value);

/// The f32 of an f64 that is no f32: of its two neighbours the one with an odd significand.
MlirValue accyBuildRoundToOdd(AccyKernelBuilder *builder, MlirValue value);

#endif // ACCY_KERNELS_SCALAR_FLOAT_H

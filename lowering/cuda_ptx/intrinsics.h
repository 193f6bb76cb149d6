// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The math operations of a kernel as intrinsics of LLVM's NVPTX.

#ifndef ACCY_LOWERING_CUDA_PTX_INTRINSICS_H
#define ACCY_LOWERING_CUDA_PTX_INTRINSICS_H

#include "mlir-c/IR.h"

/// Replaces the math operations under `root` by intrinsics that are single instructions: MLIR's own conversion calls
/// libdevice for them, which is part of CUDA's toolkit. The square root is the correctly rounded one; those of f16 and
/// bf16 are computed in f32, whose rounding a second rounding cannot spoil.
void accyNvptxReplaceMath(MlirOperation root);

#endif // ACCY_LOWERING_CUDA_PTX_INTRINSICS_H

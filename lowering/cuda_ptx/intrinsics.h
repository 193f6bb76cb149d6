// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a kernel as intrinsics of LLVM's NVPTX.

#ifndef ACCY_LOWERING_CUDA_PTX_INTRINSICS_H
#define ACCY_LOWERING_CUDA_PTX_INTRINSICS_H

#include "mlir-c/IR.h"

/// Replaces the operations under `root` for which MLIR's own conversion calls libdevice, a part of CUDA's toolkit, by
/// intrinsics that are single instructions. The square root is the correctly rounded one. f16 are computed in
/// f32, whose rounding a second rounding cannot spoil.
void accyNvptxReplaceMath(MlirOperation root);

#endif // ACCY_LOWERING_CUDA_PTX_INTRINSICS_H

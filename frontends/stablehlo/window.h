// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows that move over a tensor, as those of reduce_window and convolution do.

#ifndef ACCY_FRONTENDS_STABLEHLO_WINDOW_H
#define ACCY_FRONTENDS_STABLEHLO_WINDOW_H

#include "mlir-c/IR.h"

/// How windows lie along one dimension.
typedef struct AccyStablehloWindow {
  /// The tensor's dimension, its elements under one window, and the steps from one to the next.
  int64_t dim, size, dilation;
  /// The steps from one window to the next.
  int64_t stride;
  /// Elements put before and after the tensor's (negative: taken away), and the steps between neighbours of its own.
  int64_t low, high, baseDilation;
} AccyStablehloWindow;

/// The names that an operation has for the attributes of windows; those for dilations differ.
typedef struct AccyStablehloWindowNames {
  const char *baseDilations, *dilations;
} AccyStablehloWindowNames;

/// Reads `window_strides`, `padding` and the dilations of windows whose dimension and size are set; what an absent
/// attribute stands for is one step, and no padding. Reports an error at the operation where one is malformed or out of
/// range.
MlirLogicalResult accyStablehloReadWindows(MlirOperation op, const AccyStablehloWindowNames *names, intptr_t count,
                                           AccyStablehloWindow *windows);

/// The tensor with the windows' padding, of elements equal to the scalar `element`, before the operation. Reports an
/// error at the operation when more is taken away than there is.
MlirLogicalResult accyStablehloPadForWindows(MlirOperation op, intptr_t count, const AccyStablehloWindow *windows,
                                             MlirValue element, MlirValue *tensor);

/// How many windows fit into an extent that has the padding.
int64_t accyStablehloCountWindows(const AccyStablehloWindow *window, int64_t extent);

#endif // ACCY_FRONTENDS_STABLEHLO_WINDOW_H

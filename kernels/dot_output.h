// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What strategies for dot_general kernels ask of the product: its extents, and how the kernel's result relates to it.

#ifndef ACCY_KERNELS_DOT_OUTPUT_H
#define ACCY_KERNELS_DOT_OUTPUT_H

#include "kernels/kernel_function.h"

/// batch × rows × columns of a product, the products of their dimensions' extents, and the dimensions where rows and
/// columns begin.
typedef struct AccyDotOutput {
  int64_t batch, rows, columns;
  intptr_t firstRow, firstColumn, rank;
} AccyDotOutput;

/// The kernel's dot_general; null when it has none.
MlirOperation accyKernelWorkFindDot(const AccyKernelWork *work);

AccyDotOutput accyDotGetOutput(MlirOperation dot);

/// Whether the kernel has a product and yields as many elements: the launch is planned for those of the product.
bool accyDotKeepsCount(const AccyKernelWork *work);

/// Whether the kernel's result has the extents of the product.
bool accyKernelWorkYieldsShapeOf(const AccyKernelWork *work, MlirOperation dot);

/// Writes the groups of the position (batch, row, column); returns how many there are, as a product may lack some.
intptr_t accyDotMakeGroups(const AccyDotOutput *output, MlirValue batch, MlirValue row, MlirValue column,
                           AccyPositionGroup outGroups[3]);

#endif // ACCY_KERNELS_DOT_OUTPUT_H

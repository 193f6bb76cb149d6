// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grids that are wider than a target's: the same number of threadgroups in more dimensions. A kernel that may be
// launched so finds its threadgroup by its number among all, so that it is right in every grid that has enough of them,
// and says by its geometry which one it is to have where the usual one is too wide. A grid may have some threadgroups
// too many, with the greatest numbers, which must not store anything.

#ifndef ACCY_KERNELS_FOLDED_GRID_H
#define ACCY_KERNELS_FOLDED_GRID_H

#include "kernels/dot_output.h"

/// A launch of at least so many threadgroups of these threads, with as few rows and layers of them as the target's grid
/// allows. False where it has no grid so large.
bool accyFoldGrid(const AccyTargetCapabilities *target, int64_t groups, int64_t threadsX, int64_t threadsY,
                  AccyGeometry *outGeometry);

/// The same for one thread an element, where the planner has no other launch. False where none is needed, or possible.
bool accyFoldElements(const AccyTargetCapabilities *target, AccyFormat format, int64_t count,
                      AccyGeometry *outGeometry);

/// The same for one thread an element of a product.
bool accyFoldProduct(const AccyTargetCapabilities *target, AccyFormat format, const AccyDotOutput *output,
                     AccyGeometry *outGeometry);

/// The number of the thread's threadgroup: rows of threadgroups one after the other, and layers of rows.
MlirValue accyBuildGroupNumber(AccyKernelBuilder *builder);

/// The thread's number in a grid whose threadgroups have one dimension. Where the kernel of so many threads has to fold
/// its grid, that is its geometry.
MlirValue accyKernelFunctionFindElement(AccyKernelFunction *function, const AccyKernelWork *work, int64_t count);

/// The number of the thread's threadgroup of `threads`, of so many. Where the grid is folded that is the kernel's
/// geometry, and `*outIsFolded` says that there may be more threadgroups.
MlirValue accyKernelFunctionFindGroup(AccyKernelFunction *function, const AccyKernelWork *work, int64_t groups,
                                      int64_t threads, bool *outIsFolded);

#endif // ACCY_KERNELS_FOLDED_GRID_H

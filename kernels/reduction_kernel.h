// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel whose threads share the outputs of a reduction, but for how they join their parts: that is the strategy's.

#ifndef ACCY_KERNELS_REDUCTION_KERNEL_H
#define ACCY_KERNELS_REDUCTION_KERNEL_H

#include "kernels/reduction.h"
#include "kernels/reduction_sharing.h"

/// What building one kernel needs at hand.
typedef struct AccyReductionKernel {
  AccyKernelFunction *function;
  const AccyKernelWork *work;
  AccyReductionSharing sharing;
  AccyReduction reduction;
  /// The thread in its threadgroup, which of its output's parts it folds, and the output, as of the threadgroup and as
  /// of all.
  MlirValue thread, part, groupOutput, output;
  /// Whether the grid may reach beyond the last threadgroup that has an output.
  bool isFolded;
} AccyReductionKernel;

/// Joins the parts: gives what has in the thread of each output's first part all that the output folds. Any value in
/// the other threads will do. Built where the function's builder stands, which all threads reach.
typedef MlirValue (*AccyReductionJoin)(const AccyReductionKernel *kernel, MlirValue part);

/// Fills the function. False when an error has been reported.
bool accyReductionKernelBuild(AccyKernelFunction *function, const AccyKernelWork *work,
                              const AccyReductionSharing *sharing, AccyReductionJoin join);

/// Joins parts in threadgroup memory, the strategy reduction_group's; and by exchanges within subgroups first,
/// reduction_subgroup's, for sharings that accyReductionSharesSubgroups takes.
MlirValue accyReductionJoinInMemory(const AccyReductionKernel *kernel, MlirValue part);
MlirValue accyReductionJoinInSubgroups(const AccyReductionKernel *kernel, MlirValue part);

/// Whether the parts of an output lie in subgroups, some of them in one, and threads can exchange scalars of that type.
bool accyReductionSharesSubgroups(const AccyKernelWork *work, const AccyReductionSharing *sharing, MlirType scalar);

/// Finds the thread's place among so many outputs: sets thread, part, groupOutput, output and isFolded. The function's
/// builder stands at its beginning.
void accyReductionKernelFindPlace(AccyReductionKernel *kernel, int64_t outputs);

/// `carried` with the elements of access number `access` of the output at `result`, in order.
MlirValue accyReductionKernelFoldAccess(const AccyReductionKernel *kernel, AccyElements *elements,
                                        const AccyPosition *result, MlirValue access, MlirValue carried);

/// Two parts in one, the left one of elements before the other's, at the end of the builder's block.
MlirValue accyReductionKernelCombine(const AccyReductionKernel *kernel, AccyKernelBuilder builder, MlirValue left,
                                     MlirValue right);

#endif // ACCY_KERNELS_REDUCTION_KERNEL_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars that the threads of a subgroup hand each other.

#ifndef ACCY_KERNELS_SUBGROUP_H
#define ACCY_KERNELS_SUBGROUP_H

#include "kernels/kernel_function.h"

/// The least and the greatest number of threads that a subgroup may have on the target, powers of two, where they can
/// exchange values; 1 where they cannot. In a threadgroup of whole subgroups of the greatest size, those of any size
/// are whole, and each lot of the least size, counted from thread 0, is in one subgroup.
int64_t accySubgroupLeastSize(const AccyKernelWork *work);
int64_t accySubgroupGreatestSize(const AccyKernelWork *work);

/// Whether threads can exchange values of the scalar's type: those of more than a word are taken apart.
bool accySubgroupTakes(const AccyKernelWork *work, MlirType scalar);

/// The value that the thread has whose number differs in the bit `distance`, below `leastSize`. All threads must reach
/// the builder's place.
MlirValue accySubgroupExchange(AccyKernelBuilder *builder, MlirValue value, int64_t distance, int64_t leastSize);

#endif // ACCY_KERNELS_SUBGROUP_H

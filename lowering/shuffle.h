// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu.shuffle: values that the threads of a subgroup hand each other.
//
// The width is the least size that a subgroup may have on the target: the threads of a threadgroup, of one dimension
// and of whole subgroups, are numbered so that each so many of them are in one. CUDA numbers them so; elsewhere, where
// little is promised of a thread's own number, it is made from its subgroup's and its place in that.

#ifndef ACCY_LOWERING_SHUFFLE_H
#define ACCY_LOWERING_SHUFFLE_H

#include "lowering/lowering.h"

/// Checks a gpu.shuffle of the request's kernel: mode xor, an i32 or f32, constant distance and width, a place that all
/// threads reach, a launch of whole subgroups. Null, or what is wrong with it.
const char *accyShuffleFindFault(const AccyLoweringRequest *request, MlirOperation shuffle);

/// Whether the kernel has one.
bool accyKernelHasShuffles(MlirOperation kernel);

/// By how many the numbers of the threads differ that hand each other values.
int64_t accyShuffleGetDistance(MlirOperation shuffle);

#endif // ACCY_LOWERING_SHUFFLE_H

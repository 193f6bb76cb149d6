// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the threads of threadgroups share the outputs of a reduction. Each thread folds a part of what an output folds:
// every so many elements, so that neighbours read neighbouring elements. A threadgroup makes several outputs where one
// has less work than all its threads.
//
// Along rows, where the innermost dimension is folded, neighbours share an output, and read vectors where the target
// has them. Down columns neighbours have neighbouring outputs.

#ifndef ACCY_KERNELS_REDUCTION_SHARING_H
#define ACCY_KERNELS_REDUCTION_SHARING_H

#include "kernels/kernel_function.h"
#include "kernels/row_structure.h"

enum {
  /// The bytes of a vector, and where it begins.
  ACCY_REDUCTION_VECTOR_BYTES = 16,
  /// The elements of a row that a thread keeps from one fold to the next; of longer parts it computes them anew.
  ACCY_REDUCTION_KEPT_ELEMENTS = 32,
};

/// How the work is shared.
typedef struct AccyReductionSharing {
  MlirOperation reduce;
  bool isAlongRows;
  /// Elements that an output folds, and those of one access.
  int64_t extent, width;
  /// Threads of an output and outputs of a threadgroup, powers of two: their product is the threadgroup.
  int64_t parts, outputs;
} AccyReductionSharing;

/// False where threads cannot share an output. Threadgroups have at least `leastThreads`, a power of two, some of which
/// may have nothing to do.
bool accyReductionShare(const AccyKernelWork *work, int64_t leastThreads, AccyReductionSharing *outSharing);

/// How threads share the rows of a kernel that works on them: an "output" is a row. On a host loop one thread has a
/// row. False where the device has too few threads or too small a grid.
bool accyReductionShareRows(const AccyKernelWork *work, const AccyRowStructure *rows, int64_t leastThreads,
                            AccyReductionSharing *outSharing);

/// Whether the kernel reads the input as it folds, element after element.
bool accyReductionReadsInOrder(const AccyReductionSharing *sharing, MlirValue input);

#endif // ACCY_KERNELS_REDUCTION_SHARING_H

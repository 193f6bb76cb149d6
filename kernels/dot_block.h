// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a product that a threadgroup computes: their shapes, and how an operand's part comes into threadgroup
// memory.

#ifndef ACCY_KERNELS_DOT_BLOCK_H
#define ACCY_KERNELS_DOT_BLOCK_H

#include "kernels/dot_output.h"

enum {
  /// The threads of a threadgroup along rows and along columns.
  AccyDotThreads = 16,
  AccyDotAllThreads = AccyDotThreads * AccyDotThreads,
  /// Operands lie in memory twice: one part is read while the next is stored.
  AccyDotStages = 2,
  /// The most elements that a thread loads of a part.
  AccyDotMostLoads = 8,
};

/// rows × columns of the product that a threadgroup computes, and how much of the contraction it takes at a time.
typedef struct AccyDotBlock {
  int64_t rows, columns, depth;
} AccyDotBlock;

/// An operand as a threadgroup reads it: `blockExtent` × depth elements at a time, of `extent` rows or columns in all.
typedef struct AccyDotPart {
  intptr_t number; // 0: left, 1: right
  int64_t extent, blockExtent, depth, contracted;
  /// Whether neighbours in memory are neighbours in the contraction, rather than among rows or columns, and how many of
  /// them a thread loads at once.
  bool isDepthInner;
  int64_t width;
  /// Threadgroup memory: depth lines, each of `pitch` elements, for each stage.
  int64_t pitch;
  MlirValue memory;
  /// The block's first row or column, the product's batch, and the thread in its threadgroup.
  MlirValue first, batch, thread;
} AccyDotPart;

/// The elements of a part in threadgroup memory, all stages together.
int64_t accyDotPartCount(const AccyDotBlock *block, int64_t blockExtent);

/// Says how the operand is read; memory and places are the caller's to set.
AccyDotPart accyDotPartMake(const AccyKernelWork *work, MlirOperation dot, intptr_t number, const AccyDotBlock *block);

/// Loads the thread's elements of the part at `step` of the contraction, as accumulator scalars: zeros beyond what is
/// contracted (-0 on the right), and any valid elements beyond the rows or columns. Returns how many there are.
intptr_t accyDotPartLoad(const AccyDotPart *part, AccyElements *elements, MlirOperation dot, MlirValue step,
                         MlirValue outScalars[AccyDotMostLoads]);

/// Stores what accyDotPartLoad has given into the stage that begins at `offset` in threadgroup memory.
void accyDotPartStore(const AccyDotPart *part, AccyIndexing *indexing, AccyKernelBuilder *builder, MlirValue offset,
                      const MlirValue *scalars);

#endif // ACCY_KERNELS_DOT_BLOCK_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel asks for a thread's place in the grid: gpu.block_id, gpu.thread_id, gpu.block_dim and gpu.grid_dim.

#ifndef ACCY_LOWERING_GRID_POSITION_H
#define ACCY_LOWERING_GRID_POSITION_H

#include "mlir-c/IR.h"

/// A thread's place in one dimension, as index values.
typedef struct AccyGridPosition {
  MlirValue blockId;
  MlirValue threadId;
  MlirValue blockDim;
  MlirValue gridDim;
  /// blockId * blockDim + threadId. Set alone in place of blockId and threadId where accyGridPositionIsLinear holds.
  MlirValue linearId;
} AccyGridPosition;

/// Whether all that the kernel asks of block and thread number in the dimension (0 to 2) is
/// block_id * block_dim + thread_id, so that one loop can run over all its threads.
bool accyGridPositionIsLinear(MlirOperation kernel, int dimension);

/// Replaces what the operations under `root` ask for in the three dimensions. The operations that asked are left
/// without users.
void accyGridPositionReplace(MlirOperation root, const AccyGridPosition positions[3]);

#endif // ACCY_LOWERING_GRID_POSITION_H

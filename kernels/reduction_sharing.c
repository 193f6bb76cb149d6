// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reduction_sharing.h.

#include "kernels/reduction_sharing.h"

#include "kernels/folded_grid.h"
#include "kernels/reduction.h"
#include "support/ir.h"

enum {
  /// The threads of a threadgroup, and the most where few outputs would leave the device idle.
  UsualThreads = 256,
  MostThreads = 1024,
  /// As many threads as the largest devices hold at once: beyond it, more parts an output only cost.
  EnoughThreads = 1 << 18,
  /// The accesses that a part is worth while there are threads enough.
  WorthwhileSteps = 2,
  /// Neighbouring outputs that one access of the memory covers.
  CoalescedColumns = 32,
  MostWidth = 8,
  /// Values are kept in no more than so many bytes.
  MostValueBytes = 8,
  /// The threads that are worth a threadgroup of its own.
  WorthwhileThreads = 128,
};

static int64_t element_bytes(MlirType tensor) {
  MlirType element = mlirShapedTypeGetElementType(tensor);
  unsigned width = accyScalarTypeWidth(element);
  return width < 8 ? 1 : width / 8;
}

bool accyReductionReadsInOrder(const AccyReductionSharing *sharing, MlirValue input) {
  MlirValue folded = mlirOperationGetOperand(sharing->reduce, 0);
  return accyShapedTypeElementCount(mlirValueGetType(input)) == accyShapedTypeElementCount(mlirValueGetType(folded));
}

// As many elements as make a vector of the widest input.
static int64_t choose_width(const AccyKernelWork *work, const AccyReductionSharing *sharing) {
  int64_t bytes = 0;
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(work->body); i < n; ++i) {
    MlirValue input = mlirBlockGetArgument(work->body, i);
    int64_t size = element_bytes(mlirValueGetType(input));
    if (accyReductionReadsInOrder(sharing, input) && size > bytes)
      bytes = size;
  }
  if (!accyKernelWorkHasVectors(work) || !sharing->isAlongRows || bytes == 0)
    return 1;
  int64_t width = ACCY_REDUCTION_VECTOR_BYTES / bytes < MostWidth ? ACCY_REDUCTION_VECTOR_BYTES / bytes : MostWidth;
  return sharing->extent % width == 0 ? width : 1;
}

// The reduce whose elements the kernel stores, if it has one only.
static bool read_reduce(const AccyKernelWork *work, AccyReductionSharing *sharing) {
  sharing->reduce = accyFindNext(mlirBlockGetFirstOperation(work->body), "accy.reduce");
  if (mlirOperationIsNull(sharing->reduce) || !mlirValueIsAOpResult(work->result) ||
      !mlirOperationEqual(mlirOpResultGetOwner(work->result), sharing->reduce) ||
      !mlirOperationIsNull(accyFindNext(mlirOperationGetNextInBlock(sharing->reduce), "accy.reduce")))
    return false;
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(sharing->reduce, 0));
  sharing->extent = 1;
  for (intptr_t i = 0, rank = mlirShapedTypeGetRank(operand); i < rank; ++i) {
    int64_t extent = mlirShapedTypeGetDimSize(operand, i);
    bool folds = accyReduceFoldsDimension(sharing->reduce, i);
    sharing->extent *= folds ? extent : 1;
    sharing->isAlongRows = extent == 1 ? sharing->isAlongRows : folds;
  }
  return sharing->extent > 0 && work->elementCount > 0;
}

// The most threads of a threadgroup, a power of two: as the device and its memory allow.
static int64_t limit_threads(const AccyKernelWork *work, int64_t bytes, int64_t wanted) {
  const AccyTargetThreadgroup *limits = &work->target->threadgroup;
  while (wanted > 1 && (wanted > limits->max_threads || wanted > limits->max_threads_per_dim[0] ||
                        wanted * bytes > work->target->memory.shared_bytes_per_threadgroup))
    wanted /= 2;
  return wanted;
}

static int64_t choose_parts(const AccyReductionSharing *sharing, int64_t outputs, int64_t usual, int64_t most) {
  int64_t accesses = (sharing->extent + sharing->width - 1) / sharing->width, parts = 1;
  if (sharing->isAlongRows)
    while (parts < usual && 2 * parts * WorthwhileSteps <= accesses)
      parts *= 2;
  while (parts < most && 2 * parts <= accesses && parts < EnoughThreads / outputs)
    parts *= 2;
  return parts;
}

// Grids that are too wide are folded.
static bool fits_grid(const AccyKernelWork *work, const AccyReductionSharing *sharing, int64_t outputs) {
  AccyGeometry geometry;
  int64_t groups = (outputs + sharing->outputs - 1) / sharing->outputs;
  return groups <= accyKernelWorkMaxGridX(work) ||
         accyFoldGrid(work->target, groups, sharing->parts * sharing->outputs, 1, &geometry);
}

bool accyReductionShare(const AccyKernelWork *work, int64_t leastThreads, AccyReductionSharing *outSharing) {
  AccyReductionSharing sharing = {0};
  if (work->isHostLoop || !read_reduce(work, &sharing))
    return false;
  sharing.width = choose_width(work, &sharing);
  int64_t usual = limit_threads(work, MostValueBytes, UsualThreads);
  int64_t most = limit_threads(work, MostValueBytes, MostThreads);
  int64_t columns = sharing.isAlongRows ? 1 : CoalescedColumns;
  while (columns > 1 && columns / 2 >= work->elementCount)
    columns /= 2;
  if (most < 2 * columns)
    return false;
  sharing.parts = choose_parts(&sharing, work->elementCount, usual / columns, most / columns);
  sharing.outputs = sharing.parts * columns < usual ? usual / sharing.parts : columns;
  while (sharing.outputs > columns && sharing.outputs / 2 >= work->elementCount)
    sharing.outputs /= 2;
  while (sharing.parts * sharing.outputs < leastThreads)
    sharing.outputs *= 2;
  *outSharing = sharing;
  return sharing.parts * sharing.outputs <= most && fits_grid(work, &sharing, work->elementCount);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

// The more threads have a row, the fewer elements each of them keeps, and the more wait for each other.
static void share_row(const AccyRowStructure *rows, int64_t most, AccyReductionSharing *sharing) {
  int64_t accesses = sharing->extent / sharing->width, usual = most < UsualThreads ? most : UsualThreads;
  while (sharing->parts < usual && 2 * sharing->parts * WorthwhileSteps <= accesses)
    sharing->parts *= 2;
  while (
      sharing->parts < most && 2 * sharing->parts <= accesses &&
      (sharing->extent / sharing->parts > ACCY_REDUCTION_KEPT_ELEMENTS || sharing->parts < EnoughThreads / rows->rows))
    sharing->parts *= 2;
  while (sharing->parts * sharing->outputs < WorthwhileThreads && sharing->outputs < rows->rows)
    sharing->outputs *= 2;
}

bool accyReductionShareRows(const AccyKernelWork *work, const AccyRowStructure *rows, int64_t leastThreads,
                            AccyReductionSharing *outSharing) {
  AccyReductionSharing sharing = {.reduce = accyFindNext(mlirBlockGetFirstOperation(work->body), "accy.reduce"),
                                  .isAlongRows = true,
                                  .extent = rows->columns,
                                  .parts = 1,
                                  .outputs = 1};
  // Each fold has memory of its own, and a place for what it gives.
  int64_t bytes = MostValueBytes * (rows->num_reduces + 1);
  int64_t most = work->isHostLoop ? 1 : limit_threads(work, bytes, MostThreads);
  sharing.width = choose_width(work, &sharing);
  if (!work->isHostLoop)
    share_row(rows, most, &sharing);
  while (sharing.parts * sharing.outputs < leastThreads)
    sharing.outputs *= 2;
  *outSharing = sharing;
  return sharing.parts * sharing.outputs <= most && fits_grid(work, &sharing, rows->rows);
}

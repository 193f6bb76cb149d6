// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic of kernels: scopes, folded and shared operations of type index, and positions in tensors.
//
// Every operation goes into the outermost scope that has its operands, so that nothing is computed inside of a loop
// that does not depend on it, and nothing is computed twice.

#ifndef ACCY_KERNELS_INDEXING_H
#define ACCY_KERNELS_INDEXING_H

#include "kernels/builder.h"
#include "kernels/memo.h"
#include "planner/arena.h"

/// A block that is being filled. Inner blocks are filled before the operation that holds them is placed, so that all
/// scopes of the chain can be appended to.
typedef struct AccyScope {
  const struct AccyScope *parent; // null for the kernel's
  MlirBlock block;
  /// Runs only under a condition: accesses that the condition makes safe must not leave it.
  bool isBranch;
} AccyScope;

/// One range of a tensor's dimensions, and the row-major index of an element in it.
typedef struct AccyPositionGroup {
  intptr_t begin, end;
  MlirValue index;
} AccyPositionGroup;

/// An element of a tensor with at least one element: its index in each of the groups that split the dimensions. An
/// element known by its linear index is one group; div and rem come in only when a part of a group is asked for.
/// Equal positions are the same object.
typedef struct AccyPosition {
  const struct AccyPosition *next; // in the list of all
  /// The outermost scope in which the element may be accessed.
  const AccyScope *scope;
  intptr_t rank;
  const int64_t *extents;
  intptr_t numGroups;
  const AccyPositionGroup *groups;
} AccyPosition;

/// Builds index arithmetic for one kernel. `scope` is where things are asked for; all values given belong to it or to
/// its parents.
typedef struct AccyIndexing {
  AccyKernelBuilder builder;
  const AccyScope *scope;
  AccyMemo memo;
  AccyArena arena;
  const AccyPosition *positions;
} AccyIndexing;

void accyIndexingFree(AccyIndexing *indexing);

/// A copy of `count` elements of `size` bytes that lives as long as the indexing.
void *accyIndexingCopy(AccyIndexing *indexing, const void *data, intptr_t count, size_t size);

/// Enters a new scope for the block: it becomes `scope`, with the one before as its parent.
void accyEnterScope(AccyIndexing *indexing, MlirBlock block, bool isBranch);

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

MlirValue accyIndexAdd(AccyIndexing *indexing, MlirValue left, MlirValue right);
MlirValue accyIndexAddConstant(AccyIndexing *indexing, MlirValue value, int64_t addend);
/// constant - value.
MlirValue accyIndexSubtractFrom(AccyIndexing *indexing, int64_t constant, MlirValue value);
MlirValue accyIndexMultiply(AccyIndexing *indexing, MlirValue value, int64_t factor);
/// Unsigned; the divisor is at least 1.
MlirValue accyIndexDivide(AccyIndexing *indexing, MlirValue value, int64_t divisor);
MlirValue accyIndexRemainder(AccyIndexing *indexing, MlirValue value, int64_t divisor);

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The product of extents[begin … end-1].
int64_t accyExtentProduct(const int64_t *extents, intptr_t begin, intptr_t end);

/// The position with the given groups, which cover all dimensions in order. It may be accessed in the scopes of its
/// indices, but not outside of the branch that `within` (may be null: none) is in. Extents and groups are copied.
const AccyPosition *accyPositionCreate(AccyIndexing *indexing, const AccyPosition *within, intptr_t rank,
                                       const int64_t *extents, intptr_t numGroups, const AccyPositionGroup *groups);

/// The row-major index in the dimensions begin … end-1.
MlirValue accyPositionGet(AccyIndexing *indexing, const AccyPosition *position, intptr_t begin, intptr_t end);

/// The row-major index in all dimensions.
MlirValue accyPositionGetLinear(AccyIndexing *indexing, const AccyPosition *position);

/// Where a dimension's index comes from: a dimension of another position; a null position: it is 0.
typedef struct AccyDimensionSource {
  const AccyPosition *position;
  intptr_t dimension;
} AccyDimensionSource;

/// The position whose dimensions take their indices from those of others. Runs of dimensions that are neighbours in
/// the source, too, stay together.
const AccyPosition *accyPositionGather(AccyIndexing *indexing, const AccyPosition *within, intptr_t rank,
                                       const int64_t *extents, const AccyDimensionSource *sources);

/// The position with the same row-major index in another shape of as many elements.
const AccyPosition *accyPositionReshape(AccyIndexing *indexing, const AccyPosition *position, intptr_t rank,
                                        const int64_t *extents);

/// How a dimension's index follows from the same dimension's in another position: (scale * i + offset) / divisor.
typedef struct AccyDimensionMap {
  int64_t scale, offset, divisor;
} AccyDimensionMap;

/// The position whose dimensions are mapped each for itself, without leaving the branch that the scope is in.
/// Dimensions that stay as they are stay together.
const AccyPosition *accyPositionMap(AccyIndexing *indexing, const AccyPosition *position, const int64_t *extents,
                                    const AccyDimensionMap *maps);

#endif // ACCY_KERNELS_INDEXING_H

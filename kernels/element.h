// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a kernel's tensor values, computed on demand: the scalar that a value has at a position, from the
// operations of the choir.kernel's body back to its inputs. Every strategy builds on it.
//
// An elementwise operation asks for its operands at the same position, a shape operation at another one, a reduce and a
// dot_general in a loop. What has been asked for once is not built again.

#ifndef ACCY_KERNELS_ELEMENT_H
#define ACCY_KERNELS_ELEMENT_H

#include "kernels/indexing.h"
#include "kernels/scalar.h"

/// Computes elements for one kernel function.
typedef struct AccyElements {
  AccyIndexing indexing;
  AccyMathLibrary library;
  /// By number of the body's arguments: the buffer of each.
  const MlirValue *buffers;
  AccyMemo memo;
  /// An error has been reported; what is built since only fills places.
  bool failed;
  /// How many operations wait for their operands.
  int depth;
} AccyElements;

/// Begins with no element known. Code goes to the end of `builder`'s block; `buffers` outlives the elements.
AccyElements accyElementsCreate(const AccyKernelBuilder *builder, AccyMathLibrary library, const MlirValue *buffers);

void accyElementsDestroy(AccyElements *elements);

/// The scalar that the tensor value has at the position. On failure, an error has been reported, `failed` is set, and
/// the scalar is a zero of its type.
MlirValue accyElementAt(AccyElements *elements, MlirValue value, const AccyPosition *position);

/// The position in the value's shape that the groups give.
const AccyPosition *accyElementPosition(AccyElements *elements, MlirValue value, intptr_t numGroups,
                                        const AccyPositionGroup *groups);

/// Lets accyElementAt know the scalar that the tensor value has at the position.
void accyElementsSet(AccyElements *elements, MlirValue value, const AccyPosition *position, MlirValue scalar);

/// Computes the elements of a dot_general at several positions, which are in the current scope, in one loop, so that
/// accyElementAt knows them. At most ACCY_MOST_CARRIED.
void accyElementsComputeDot(AccyElements *elements, MlirOperation dot, intptr_t count,
                            const AccyPosition *const *positions);

/// The scalar type that a dot_general's products and sums are kept in.
MlirType accyDotGetAccumulator(MlirOperation dot);

/// The element of a dot_general's operand (0: left, 1: right) that goes into the product at `result`, a position in the
/// dot_general's shape, and `folded`, one in the shape of the contracting extents in order: as a scalar of the
/// accumulator. Dimensions of the result that the operand lacks do not matter.
MlirValue accyElementOfDotOperand(AccyElements *elements, MlirOperation dot, intptr_t number,
                                  const AccyPosition *result, const AccyPosition *folded);

#endif // ACCY_KERNELS_ELEMENT_H

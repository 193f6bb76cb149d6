// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the element evaluator share; see element.h.

#ifndef ACCY_KERNELS_ELEMENT_INTERNAL_H
#define ACCY_KERNELS_ELEMENT_INTERNAL_H

#include "kernels/element.h"

/// A tensor type taken apart. `extents` points to `storage`, or to memory of the elements.
typedef struct AccyShape {
  intptr_t rank;
  const int64_t *extents;
  MlirType element;
} AccyShape;

AccyShape accyElementGetShape(AccyElements *elements, MlirValue value);

/// Whether the shape has no element at all.
bool accyShapeIsEmpty(AccyShape shape);

/// A builder at the end of the current scope, at the operation's location.
AccyScalarBuilder accyElementsGetBuilder(AccyElements *elements, MlirOperation op);

/// Sets `failed` and returns a zero of the element type.
MlirValue accyElementsFail(AccyElements *elements, MlirType element);

/// The element of a shape operation's result, in element_shape.c.
MlirValue accyElementOfShapeOp(AccyElements *elements, MlirOperation op, const AccyPosition *position);

/// The element of a gather, in element_gather.c.
MlirValue accyElementOfGather(AccyElements *elements, MlirOperation op, const AccyPosition *position);

/// The element of a reduce or dot_general, in element_reduce.c and element_dot.c.
MlirValue accyElementOfReduce(AccyElements *elements, MlirOperation op, const AccyPosition *position);
void accyElementsOfDotGeneral(AccyElements *elements, MlirOperation op, intptr_t count,
                              const AccyPosition *const *positions, MlirValue *outElements);
MlirValue accyElementOfDotGeneral(AccyElements *elements, MlirOperation op, const AccyPosition *position);

#endif // ACCY_KERNELS_ELEMENT_INTERNAL_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of constants, as bits (see scalar.h), whatever the element type.

#ifndef ACCY_DIALECTS_ACCY_ELEMENTS_H
#define ACCY_DIALECTS_ACCY_ELEMENTS_H

#include "dialects/accy/scalar.h"
#include "dialects/accy/type_rules.h"

/// Constants of different elements are made at compile time up to this many elements; splats of any size are.
#define ACCY_MAX_FOLDED_ELEMENTS 1024

/// A constant being read.
typedef struct AccyElements {
  MlirAttribute attribute;
  AccyShape shape;
  AccyScalarType type;
  bool isSplat;
} AccyElements;

/// Reads the constant of the given tensor type; false when the attribute is null, holds its elements in another way
/// than dense<…>, or has none.
bool accyElementsRead(MlirAttribute attribute, MlirType type, AccyElements *out);

/// The bits of the element at the row-major index.
uint64_t accyElementsGet(const AccyElements *elements, int64_t index);

/// Whether each element has the given bits.
bool accyElementsAre(const AccyElements *elements, uint64_t bits);

/// Makes a constant whose elements all have the given bits.
MlirAttribute accyElementsMakeSplat(MlirType type, uint64_t bits);

/// Makes a constant from one bit pattern an element, as many as the type has: at most ACCY_MAX_FOLDED_ELEMENTS.
MlirAttribute accyElementsMake(MlirType type, const uint64_t *bits);

#endif // ACCY_DIALECTS_ACCY_ELEMENTS_H

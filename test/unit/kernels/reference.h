// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements and operations as plain C computes them: integers in 128 bits, floats in double, and then rounded to the
// element type. Sums, differences, products, quotients and roots of narrower floats are exact under that second
// rounding.

#ifndef ACCY_TEST_UNIT_KERNELS_REFERENCE_H
#define ACCY_TEST_UNIT_KERNELS_REFERENCE_H

#include "dialects/accy/ops.h"

/// An element type by name. An i1 takes a byte.
typedef struct ElementType {
  const char *name;
  AccyElementKind kind;
  unsigned width;
  size_t bytes;
} ElementType;

extern const ElementType reference_types[];
extern const size_t reference_num_types;
const ElementType *reference_find_type(const char *name);

/// An element of any type: integers in `integer`, floats in `real`.
typedef struct Number {
  __int128 integer;
  double real;
} Number;

Number reference_load(const ElementType *type, const void *memory);
/// Wraps an integer, rounds a float.
void reference_store(const ElementType *type, Number number, void *memory);

/// Values that operations treat differently: zeros, limits, infinities, NaN, shift amounts.
size_t reference_num_values(const ElementType *type);
Number reference_value(const ElementType *type, size_t index);

/// The result before it is stored; `right` counts for binary operations only.
Number reference_compute(AccyOpcode opcode, const ElementType *type, Number left, Number right);
bool reference_relation(const ElementType *type, const char *direction, Number left, Number right);
Number reference_convert(const ElementType *from, const ElementType *to, Number number);

/// Exactly: the same bits but for NaN. Else to within 4 units in the last place of the type.
bool reference_equal(const ElementType *type, Number actual, Number expected, bool isExact);
void reference_print(const ElementType *type, Number number, char *text);

#endif // ACCY_TEST_UNIT_KERNELS_REFERENCE_H

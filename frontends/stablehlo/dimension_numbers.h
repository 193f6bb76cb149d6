// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading dimension numbers, attributes that name lists of dimensions.

#ifndef ACCY_FRONTENDS_STABLEHLO_DIMENSION_NUMBERS_H
#define ACCY_FRONTENDS_STABLEHLO_DIMENSION_NUMBERS_H

#include "frontends/stablehlo/operation.h"

/// One list; a number alone is one of one.
typedef struct AccyStablehloDimensionList {
  const char *key;
  bool seen;
  intptr_t count;
  int64_t values[accyStablehloMaxRank];
} AccyStablehloDimensionList;

/// Reads the attribute `name`, `#stablehlo.KIND<KEY = [0], …>`, into the lists, which have their keys; no key begins
/// with another one. A key that is absent stands for an empty list. An error is reported when the attribute is absent
/// or not of that form, with `example` as what was expected between the angle brackets.
MlirLogicalResult accyStablehloReadDimensionNumbers(MlirOperation op, const char *name, const char *kind,
                                                    const char *example, intptr_t count,
                                                    AccyStablehloDimensionList *lists);

#endif // ACCY_FRONTENDS_STABLEHLO_DIMENSION_NUMBERS_H

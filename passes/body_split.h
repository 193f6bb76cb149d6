// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taking parts out of the body of a work item until what is left reads few enough values.

#ifndef ACCY_PASSES_BODY_SPLIT_H
#define ACCY_PASSES_BODY_SPLIT_H

#include "mlir-c/IR.h"

/// A part of a body: what computes one of its values. `body` reads, as its arguments in order, the arguments `inputs`
/// of the body that it came from, and yields the value, for which that body has now one argument more, its last.
typedef struct AccyBodyPart {
  MlirBlock body;
  const intptr_t *inputs; // numbers of arguments; valid during the call
  intptr_t numInputs;
} AccyBodyPart;

/// Takes parts out of the body, in order, until no operation of it computes from more than `most` (at least 3) of its
/// arguments: a wide concatenation becomes one of shorter ones, other operations lose an operand to a part. Each part
/// reads at most `most` values itself, and its block is handed to `take`. Arguments that the body no longer uses are
/// left in place. Returns false when memory runs out or `take` returns false.
bool accyBodySplit(MlirBlock body, intptr_t most, bool (*take)(AccyBodyPart part, void *userData), void *userData);

#endif // ACCY_PASSES_BODY_SPLIT_H

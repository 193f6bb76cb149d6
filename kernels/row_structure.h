// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that work on rows: each element of the result follows from one row of the operands, folded once or more.
//
// A row is what the folds take together: the trailing dimensions of what they fold, `columns` elements. All folds of
// the body have as many rows and columns. What depends on a fold has either an element for each row, in order, or one
// for each column of each row, and an element of a row depends on folds of that row only: so the threads that have a
// row need nothing from others.

#ifndef ACCY_KERNELS_ROW_STRUCTURE_H
#define ACCY_KERNELS_ROW_STRUCTURE_H

#include "mlir-c/IR.h"

typedef struct AccyRowStructure {
  /// Both at least 1; there are at least 2 columns.
  int64_t rows, columns;
  /// How many folds there are, at least 1.
  int64_t num_reduces;
  /// Whether the result has an element for each row, and not one for each column of each.
  bool has_row_result;
} AccyRowStructure;

/// Reads a body that ends in a choir.yield. False when it does not work on rows in this way, or memory runs out.
bool accyRowStructureRead(MlirBlock body, AccyRowStructure *outStructure);

/// The first dimension of extents other than 1 that counts columns, in a shape with an element for each column of each
/// row; the rank if there is none.
intptr_t accyRowStructureFirstColumn(const AccyRowStructure *structure, MlirType tensor);

#endif // ACCY_KERNELS_ROW_STRUCTURE_H

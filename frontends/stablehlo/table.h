// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of StableHLO operations that have a counterpart in accy.

#ifndef ACCY_FRONTENDS_STABLEHLO_TABLE_H
#define ACCY_FRONTENDS_STABLEHLO_TABLE_H

#include "dialects/accy/ops.h"

typedef struct AccyStablehloRow AccyStablehloRow;

/// Replaces the results of `op`, whose counts and types have been checked, by those of new accy operations before it;
/// the caller erases `op`. Reports its own errors and leaves `op` as it was then.
typedef MlirLogicalResult (*AccyStablehloConverter)(MlirOperation op, const AccyStablehloRow *row);

/// One operation. A count of -1 is any.
struct AccyStablehloRow {
  /// With its dialect, as `stablehlo.add`.
  const char *name;
  AccyStablehloConverter convert;
  int32_t numOperands, numResults, numRegions;
  /// The accy operation it becomes, where there is just one.
  AccyOpcode opcode;
  /// The operation for i1 elements where that is another one, else AccyOp_none.
  AccyOpcode booleanOpcode;
};

/// The operation's row, or null when it is not in the table.
const AccyStablehloRow *accyStablehloFindRow(MlirOperation op);

/// Whether the operation is of a dialect that the frontend reads (`stablehlo`, `chlo`).
bool accyStablehloOwns(MlirOperation op);

/// The names of all operations in the table, as "abs, add, …". Owned by the caller, released by free; null when out
/// of memory.
char *accyStablehloListNames(void);

#endif // ACCY_FRONTENDS_STABLEHLO_TABLE_H

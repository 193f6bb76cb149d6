// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms for rewriting an operation: each inserts before `anchor`, at its location.

#ifndef ACCY_LOWERING_INSERT_H
#define ACCY_LOWERING_INSERT_H

#include "support/ir.h"

/// Inserts the operation (its spec's location is ignored) and returns its first result.
MlirValue accyInsertBefore(MlirOperation anchor, const AccyOpSpec *spec);

/// Inserts an operation of one operand and one result of the type.
MlirValue accyInsertConversion(MlirOperation anchor, const char *name, MlirValue operand, MlirType type);

/// Inserts an operation of the operands, whose result has the first one's type.
MlirValue accyInsertBinary(MlirOperation anchor, const char *name, MlirValue left, MlirValue right);

/// Inserts the constant of an integer or float attribute, whose type is the constant's.
MlirValue accyInsertConstant(MlirOperation anchor, MlirAttribute value);

/// Inserts an arith.cmpi or arith.cmpf; `predicate` is the number that its attribute encodes it by.
MlirValue accyInsertComparison(MlirOperation anchor, const char *name, int64_t predicate, MlirValue left,
                               MlirValue right);

/// Inserts an arith.select.
MlirValue accyInsertSelect(MlirOperation anchor, MlirValue condition, MlirValue ifTrue, MlirValue ifFalse);

#endif // ACCY_LOWERING_INSERT_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking StableHLO operations, and putting accy operations in their place.

#ifndef ACCY_FRONTENDS_STABLEHLO_OPERATION_H
#define ACCY_FRONTENDS_STABLEHLO_OPERATION_H

#include "frontends/stablehlo/table.h"
#include "support/ir.h"

/// Largest rank and largest count of dimensions in an attribute that the frontend takes.
enum { accyStablehloMaxRank = 64 };

/// Checks the operation's counts against its row, and that every operand and result is a ranked tensor of static
/// shape whose elements accy knows. Reports an error at the operation.
MlirLogicalResult accyStablehloCheckOperation(MlirOperation op, const AccyStablehloRow *row);

/// Creates `accy.OPCODE` before `before`, at its location, and returns its result. Attributes may be null when there
/// are none.
MlirValue accyStablehloBuild(MlirOperation before, AccyOpcode opcode, MlirType result, intptr_t numOperands,
                             const MlirValue *operands, intptr_t numAttributes, const MlirNamedAttribute *attributes);

/// Creates `accy.OPCODE` of the operation's operands and result type before it, and replaces its result.
MlirLogicalResult accyStablehloRebuild(MlirOperation op, AccyOpcode opcode, intptr_t numAttributes,
                                       const MlirNamedAttribute *attributes);

/// Replaces the operation's result `index` by the value; an error is reported when their types differ.
MlirLogicalResult accyStablehloReplace(MlirOperation op, intptr_t index, MlirValue value);

/// The value repeated to the shape of `like`, where it is a scalar and `like` is not; else the value.
MlirValue accyStablehloSpread(MlirOperation before, MlirValue scalar, MlirType like);

/// The element type of a tensor value.
MlirType accyStablehloElementType(MlirValue tensor);

/// The tensor type of the same shape with other elements.
MlirType accyStablehloWithElements(MlirType tensor, MlirType element);

#endif // ACCY_FRONTENDS_STABLEHLO_OPERATION_H

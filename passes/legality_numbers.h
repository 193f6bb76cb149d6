// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operations of a kernel need of a target's numbers; part of legality.h.

#ifndef ACCY_PASSES_LEGALITY_NUMBERS_H
#define ACCY_PASSES_LEGALITY_NUMBERS_H

#include "kernels/math_library.h"
#include "passes/target.h"

/// Checks that the target has the dtype of the element type, and adds it to what is required.
MlirLogicalResult accyRequireDtype(MlirOperation op, MlirType elementType, const AccyProgramTarget *target,
                                   AccySet *required);

/// Checks that the target has the features to compute the operation on elements of the tensor type, and adds them to
/// what is required.
MlirLogicalResult accyRequireArithmetic(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                        AccySet *required);

/// Checks that there is code to compute the operation on its elements.
MlirLogicalResult accyRequireFunction(MlirOperation op, AccyMathLibrary library);

/// Adds the features that the operation uses where the target has them.
void accyNoteFeatures(MlirOperation op, const AccyProgramTarget *target, AccySet *required);

#endif // ACCY_PASSES_LEGALITY_NUMBERS_H

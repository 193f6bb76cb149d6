// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the elementwise operations of the accy dialect compute, on scalars.
//
// Integers are signless in kernels, so every function takes the element types of the tensors, which say whether they
// count as signed. Every result is defined for all operands: no division traps, no shift or conversion is poison.

#ifndef ACCY_KERNELS_SCALAR_H
#define ACCY_KERNELS_SCALAR_H

#include "dialects/accy/ops.h"
#include "kernels/builder.h"
#include "kernels/math_library.h"

/// Where scalar code goes, and the functions that it may use.
typedef struct AccyScalarBuilder {
  AccyKernelBuilder kernel;
  AccyMathLibrary library;
} AccyScalarBuilder;

/// The name of the math library's function that computes the operation on its elements and that the library lacks for
/// them; null when there is code for it.
const char *accyScalarFindMissingFunction(AccyMathLibrary library, MlirOperation op);

/// Builds an elementwise operation on the elements of its operands; null, with an error at the operation, when there
/// is no code for it on these elements.
MlirValue accyBuildScalar(AccyScalarBuilder *builder, MlirOperation op, const MlirValue *operands);

/// Builds a binary operation on elements of type `element`, as above; `op` is where errors are reported.
MlirValue accyBuildScalarBinary(AccyScalarBuilder *builder, MlirOperation op, AccyOpcode opcode, MlirType element,
                                MlirValue left, MlirValue right);

/// Builds sum + left * right on elements of type `element`, which accumulates: fused where the target can, else with a
/// rounded product; null after an error.
MlirValue accyBuildScalarMultiplyAdd(AccyScalarBuilder *builder, MlirOperation op, MlirType element, MlirValue left,
                                     MlirValue right, MlirValue sum);

/// Converts a scalar between element types: floats to integers toward zero, the nearest when out of range and 0 for
/// NaN; anything to i1 by whether it differs from 0.
MlirValue accyBuildScalarConvert(AccyScalarBuilder *builder, MlirType from, MlirType to, MlirValue value);

/// Loads an element from its buffer, as a scalar.
MlirValue accyBuildScalarLoad(AccyScalarBuilder *builder, MlirType element, MlirValue buffer, MlirValue index);

/// Stores a scalar into its buffer.
void accyBuildScalarStore(AccyScalarBuilder *builder, MlirType element, MlirValue value, MlirValue buffer,
                          MlirValue index);

/// The element type in which sums and products of elements are accumulated: f32 for the 16-bit floats.
MlirType accyAccumulatorType(MlirType element);

#endif // ACCY_KERNELS_SCALAR_H

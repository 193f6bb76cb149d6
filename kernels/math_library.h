// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The portable math library: scalar functions as MLIR text (kernels/math/), expanded in target-independent kernels.

#ifndef ACCY_KERNELS_MATH_LIBRARY_H
#define ACCY_KERNELS_MATH_LIBRARY_H

#include "mlir-c/IR.h"

/// The functions read so far in one context. Not thread-safe.
typedef struct AccyMathLibrary {
  struct AccyMathLibraryState *state;
} AccyMathLibrary;

/// Creates a library without reading any function yet. The dialects arith, func, math and scf must be registered in
/// the context, which must outlive the library. Owned by the caller; released by accyMathLibraryDestroy.
AccyMathLibrary accyMathLibraryCreate(MlirContext context);

/// Releases the library. What it expanded stays as it is.
void accyMathLibraryDestroy(AccyMathLibrary library);

/// Whether the library has the function for elements of that type, such as "exp" for f32.
bool accyMathLibraryHas(AccyMathLibrary library, const char *function, MlirType elementType);

/// Appends a copy of the function's body to the end of the block, with the arguments in place of its parameters and
/// every operation at the given location, and returns its result. The functions it calls are expanded likewise, so
/// that only operations of arith, scf and math (absf and sqrt) remain.
///
/// Arguments: scalars of the element type, as many as the function takes (two for pow and rem, one otherwise).
/// Fails with an error at the location, and a null value, when there is no such function for the element type or when
/// the arguments do not fit it; nothing is appended then.
/// Accuracy: docs/accuracy.md.
MlirValue accyMathLibraryExpand(AccyMathLibrary library, const char *function, MlirType elementType, MlirBlock block,
                                MlirLocation location, intptr_t nArguments, MlirValue *arguments);

#endif // ACCY_KERNELS_MATH_LIBRARY_H

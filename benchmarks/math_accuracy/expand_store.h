// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a function of the math library into a kernel that copies: what benchmarks and tests wrap functions in.

#ifndef ACCY_BENCHMARKS_MATH_ACCURACY_EXPAND_STORE_H
#define ACCY_BENCHMARKS_MATH_ACCURACY_EXPAND_STORE_H

#include "kernels/math_library.h"

/// Finds the only memref.store in `root` and makes it store the function's result at the f32 values of the first
/// `arity` (1 or 2) memref.load of its block. Returns whether the library has the function.
bool accyMathExpandAtStore(AccyMathLibrary library, MlirOperation root, const char *function, intptr_t arity);

#endif // ACCY_BENCHMARKS_MATH_ACCURACY_EXPAND_STORE_H

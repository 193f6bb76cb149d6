// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that update an input's buffer in place: the attribute `aliased_input` of a choir.kernel says which input's
// buffer the output takes. Its gpu.func has it as `choir.aliased_input`, so that lowering takes no buffer of the two
// for unshared; the code is right with two buffers, too.

#ifndef ACCY_PASSES_IN_PLACE_H
#define ACCY_PASSES_IN_PLACE_H

#include "mlir-c/IR.h"

/// The first input that the kernel can update in place, or -1. `kernel` still has its body and `launch` is the only
/// launch of it. Such an input
///  - has the output's type, and its slot the output's memory space and layout;
///  - is read at the index that is written and at no other, but for folds of that index's row in a row pipeline;
///  - is a temporary, and its value is not needed after the launch; nor is the output's slot used before.
int64_t accyFindInPlaceInput(MlirOperation kernel, MlirOperation launch);

/// Records the input on the kernel and its function.
void accyKernelSetAliasedInput(MlirOperation kernel, MlirOperation function, int64_t input);

/// Reads the record: the input, or -1 when there is none. Reports an error when it is no number of an input of
/// `launch`, which launches the kernel.
MlirLogicalResult accyKernelGetAliasedInput(MlirOperation kernel, MlirOperation launch, int64_t *outInput);

#endif // ACCY_PASSES_IN_PLACE_H

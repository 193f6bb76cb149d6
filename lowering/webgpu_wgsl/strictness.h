// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeping WGSL's implementations from computing something else than is written.
//
// WGSL lets an implementation reassociate sums and products, and take it that no number is NaN or infinite; Chromium's
// does turn (x + c) - c into x, and x / c into x * (1 / c). Neither can be turned off. What such a compiler must not
// see through is combined with `zero`, which it cannot know: the square of an odd number is 8 k + 1, so bit 2 of it is
// 0.

#ifndef ACCY_LOWERING_WEBGPU_WGSL_STRICTNESS_H
#define ACCY_LOWERING_WEBGPU_WGSL_STRICTNESS_H

#include "lowering/webgpu_wgsl/writer.h"

/// Whether the operation's result is an operand of another with which it could be reassociated or factored: a sum in a
/// sum, a product in a product, a product beside a product in a sum. A product may still be fused into a sum, and the
/// sums of an inner product, which a loop carries, may be reassociated: most of the time is spent there.
bool accyWgslIsReassociable(MlirOperation op);

/// Whether the constant must be hidden: one that WGSL has no literal for, a divisor, and a 0 that is computed with,
/// since 0 * x is not 0 for every x.
bool accyWgslIsHiddenConstant(MlirValue constant, float value);

/// The name of a u32 that is 0, unknown to compilers.
const char *accyWgslHiddenZero(AccyWgslWriter *writer);

/// Appends the statement that computes it, if it is used.
void accyWgslDeclareHiddenZero(const AccyWgslWriter *writer, AccyTextBuffer *text);

#endif // ACCY_LOWERING_WEBGPU_WGSL_STRICTNESS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 without bf16. Code generators have it here and there: where one lacks it, LLVM's calls a library to round even a
// value that is only handed on from block to block, and SPIR-V's has no such type. Integers of 16 bits move its
// elements as well, and what is computed is computed in f32.

#ifndef ACCY_LOWERING_BF16_BITS_H
#define ACCY_LOWERING_BF16_BITS_H

#include "lowering/lowering.h"

/// Replaces arithmetic on bf16 in the request's cloned `kernel` by the same in f32, rounded to nearest, ties to even.
/// Sums, products, quotients and square roots lose nothing by that. Reports conversions to bf16 that would round twice,
/// or otherwise than to nearest.
MlirLogicalResult accyWidenBf16(const AccyLoweringRequest *request, MlirOperation kernel);

/// Gives all values, buffers and constants of bf16 in the widened kernel the type i16.
void accyMoveBf16AsBits(MlirOperation kernel);

#endif // ACCY_LOWERING_BF16_BITS_H

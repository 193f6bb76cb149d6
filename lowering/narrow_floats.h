// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 and f16 without either. Code generators have them here and there: where one lacks a type, LLVM's calls a library
// to round even a value that is only handed on from block to block, and SPIR-V's has no such type. Integers of 16 bits
// move its elements as well, and what is computed is computed in f32.

#ifndef ACCY_LOWERING_NARROW_FLOATS_H
#define ACCY_LOWERING_NARROW_FLOATS_H

#include "lowering/lowering.h"

/// Whether the type is one of the narrow floats of the set, which are AccyDtypeBf16 and AccyDtypeF16.
bool accyIsNarrowFloat(MlirType type, AccySet dtypes);

/// The bits of a number that the narrow float type holds exactly.
uint32_t accyNarrowFloatBits(MlirType type, double value);

/// Checks that nothing in the request's kernel becomes one of the narrow floats of the set in a way that
/// accyWidenNarrowFloats cannot follow: by a conversion that would round twice, or otherwise than to nearest.
MlirLogicalResult accyCheckNarrowFloats(const AccyLoweringRequest *request, AccySet dtypes);

/// Replaces arithmetic on the narrow floats of the set in the kernel by the same in f32, rounded to nearest, ties to
/// even. Sums, products, quotients and square roots lose nothing by that.
void accyWidenNarrowFloats(MlirOperation kernel, AccySet dtypes);

/// Gives all values, buffers and constants of these types in the widened kernel the type i16.
void accyMoveNarrowFloatsAsBits(MlirOperation kernel, AccySet dtypes);

/// Inserts before `anchor` the f32 that a narrow float is, by operations on its bits.
MlirValue accyInsertNarrowFloatExtension(MlirOperation anchor, MlirValue value);

/// Inserts before `anchor` the number of the narrow float type that is nearest to an f32, by operations on its bits.
MlirValue accyInsertNarrowFloatRounding(MlirOperation anchor, MlirValue value, MlirType type);

#endif // ACCY_LOWERING_NARROW_FLOATS_H

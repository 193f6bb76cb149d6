// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars in threadgroup memory: narrow ones are kept as words, which every format can share.

#ifndef ACCY_KERNELS_THREADGROUP_MEMORY_H
#define ACCY_KERNELS_THREADGROUP_MEMORY_H

#include "kernels/builder.h"

/// The type that a scalar has in threadgroup memory: an integer or float of at least 32 bits that holds all its values,
/// or the bits of a bf16.
MlirType accyThreadgroupType(MlirType scalar);

/// The bytes of a scalar in threadgroup memory.
int64_t accyThreadgroupBytes(MlirType scalar);

/// A scalar as it is there, and back: as one of the type given.
MlirValue accyThreadgroupPack(AccyKernelBuilder *builder, MlirValue value);
MlirValue accyThreadgroupUnpack(AccyKernelBuilder *builder, MlirType scalar, MlirValue value);

/// Loads a scalar of the given type.
MlirValue accyThreadgroupLoad(AccyKernelBuilder *builder, MlirType scalar, MlirValue memory, MlirValue index);

/// Stores a scalar.
void accyThreadgroupStore(AccyKernelBuilder *builder, MlirValue value, MlirValue memory, MlirValue index);

#endif // ACCY_KERNELS_THREADGROUP_MEMORY_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A map from values to values for copying operations, which MLIR's C API lacks (IRMapping in C++).

#ifndef ACCY_KERNELS_VALUE_MAP_H
#define ACCY_KERNELS_VALUE_MAP_H

#include "mlir-c/IR.h"

/// Zero-initialised when empty; released by accyValueMapDestroy. Open addressing, capacity a power of two.
typedef struct AccyValueMap {
  struct AccyValuePair *pairs;
  size_t capacity;
  size_t count;
} AccyValueMap;

/// Maps `from`, which must not be in the map yet, to `to`.
void accyValueMapInsert(AccyValueMap *map, MlirValue from, MlirValue to);

/// What the value is mapped to, or the value itself.
MlirValue accyValueMapLookup(const AccyValueMap *map, MlirValue from);

/// Releases the memory of the map, which is empty afterwards.
void accyValueMapDestroy(AccyValueMap *map);

#endif // ACCY_KERNELS_VALUE_MAP_H

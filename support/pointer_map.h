// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash map from pointers (operations, values) to small integers.

#ifndef ACCY_SUPPORT_POINTER_MAP_H
#define ACCY_SUPPORT_POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Zero-initialise before use; release with accyPointerMapDestroy.
typedef struct AccyPointerMap {
  const void **keys;
  int64_t *values;
  size_t capacity; // 0 or a power of two
  size_t count;
} AccyPointerMap;

/// Sets the value of a non-null key. Returns false when memory runs out; the map is then as it was.
bool accyPointerMapSet(AccyPointerMap *map, const void *key, int64_t value);

/// Gives the key the value unless it has one already; `*outValue` is the one it has then. Returns false when memory runs
/// out; the map is then as it was.
bool accyPointerMapGetOrSet(AccyPointerMap *map, const void *key, int64_t value, int64_t *outValue);

/// The key's value, or `otherwise`.
int64_t accyPointerMapGet(const AccyPointerMap *map, const void *key, int64_t otherwise);

/// Forgets all keys and keeps the memory. Takes time as the map's capacity does.
void accyPointerMapClear(AccyPointerMap *map);

/// Releases the map's memory.
void accyPointerMapDestroy(AccyPointerMap *map);

#endif // ACCY_SUPPORT_POINTER_MAP_H

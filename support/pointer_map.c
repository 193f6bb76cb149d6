// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Open addressing with linear probing, at most half full; see pointer_map.h.

#include "support/pointer_map.h"

#include <stdlib.h>

static size_t slot_of(const AccyPointerMap *map, const void *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
  size_t slot = (size_t)(hash >> 20) & (map->capacity - 1);
  while (map->keys[slot] && map->keys[slot] != key)
    slot = (slot + 1) & (map->capacity - 1);
  return slot;
}

static bool grow(AccyPointerMap *map) {
  AccyPointerMap grown = {.capacity = map->capacity ? 2 * map->capacity : 64, .count = map->count};
  grown.keys = calloc(grown.capacity, sizeof *grown.keys);
  grown.values = calloc(grown.capacity, sizeof *grown.values);
  if (!grown.keys || !grown.values) {
    accyPointerMapDestroy(&grown);
    return false;
  }
  for (size_t i = 0; i < map->capacity; ++i) {
    if (!map->keys[i])
      continue;
    size_t slot = slot_of(&grown, map->keys[i]);
    grown.keys[slot] = map->keys[i];
    grown.values[slot] = map->values[i];
  }
  accyPointerMapDestroy(map);
  *map = grown;
  return true;
}

bool accyPointerMapSet(AccyPointerMap *map, const void *key, int64_t value) {
  if (2 * (map->count + 1) > map->capacity && !grow(map))
    return false;
  size_t slot = slot_of(map, key);
  map->count += map->keys[slot] == NULL;
  map->keys[slot] = key;
  map->values[slot] = value;
  return true;
}

bool accyPointerMapGetOrSet(AccyPointerMap *map, const void *key, int64_t value, int64_t *outValue) {
  if (2 * (map->count + 1) > map->capacity && !grow(map))
    return false;
  size_t slot = slot_of(map, key);
  if (!map->keys[slot]) {
    map->keys[slot] = key;
    map->values[slot] = value;
    ++map->count;
  }
  *outValue = map->values[slot];
  return true;
}

int64_t accyPointerMapGet(const AccyPointerMap *map, const void *key, int64_t otherwise) {
  if (map->capacity == 0)
    return otherwise;
  size_t slot = slot_of(map, key);
  return map->keys[slot] ? map->values[slot] : otherwise;
}

void accyPointerMapClear(AccyPointerMap *map) {
  for (size_t i = 0; i < map->capacity; ++i)
    map->keys[i] = NULL;
  map->count = 0;
}

void accyPointerMapDestroy(AccyPointerMap *map) {
  free(map->keys);
  free(map->values);
  *map = (AccyPointerMap){0};
}

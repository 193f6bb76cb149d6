// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The map from values to values.

#include "kernels/value_map.h"

#include <stdint.h>
#include <stdlib.h>

struct AccyValuePair {
  MlirValue from;
  MlirValue to;
};

/// Where the value is, or the free place where it belongs. The capacity is not 0 and a place is free.
static struct AccyValuePair *find_place(const AccyValueMap *map, MlirValue from) {
  // The product spreads addresses that are multiples of 8; its upper half is the best mixed.
  const uint64_t hash = (uint64_t)(uintptr_t)from.ptr * UINT64_C(0x9E3779B97F4A7C15);
  size_t place = (size_t)(hash >> 32) & (map->capacity - 1);
  while (!mlirValueIsNull(map->pairs[place].from) && !mlirValueEqual(map->pairs[place].from, from))
    place = (place + 1) & (map->capacity - 1);
  return &map->pairs[place];
}

static void grow(AccyValueMap *map) {
  AccyValueMap larger = {NULL, map->capacity ? 2 * map->capacity : 64, map->count};
  larger.pairs = calloc(larger.capacity, sizeof *larger.pairs);
  if (!larger.pairs)
    abort();
  for (size_t i = 0; i < map->capacity; ++i)
    if (!mlirValueIsNull(map->pairs[i].from))
      *find_place(&larger, map->pairs[i].from) = map->pairs[i];
  free(map->pairs);
  *map = larger;
}

void accyValueMapInsert(AccyValueMap *map, MlirValue from, MlirValue to) {
  if (2 * map->count >= map->capacity)
    grow(map);
  *find_place(map, from) = (struct AccyValuePair){from, to};
  ++map->count;
}

MlirValue accyValueMapLookup(const AccyValueMap *map, MlirValue from) {
  if (map->count == 0)
    return from;
  const struct AccyValuePair *place = find_place(map, from);
  return mlirValueIsNull(place->from) ? from : place->to;
}

void accyValueMapDestroy(AccyValueMap *map) {
  free(map->pairs);
  *map = (AccyValueMap){0};
}

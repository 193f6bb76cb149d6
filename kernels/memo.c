// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash table with open addressing; see memo.h.

#include "kernels/memo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *accyAllocate(size_t bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  if (memory)
    return memory;
  fputs("out of memory\n", stderr);
  abort();
}

static size_t hash(AccyMemoKey key) {
  uint64_t state = 0;
  for (int i = 0; i < 3; ++i) { // a multiplicative hash; the fraction of the golden ratio in 64 bits
    state = (state ^ key.words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    state ^= state >> 29;
  }
  return (size_t)state;
}

// The entry of the key, or the free one where it belongs.
static AccyMemoEntry *find(const AccyMemo *memo, AccyMemoKey key) {
  for (size_t i = hash(key);; ++i) {
    AccyMemoEntry *entry = &memo->entries[i & (memo->capacity - 1)];
    if (mlirValueIsNull(entry->value) || memcmp(&entry->key, &key, sizeof key) == 0)
      return entry;
  }
}

MlirValue accyMemoGet(const AccyMemo *memo, AccyMemoKey key) {
  return memo->capacity ? find(memo, key)->value : (MlirValue){NULL};
}

static void grow(AccyMemo *memo) {
  AccyMemo larger = {.capacity = memo->capacity ? memo->capacity * 2 : 64, .count = memo->count};
  larger.entries = accyAllocate(larger.capacity * sizeof *larger.entries);
  for (size_t i = 0; i < memo->capacity; ++i)
    if (!mlirValueIsNull(memo->entries[i].value))
      *find(&larger, memo->entries[i].key) = memo->entries[i];
  free(memo->entries);
  *memo = larger;
}

void accyMemoPut(AccyMemo *memo, AccyMemoKey key, MlirValue value) {
  if (memo->count * 2 >= memo->capacity)
    grow(memo);
  *find(memo, key) = (AccyMemoEntry){key, value};
  ++memo->count;
}

void accyMemoFree(AccyMemo *memo) {
  free(memo->entries);
  *memo = (AccyMemo){0};
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A growing store of memory that is freed all at once. Every array of a plan lives in its arena, so that no error path
// can leak a part of it.
#ifndef ACCY_PLANNER_ARENA_H
#define ACCY_PLANNER_ARENA_H

#include <stddef.h>

typedef struct AccyArenaBlock AccyArenaBlock;

typedef struct AccyArena {
  AccyArenaBlock *blocks; // null when empty
} AccyArena;

/// `bytes` zeroed bytes, aligned for any type, that live until accyArenaFree. Null when memory runs out; never null for
/// 0 bytes otherwise.
void *accyArenaAllocate(AccyArena *arena, size_t bytes);

/// `count` elements of `size` bytes, zeroed; null also when the product overflows.
void *accyArenaAllocateArray(AccyArena *arena, size_t count, size_t size);

/// A copy of `count` elements of `size` bytes in the arena; null when memory runs out.
void *accyArenaCopyArray(AccyArena *arena, const void *data, size_t count, size_t size);

/// Frees all of it. The arena is empty then and can be used again.
void accyArenaFree(AccyArena *arena);

#endif // ACCY_PLANNER_ARENA_H

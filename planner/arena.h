// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A growing store of memory that is freed all at once. Every array of a plan lives in its arena, so that no error path
// can leak a part of it.
#ifndef ACCY_PLANNER_ARENA_H
#define ACCY_PLANNER_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AccyArenaBlock AccyArenaBlock;

typedef struct AccyArena {
  AccyArenaBlock *blocks;   // null when empty
  unsigned char *workspace; // null: memory comes from the heap
  size_t workspace_left;    // bytes behind `workspace`
  bool exhausted;           // an allocation did not fit the workspace
} AccyArena;

/// An arena that takes all its memory from the caller's `workspace` of `bytes` bytes, which must outlive it.
AccyArena accyArenaInWorkspace(void *workspace, size_t bytes);

/// `bytes` zeroed bytes, aligned for any type, that live until accyArenaFree. Null when memory runs out; never null for
/// 0 bytes otherwise. Null also when a workspace is exhausted.
void *accyArenaAllocate(AccyArena *arena, size_t bytes);

/// `count` elements of `size` bytes, zeroed; null also when the product overflows.
void *accyArenaAllocateArray(AccyArena *arena, size_t count, size_t size);

/// A copy of `count` elements of `size` bytes in the arena; null when memory runs out.
void *accyArenaCopyArray(AccyArena *arena, const void *data, size_t count, size_t size);

/// Frees all of it. The arena is empty then and can be used again.
void accyArenaFree(AccyArena *arena);

#endif // ACCY_PLANNER_ARENA_H

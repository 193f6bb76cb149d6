// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See arena.h.
#include "planner/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct AccyArenaBlock {
  AccyArenaBlock *next;
  size_t used, capacity;
  alignas(max_align_t) unsigned char data[];
};

static const size_t block_bytes = 16 * 1024;

static size_t round_up(size_t bytes) {
  return (bytes + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
}

AccyArena accyArenaInWorkspace(void *workspace, size_t bytes) {
  static unsigned char nothing;
  size_t unaligned = (uintptr_t)workspace % alignof(max_align_t);
  size_t skipped = unaligned ? alignof(max_align_t) - unaligned : 0;
  if (!workspace || bytes < skipped)
    return (AccyArena){.workspace = &nothing};
  return (AccyArena){.workspace = (unsigned char *)workspace + skipped, .workspace_left = bytes - skipped};
}

static void *take_from_workspace(AccyArena *arena, size_t bytes) {
  if (arena->workspace_left < bytes) {
    arena->exhausted = true;
    return NULL;
  }
  void *result = arena->workspace;
  arena->workspace += bytes;
  arena->workspace_left -= bytes;
  return memset(result, 0, bytes);
}

void *accyArenaAllocate(AccyArena *arena, size_t bytes) {
  if (bytes > SIZE_MAX / 2)
    return NULL;
  bytes = round_up(bytes ? bytes : 1);
  if (arena->workspace)
    return take_from_workspace(arena, bytes);
  AccyArenaBlock *block = arena->blocks;
  if (!block || block->capacity - block->used < bytes) {
    size_t capacity = bytes > block_bytes ? bytes : block_bytes;
    block = calloc(1, sizeof(AccyArenaBlock) + capacity);
    if (!block)
      return NULL;
    block->capacity = capacity;
    block->next = arena->blocks;
    arena->blocks = block;
  }
  void *result = block->data + block->used;
  block->used += bytes;
  return result;
}

void *accyArenaAllocateArray(AccyArena *arena, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size)
    return NULL;
  return accyArenaAllocate(arena, count * size);
}

void *accyArenaCopyArray(AccyArena *arena, const void *data, size_t count, size_t size) {
  void *copy = accyArenaAllocateArray(arena, count, size);
  if (copy && count * size)
    memcpy(copy, data, count * size);
  return copy;
}

void accyArenaFree(AccyArena *arena) {
  while (arena->blocks) {
    AccyArenaBlock *next = arena->blocks->next;
    free(arena->blocks);
    arena->blocks = next;
  }
}

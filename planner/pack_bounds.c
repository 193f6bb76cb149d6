// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no arena can be smaller than: the bytes that are live at once, and those with what their alignment costs.
#include "accy-c/MemoryPlan.h"
#include "planner/arena.h"
#include "planner/arithmetic.h"
#include "planner/memory.h"

#include <stdlib.h>

// ---- Blocks coming and going ----------------------------------------------------------------------------------------

/// A block that comes (at its first time) or goes (after its last).
typedef struct Event {
  uint64_t time;
  const AccyPackBlock *block;
  bool comes;
} Event;

static int compare_events(const void *a, const void *b) {
  const Event *left = a, *right = b;
  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  return (int)right->comes - (int)left->comes; // at one time, blocks come before others go: last is included
}

/// Two events a block, by time; null when an error has been reported.
static Event *make_events(const AccyPackBlock *blocks, uint32_t count, AccyArena *scratch, AccyStatus *status) {
  for (uint32_t i = 0; i < count; ++i)
    if (blocks[i].first > blocks[i].last) {
      accyFail(status, AccyStatusCodeInvalidArtifact, "block %u ends before it begins", i);
      return NULL;
    }
  Event *events = accyArenaAllocateArray(scratch, (size_t)count * 2, sizeof(Event));
  if (!events) {
    accyMemoryOutOfMemory(status);
    return NULL;
  }
  for (uint32_t i = 0; i < count; ++i) {
    events[2 * i] = (Event){blocks[i].first, &blocks[i], true};
    events[2 * i + 1] = (Event){blocks[i].last, &blocks[i], false};
  }
  qsort(events, (size_t)count * 2, sizeof(Event), compare_events);
  return events;
}

static bool find_peak(const Event *events, size_t count, uint64_t *out_peak, AccyStatus *status) {
  uint64_t live = 0, peak = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!events[i].comes)
      live -= events[i].block->bytes;
    else if (__builtin_add_overflow(live, events[i].block->bytes, &live))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "the bytes live at once pass 64 bits");
    peak = live > peak ? live : peak;
  }
  *out_peak = peak;
  return true;
}

bool accyPackPeak(const AccyPackBlock *blocks, uint32_t count, uint64_t *outPeak, AccyStatus *status) {
  AccyArena scratch = {0};
  const Event *events = make_events(blocks, count, &scratch, status);
  bool success = events && find_peak(events, (size_t)count * 2, outPeak, status);
  accyArenaFree(&scratch);
  return success;
}

// ---- What alignment costs -------------------------------------------------------------------------------------------

/// What a block lacks to a multiple of the alignment, for as long as it is live.
typedef struct Slack {
  uint64_t bytes, last;
} Slack;

/// The slacks of live blocks, the largest on top; those that are over are dropped when they come to the top.
typedef struct SlackHeap {
  Slack *slacks;
  uint32_t count;
} SlackHeap;

static void swap(Slack *a, Slack *b) {
  Slack kept = *a;
  *a = *b;
  *b = kept;
}

static void push(SlackHeap *heap, Slack slack) {
  uint32_t at = heap->count++;
  heap->slacks[at] = slack;
  for (; at > 0 && heap->slacks[(at - 1) / 2].bytes < heap->slacks[at].bytes; at = (at - 1) / 2)
    swap(&heap->slacks[(at - 1) / 2], &heap->slacks[at]);
}

static void pop(SlackHeap *heap) {
  heap->slacks[0] = heap->slacks[--heap->count];
  for (uint32_t at = 0, child; (child = 2 * at + 1) < heap->count; at = child) {
    if (child + 1 < heap->count && heap->slacks[child + 1].bytes > heap->slacks[child].bytes)
      ++child;
    if (heap->slacks[at].bytes >= heap->slacks[child].bytes)
      return;
    swap(&heap->slacks[at], &heap->slacks[child]);
  }
}

/// The least arena of the blocks whose alignment is a multiple of `alignment`. Each of those that are live at once
/// fills whole multiples of it but the one that lies last, at best the one with the most slack.
static uint64_t least_for(const Event *events, size_t count, uint64_t alignment, SlackHeap *heap) {
  uint64_t live = 0, least = 0; // live: in multiples of the alignment
  heap->count = 0;
  for (size_t i = 0; i < count; ++i) {
    const AccyPackBlock *block = events[i].block;
    uint64_t multiples = accyCeilDiv(block->bytes, alignment), slack = -block->bytes % alignment;
    if (block->bytes == 0 || block->alignment % alignment != 0)
      continue;
    if (!events[i].comes) {
      live -= multiples;
      continue;
    }
    live += multiples;
    push(heap, (Slack){slack, block->last});
    while (heap->slacks[0].last < events[i].time)
      pop(heap);
    uint64_t below = accySaturatingMul(live - 1, alignment);
    uint64_t arena = accySaturatingAdd(below, alignment - heap->slacks[0].bytes);
    least = arena > least ? arena : least;
  }
  return least;
}

/// The powers of two that are the largest to divide some block's alignment, as bits.
static uint64_t alignments_of(const AccyPackBlock *blocks, uint32_t count) {
  uint64_t alignments = 0;
  for (uint32_t i = 0; i < count; ++i)
    alignments |= blocks[i].alignment & -blocks[i].alignment;
  return alignments;
}

bool accyPackLeast(const AccyPackBlock *blocks, uint32_t count, uint64_t *outLeast, AccyStatus *status) {
  AccyArena scratch = {0};
  const Event *events = make_events(blocks, count, &scratch, status);
  SlackHeap heap = {.slacks = accyArenaAllocateArray(&scratch, count, sizeof(Slack))};
  bool success = events && (heap.slacks || accyMemoryOutOfMemory(status)) &&
                 find_peak(events, (size_t)count * 2, outLeast, status);
  uint64_t alignments = alignments_of(blocks, count);
  for (uint64_t alignment = 2; success && alignment <= alignments; alignment *= 2) {
    if (!(alignments & alignment))
      continue;
    uint64_t least = least_for(events, (size_t)count * 2, alignment, &heap);
    *outLeast = least > *outLeast ? least : *outLeast;
  }
  accyArenaFree(&scratch);
  return success;
}

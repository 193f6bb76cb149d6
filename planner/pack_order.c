// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack_order.h.
#include "planner/pack_order.h"

#include <stdlib.h>

#include "planner/pack_canonical.h"

typedef AccyPackSearchState Search;
typedef AccyPackSearchBlock Block;

static double most_bytes(const Search *search, const Block *block) {
  uint64_t most = 0;
  for (uint32_t section = block->begin; section < block->end; ++section)
    most = search->remaining[section] > most ? search->remaining[section] : most;
  return (double)most;
}

static double sum_of_bytes(const Search *search, const Block *block) {
  double sum = 0;
  for (uint32_t section = block->begin; section < block->end; ++section)
    sum += (double)search->remaining[section];
  return sum;
}

static double most_failures(const Search *search, const Block *block) {
  double most = 0;
  for (uint32_t section = block->begin; section < block->end; ++section)
    most = search->failures[section] > most ? search->failures[section] : most;
  return most;
}

static double sum_of_failures(const Search *search, const Block *block) {
  double sum = 0;
  for (uint32_t section = block->begin; section < block->end; ++section)
    sum += search->failures[section];
  return sum;
}

static double value_of(const Search *search, const Block *block, AccyPackKey key) {
  double width = block->end - block->begin;
  switch (key) {
  case AccyPackKeyWidth:
    return width;
  case AccyPackKeyBytes:
    return (double)block->bytes;
  case AccyPackKeyArea:
    return width * (double)block->bytes;
  case AccyPackKeyNeighbours:
    return block->neighbour_count;
  case AccyPackKeyLoad:
    return most_bytes(search, block);
  case AccyPackKeyLoadSum:
    return sum_of_bytes(search, block);
  case AccyPackKeyMostFailures:
    return most_failures(search, block);
  case AccyPackKeyFailureSum:
    return sum_of_failures(search, block);
  }
  return 0;
}

/// A number from -0.5 to 0.5 that depends on nothing but its arguments (a finalizer of a 64-bit hash).
static double random_number(uint32_t seed, uint32_t block, uint32_t key) {
  uint64_t bits = ((uint64_t)seed << 32) + (uint64_t)block * AccyPackOrderKeys + key;
  bits *= 0x9e3779b97f4a7c15u;
  bits ^= bits >> 31;
  bits *= 0xbf58476d1ce4e5b9u;
  bits ^= bits >> 29;
  return (double)(bits >> 40) / (1 << 24) - 0.5;
}

static int compare_ordered(const void *a, const void *b) {
  const AccyPackOrdered *left = a, *right = b;
  for (int i = 0; i < AccyPackOrderKeys; ++i) {
    if (left->keys[i] != right->keys[i])
      return left->keys[i] > right->keys[i] ? -1 : 1;
  }
  return left->block < right->block ? -1 : 1;
}

void accyPackOrderBlocks(Search *search, uint32_t *list, uint32_t count) {
  const AccyPackOrder *order = search->order;
  for (uint32_t i = 0; i < count; ++i) {
    const Block *block = &search->blocks[list[i]];
    AccyPackOrdered *ordered = &search->ordered[i];
    ordered->block = list[i];
    for (uint32_t key = 0; key < AccyPackOrderKeys; ++key) {
      ordered->keys[key] = value_of(search, block, order->keys[key]);
      if (order->noise > 0)
        ordered->keys[key] *= 1 + order->noise * random_number(order->seed, block->source, key);
    }
  }
  qsort(search->ordered, count, sizeof(AccyPackOrdered), compare_ordered);
  for (uint32_t i = 0; i < count; ++i)
    list[i] = search->ordered[i].block;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The orders in which the exact search for a memory plan tries blocks. Internal to planner/.
#ifndef ACCY_PLANNER_PACK_ORDER_H
#define ACCY_PLANNER_PACK_ORDER_H

#include <stdint.h>

struct AccyPackSearchState;

/// What an order compares. None depends on the unit of time: a lifetime is counted in sections.
typedef enum AccyPackKey {
  AccyPackKeyWidth, // sections of the block
  AccyPackKeyBytes,
  AccyPackKeyArea,         // bytes times width
  AccyPackKeyNeighbours,   // blocks that are live with it
  AccyPackKeyLoad,         // the most bytes that are still to be placed in one of its sections
  AccyPackKeyLoadSum,      // the bytes that are still to be placed in its sections
  AccyPackKeyMostFailures, // the most failures of one of its sections
  AccyPackKeyFailureSum,   // the failures of its sections
} AccyPackKey;

enum { AccyPackOrderKeys = 3 };

/// The keys of an order, the first to count first; larger values come first.
typedef struct AccyPackOrder {
  AccyPackKey keys[AccyPackOrderKeys];
  double noise;  // each value is changed by up to half that share of it, at random
  uint32_t seed; // of that
} AccyPackOrder;

/// A block in the making of an order.
typedef struct AccyPackOrdered {
  double keys[AccyPackOrderKeys];
  uint32_t block;
} AccyPackOrdered;

/// Puts a list of the search's blocks in the order of its run.
void accyPackOrderBlocks(struct AccyPackSearchState *search, uint32_t *list, uint32_t count);

#endif // ACCY_PLANNER_PACK_ORDER_H

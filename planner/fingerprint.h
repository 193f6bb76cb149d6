// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash that is the same on every host and in every run; fingerprints are made with it.
// Spec: planner.md, section 3, "Layout fingerprint".
#ifndef ACCY_PLANNER_FINGERPRINT_H
#define ACCY_PLANNER_FINGERPRINT_H

#include "accy-c/Slot.h"

/// A hash under way (64-bit FNV-1a, finished with a mixing step). Numbers are fed as eight little-endian bytes, texts
/// with their length before them, so that no two sequences of fields run together.
typedef struct AccyHash {
  uint64_t state;
} AccyHash;

AccyHash accyHashStart(void);
void accyHashBytes(AccyHash *hash, const void *data, size_t length);
void accyHashNumber(AccyHash *hash, uint64_t number);
/// A number in one step, for long sequences of them; another hash than accyHashNumber's.
static inline void accyHashWord(AccyHash *hash, uint64_t number) {
  uint64_t state = (hash->state ^ number) * 0xff51afd7ed558ccdu;
  hash->state = state ^ (state >> 32);
}

void accyHashText(AccyHash *hash, const char *text, size_t length);

/// The finished value; never 0, so that 0 can mean "none".
uint64_t accyHashFinish(const AccyHash *hash);

#endif // ACCY_PLANNER_FINGERPRINT_H

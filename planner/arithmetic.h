// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unsigned arithmetic that says what happens when it overflows. Spec: planner.md, its first paragraph.
#ifndef ACCY_PLANNER_ARITHMETIC_H
#define ACCY_PLANNER_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

/// a / b rounded up; b must not be 0.
static inline uint64_t accyCeilDiv(uint64_t a, uint64_t b) {
  return a / b + (a % b != 0);
}

/// a * b, or 2^64-1 when that overflows.
static inline uint64_t accySaturatingMul(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/// a + b, or 2^64-1 when that overflows.
static inline uint64_t accySaturatingAdd(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/// True and `*out = value` when it fits 32 bits.
static inline bool accyNarrowU32(uint64_t value, uint32_t *out) {
  if (value > UINT32_MAX)
    return false;
  *out = (uint32_t)value;
  return true;
}

/// Whether `value` is 1, 2, 4, …
static inline bool accyIsPowerOfTwo(uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

/// `value` rounded up to a multiple of `alignment` (any number above 0), or false when that overflows.
static inline bool accyAlignUp(uint64_t value, uint64_t alignment, uint64_t *out) {
  uint64_t remainder = value % alignment;
  return !__builtin_add_overflow(value, remainder ? alignment - remainder : 0, out);
}

#endif // ACCY_PLANNER_ARITHMETIC_H

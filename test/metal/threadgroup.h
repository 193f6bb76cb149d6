// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a threadgroup on one processor: coroutines that take turns, each until it waits at a barrier or for a
// value of another thread of its simd-group, or ends.
//
// The threads of a simd-group are not neighbours: Metal does not promise that they are.
//
// Every kernel's compilation reads this; what need not be read each time is in threadgroup.cpp.

#pragma once

#include <cstdint>
#include <cstring>

class Threadgroup {
public:
  enum { SimdgroupThreads = 32 };

  Threadgroup();
  ~Threadgroup();
  Threadgroup(const Threadgroup &) = delete;
  Threadgroup &operator=(const Threadgroup &) = delete;

  /// Runs `body(i)` for the threads 0 … count-1. False when some have ended while others wait, or wait for another
  /// thing.
  template <typename Body> bool run(unsigned count, Body body) {
    return run(count, [](void *context, unsigned thread) { (*static_cast<Body *>(context))(thread); }, &body);
  }

  /// Lets the calling thread wait for the others.
  static void wait();

  /// The value that the thread has with which the calling one shares a simd-group, at its own place xor `mask`.
  template <typename T> static T exchange(T value, unsigned mask) {
    static_assert(sizeof value <= sizeof(std::uint32_t), "at most words are exchanged");
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    word = exchange_words(word, mask);
    std::memcpy(&value, &word, sizeof value);
    return value;
  }

  /// The thread's simd-group and its place there.
  unsigned simdgroup(unsigned thread) const;
  unsigned lane(unsigned thread) const;

private:
  bool run(unsigned count, void (*body)(void *, unsigned), void *context);
  static std::uint32_t exchange_words(std::uint32_t value, unsigned mask);

  struct Threads;
  Threads *threads;
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a threadgroup on one processor: coroutines that take turns, each until it waits at a barrier or for a
// value of another thread of its simd-group, or ends.
//
// The threads of a simd-group are not neighbours: Metal does not promise that they are.

#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <ucontext.h>
#include <vector>

class Threadgroup {
public:
  enum { SimdgroupThreads = 32 };

  /// Runs `body(i)` for the threads 0 … count-1. False when some have ended while others wait, or wait for another
  /// thing.
  template <typename Body> bool run(unsigned count, Body body) {
    threads.assign(count, {});
    stacks.resize(count);
    Call<Body> call{this, &body};
    running = this;
    for (current = 0; current < count; ++current)
      prepare(&call);
    for (unsigned ended = 0; ended < count;) {
      for (current = 0; current < count; ++current) {
        swapcontext(&scheduler, &threads[current].context);
        ended += threads[current].hasEnded;
      }
      if ((ended != 0 && ended != count) || !wait_alike())
        return false;
    }
    return true;
  }

  /// Lets the calling thread wait for the others.
  static void wait() {
    wait_for(Barrier);
  }

  /// The value that the thread has with which the calling one shares a simd-group, at its own place xor `mask`.
  template <typename T> static T exchange(T value, unsigned mask) {
    static_assert(sizeof value <= sizeof Thread::posted, "at most words are exchanged");
    std::memcpy(&running->threads[running->current].posted, &value, sizeof value);
    wait_for(Exchange);
    unsigned partner = running->number(running->simdgroup(running->current), running->lane(running->current) ^ mask);
    std::memcpy(&value, &running->threads.at(partner).posted, sizeof value);
    wait_for(Exchange); // so that nobody posts the next before all have read
    return value;
  }

  /// The thread's simd-group and its place there.
  unsigned simdgroup(unsigned thread) const {
    return thread % simdgroups();
  }
  unsigned lane(unsigned thread) const {
    return thread / simdgroups();
  }

private:
  enum Wait { None, Barrier, Exchange };
  enum { StackBytes = 64 * 1024 };
  struct Thread {
    ucontext_t context;
    bool hasEnded = false;
    Wait waits = None;
    std::uint32_t posted = 0;
  };
  template <typename Body> struct Call {
    Threadgroup *group;
    Body *body;
    static void start(unsigned high, unsigned low) {
      auto *call = reinterpret_cast<Call *>(std::uintptr_t(high) << 32 | low);
      (*call->body)(call->group->current);
      call->group->threads[call->group->current].hasEnded = true;
    }
  };

  static void wait_for(Wait what) {
    Thread &thread = running->threads[running->current];
    thread.waits = what;
    swapcontext(&thread.context, &running->scheduler);
  }

  bool wait_alike() const {
    for (const Thread &thread : threads)
      if (thread.waits != threads[0].waits)
        return false;
    return true;
  }

  unsigned simdgroups() const {
    return unsigned((threads.size() + SimdgroupThreads - 1) / SimdgroupThreads);
  }
  unsigned number(unsigned simdgroup, unsigned lane) const {
    return lane * simdgroups() + simdgroup;
  }

  template <typename Body> void prepare(Call<Body> *call) {
    if (!stacks[current])
      stacks[current].reset(new char[StackBytes]);
    ucontext_t *context = &threads[current].context;
    getcontext(context);
    context->uc_stack.ss_sp = stacks[current].get();
    context->uc_stack.ss_size = StackBytes;
    context->uc_link = &scheduler;
    auto address = reinterpret_cast<std::uintptr_t>(call);
    makecontext(context, reinterpret_cast<void (*)()>(&Call<Body>::start), 2, unsigned(address >> 32),
                unsigned(address));
  }

  static inline Threadgroup *running = nullptr;
  ucontext_t scheduler;
  unsigned current = 0;
  std::vector<Thread> threads;
  std::vector<std::unique_ptr<char[]>> stacks;
};

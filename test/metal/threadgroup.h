// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a threadgroup on one processor: coroutines that take turns, each until it waits at a barrier or ends.

#pragma once

#include <cstdint>
#include <memory>
#include <ucontext.h>
#include <vector>

class Threadgroup {
public:
  /// Runs `body(i)` for the threads 0 … count-1. False when some have ended while others wait at a barrier.
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
      if (ended != 0 && ended != count)
        return false;
    }
    return true;
  }

  /// Lets the calling thread wait for the others.
  static void wait() {
    swapcontext(&running->threads[running->current].context, &running->scheduler);
  }

private:
  enum { StackBytes = 64 * 1024 };
  struct Thread {
    ucontext_t context;
    bool hasEnded = false;
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

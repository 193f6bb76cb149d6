// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The coroutines of threadgroup.h. A thread is started once and runs its part of one threadgroup after the other.
// Threads are started as contexts and change by longjmp, which asks the system nothing.

#include "threadgroup.h"

#include <csetjmp>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace {

enum Wait { None, Barrier, Exchange };
enum { StackBytes = 64 * 1024 };

struct Thread {
  std::unique_ptr<char[]> stack;
  jmp_buf place;
  bool hasStarted = false, hasEnded = false;
  Wait waits = None;
  std::uint32_t posted = 0;
};

} // namespace

struct Threadgroup::Threads {
  static inline Threads *running = nullptr;
  std::vector<Thread> all;
  unsigned current = 0;
  jmp_buf scheduler;
  void (*body)(void *, unsigned) = nullptr;
  void *context = nullptr;

  unsigned simdgroups() const {
    return unsigned((all.size() + SimdgroupThreads - 1) / SimdgroupThreads);
  }

  unsigned number(unsigned simdgroup, unsigned lane) const {
    return lane * simdgroups() + simdgroup;
  }

  /// Leaves the running thread until it has its next turn.
  static void pause() {
    if (_setjmp(running->all[running->current].place) == 0)
      _longjmp(running->scheduler, 1);
  }

  [[noreturn]] static void live() {
    for (;;) {
      running->body(running->context, running->current);
      running->all[running->current].hasEnded = true;
      pause();
    }
  }

  [[noreturn]] static void start(Thread &thread) {
    thread.hasStarted = true;
    thread.stack.reset(new char[StackBytes]);
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = thread.stack.get();
    context.uc_stack.ss_size = StackBytes;
    context.uc_link = nullptr;
    makecontext(&context, &live, 0);
    setcontext(&context);
    __builtin_unreachable();
  }

  /// Gives a thread its turn.
  void take_turn(unsigned thread) {
    current = thread;
    if (_setjmp(scheduler) != 0)
      return;
    if (!all[thread].hasStarted)
      start(all[thread]);
    _longjmp(all[thread].place, 1);
  }

  static void wait_for(Wait what) {
    running->all[running->current].waits = what;
    pause();
  }

  bool wait_alike() const {
    for (const Thread &thread : all)
      if (thread.waits != all[0].waits)
        return false;
    return true;
  }
};

Threadgroup::Threadgroup() : threads(new Threads) {}

Threadgroup::~Threadgroup() {
  delete threads;
}

bool Threadgroup::run(unsigned count, void (*body)(void *, unsigned), void *context) {
  threads->all.resize(count);
  threads->body = body;
  threads->context = context;
  Threads::running = threads;
  for (Thread &thread : threads->all) {
    thread.hasEnded = false;
    thread.waits = None;
  }
  for (unsigned ended = 0; ended < count;) {
    for (unsigned thread = 0; thread < count; ++thread) {
      threads->take_turn(thread);
      ended += threads->all[thread].hasEnded;
    }
    if ((ended != 0 && ended != count) || !threads->wait_alike())
      return false;
  }
  return true;
}

void Threadgroup::wait() {
  Threads::wait_for(Barrier);
}

std::uint32_t Threadgroup::exchange_words(std::uint32_t value, unsigned mask) {
  Threads &threads = *Threads::running;
  threads.all[threads.current].posted = value;
  Threads::wait_for(Exchange);
  unsigned caller = threads.current, simdgroups = threads.simdgroups();
  unsigned partner = threads.number(caller % simdgroups, caller / simdgroups ^ mask);
  std::uint32_t result = threads.all.at(partner).posted;
  Threads::wait_for(Exchange); // so that nobody posts the next before all have read
  return result;
}

unsigned Threadgroup::simdgroup(unsigned thread) const {
  return thread % threads->simdgroups();
}

unsigned Threadgroup::lane(unsigned thread) const {
  return thread / threads->simdgroups();
}

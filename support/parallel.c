// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See parallel.h.

#include "support/parallel.h"

#include <stdatomic.h>
#include <threads.h>

enum { maxThreads = 64 };

typedef struct Work {
  size_t count;
  atomic_size_t next;
  void (*job)(size_t index, void *userData);
  void *userData;
} Work;

static int run(void *argument) {
  Work *work = argument;
  for (size_t index = atomic_fetch_add(&work->next, 1); index < work->count; index = atomic_fetch_add(&work->next, 1))
    work->job(index, work->userData);
  return 0;
}

void accyParallelFor(unsigned threads, size_t count, void (*job)(size_t index, void *userData), void *userData) {
  Work work = {.count = count, .job = job, .userData = userData};
  thrd_t others[maxThreads];
  unsigned started = 0;
  while (started + 1 < threads && started + 1 < count && started < maxThreads &&
         thrd_create(&others[started], run, &work) == thrd_success)
    ++started;
  run(&work);
  for (unsigned i = 0; i < started; ++i)
    thrd_join(others[i], NULL);
}

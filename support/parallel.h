// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Independent jobs on several threads.

#ifndef ACCY_SUPPORT_PARALLEL_H
#define ACCY_SUPPORT_PARALLEL_H

#include <stddef.h>

/// Calls `job(index, userData)` once for each index below `count`, on up to `threads` threads, the caller's among
/// them, in no particular order, and returns when all are done. Threads that cannot be started are done without.
void accyParallelFor(unsigned threads, size_t count, void (*job)(size_t index, void *userData), void *userData);

#endif // ACCY_SUPPORT_PARALLEL_H

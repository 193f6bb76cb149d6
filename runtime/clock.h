// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time for benchmarks.
#ifndef ACCY_RUNTIME_CLOCK_H
#define ACCY_RUNTIME_CLOCK_H

/// Seconds on a clock that never steps back, from an arbitrary start.
double accyClockSeconds(void);

#endif

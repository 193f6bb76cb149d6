// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Timing of an executable.
#ifndef ACCY_TOOLS_ACCY_RUN_BENCHMARK_H
#define ACCY_TOOLS_ACCY_RUN_BENCHMARK_H

#include "accy-c/Runtime.h"

/// Runs the executable `runs` times as a whole and as often again with times for each kernel, and prints a table of
/// median and least times. Its inputs must be set.
bool benchmarkRun(AccyExecutable executable, size_t runs, AccyRuntimeError *error);

#endif

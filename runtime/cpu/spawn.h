// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running the system's C compiler driver, without a shell.
#ifndef ACCY_RUNTIME_CPU_SPAWN_H
#define ACCY_RUNTIME_CPU_SPAWN_H

#include "runtime/cpu/folder.h"

/// Runs the driver in the folder with these options, a list that ends in null, and waits for it.
/// Fails, with what the driver printed, when none is found or when it fails.
bool accyCpuRunCompilerDriver(const AccyCpuFolder *folder, const char *const *options, AccyRuntimeError *error);

#endif

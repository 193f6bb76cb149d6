// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From object files to callable functions: one shared library, made by the system's C compiler driver.
#ifndef ACCY_RUNTIME_CPU_LINK_H
#define ACCY_RUNTIME_CPU_LINK_H

#include "runtime/device.h"

/// Calls one launch's entry. `arguments[i]` points to argument i, a pointer or a number.
typedef void (*AccyCpuLaunchFunction)(void *const *arguments);

typedef struct AccyCpuLibrary {
  void *handle;
  /// One for each launch of the program.
  AccyCpuLaunchFunction *functions;
} AccyCpuLibrary;

/// Links the program's object files into a shared library in a temporary folder, loads it and removes the folder, on
/// every path. The driver is $ACCY_CC, or else the first of cc, clang-22, clang and gcc that is there.
bool accyCpuLibraryLink(const AccyDeviceProgram *program, AccyCpuLibrary *outLibrary, AccyRuntimeError *error);

/// Unloads the library. A cleared one is allowed.
void accyCpuLibraryUnload(AccyCpuLibrary *library);

#endif

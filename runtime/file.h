// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing a file whole or not at all.
#ifndef ACCY_RUNTIME_FILE_H
#define ACCY_RUNTIME_FILE_H

#include "accy-c/Runtime.h"

#include <stdio.h>

/// Writes the contents of a file; false when that fails, with `errno` as the reason.
typedef bool (*AccyFileContents)(FILE *file, void *userData);

/// Makes the file at `path`, or puts a new one in its place: the contents go to a temporary name beside it, which is
/// renamed when all is written. On failure the temporary file is removed and what was there is left as it was.
bool accyFileReplace(const char *path, AccyFileContents contents, void *userData, AccyRuntimeError *error);

#endif

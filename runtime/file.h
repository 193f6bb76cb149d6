// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing a file whole or not at all.
#ifndef ACCY_RUNTIME_FILE_H
#define ACCY_RUNTIME_FILE_H

#include "accy-c/Runtime.h"
#include "planner/arena.h"

#include <stdio.h>

/// Writes the contents of a file; false when that fails, with `errno` as the reason.
typedef bool (*AccyFileContents)(FILE *file, void *userData);

/// Makes the file at `path`, or puts a new one, with the old one's permissions, in its place: the contents go to a
/// temporary name beside it, which is renamed when all is written. On failure the temporary file is removed and what
/// was there is left as it was. Of a symbolic link it is the file that it leads to that is made or replaced. What is no
/// file that could be replaced, a device or a pipe, is written to.
bool accyFileReplace(const char *path, AccyFileContents contents, void *userData, AccyRuntimeError *error);

/// Whether `path` leads to something that can be written to but not replaced: a device or a pipe.
bool accyFileIsStream(const char *path);

/// The name that `path` leads to when symbolic links are followed, of a file that is there or could be made. It is
/// `path` itself or in the arena; null, with `errno` as the reason, when links lead in a circle or memory is short.
const char *accyFileFollowLinks(AccyArena *arena, const char *path);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that get their name when they are complete.
#ifndef ACCY_BUNDLE_TEMPORARY_FILE_H
#define ACCY_BUNDLE_TEMPORARY_FILE_H

#include "planner/arena.h"

#include <stdio.h>

/// Makes a file beside `path`, of a name that no file has, and opens it for writing. `*outName` is in the arena. Null,
/// with `errno` as the reason, when that fails.
FILE *bundleOpenTemporary(AccyArena *arena, const char *path, const char **outName);

#endif // ACCY_BUNDLE_TEMPORARY_FILE_H

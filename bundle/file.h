// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Reading the files of a bundle.

#ifndef ACCY_BUNDLE_FILE_H
#define ACCY_BUNDLE_FILE_H

#include "bundle/fields.h"
#include "planner/arena.h"

#include <stdint.h>

/// Reads the whole file `name` in `folder` into the arena. Fails with InvalidArtifact when the name leads out of the
/// folder or the file cannot be read; `path` says in messages which key names it.
bool accyFileReadAll(const char *folder, const char *name, AccyArena *arena, void **outData, uint64_t *outBytes,
                     const AccyJsonPath *path, AccyStatus *status);

/// Likewise, and fails when the file has another length than `bytes`.
bool accyFileRead(const char *folder, const char *name, uint64_t bytes, AccyArena *arena, void **outData,
                  const AccyJsonPath *path, AccyStatus *status);

#endif // ACCY_BUNDLE_FILE_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of a bundle. All failures are InvalidArtifact and name the file. Internal to bundle/.
#ifndef ACCY_BUNDLE_FILES_H
#define ACCY_BUNDLE_FILES_H

#include "planner/plan.h"

/// Whether `path` is relative, without empty, "." and ".." parts or backslashes: a name inside the folder.
bool bundlePathIsInside(const char *path);

/// The text `folder`/`path``suffix` in the arena, or null when memory runs out.
char *bundleJoin(AccyArena *arena, const char *folder, const char *path, const char *suffix);

/// Reads a whole file of the folder into the arena, with a NUL behind it. `expected` is its size, or null when any will
/// do. Links that lead out of the folder are refused.
bool bundleReadFile(AccyArena *arena, const char *folder, const char *path, const uint64_t *expected,
                    const void **outData, uint64_t *outBytes, AccyStatus *status);

/// Reads the file at `path` into the arena. `*outFolder` becomes the folder that it lies in.
bool bundleReadDocument(AccyArena *arena, const char *path, const char **outFolder, const void **outText,
                        uint64_t *outLength, AccyStatus *status);

/// A set of files being written: each under a temporary name until all are complete.
typedef struct BundleWriter {
  const char *folder;
  bool made_folder;
  AccyArena arena;
  uint32_t count, capacity;
  const char **paths;
  const char **temporaries; // null where the file has its name
} BundleWriter;

/// Makes the folder if need be. `capacity`: the most files that will be added.
bool bundleWriterStart(BundleWriter *writer, const char *folder, uint32_t capacity, AccyStatus *status);

/// Writes a file under a temporary name. Fails also when what has its name is no file: a folder, a link, a pipe or a
/// device is not replaced.
bool bundleWriterAdd(BundleWriter *writer, const char *path, const void *data, uint64_t bytes, AccyStatus *status);

/// Gives all files their names, in the order they were added.
bool bundleWriterCommit(BundleWriter *writer, AccyStatus *status);

/// Removes what still has a temporary name, and the folder if it was made and is empty. To be called at the end always.
void bundleWriterFinish(BundleWriter *writer);

#endif // ACCY_BUNDLE_FILES_H

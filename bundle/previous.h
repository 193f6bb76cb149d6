// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bundle that a folder holds before another is written into it. Internal to bundle/.
#ifndef ACCY_BUNDLE_PREVIOUS_H
#define ACCY_BUNDLE_PREVIOUS_H

#include "bundle/files.h"

/// Sets `*outNames` to the names of the files of the folder's bundle: plan.json, the constants and payloads that it
/// lists, and the C interface where there is one; there are none when there is no plan.json or it is no object of JSON.
/// Names that lead out of the folder are left out. The names live in the arena.
bool bundleListFiles(AccyArena *arena, const char *folder, const char *const **outNames, uint32_t *outCount,
                     AccyStatus *status);

/// Whether a file of a C interface may be written under that name: none is there that somebody else has made. Fails
/// with InvalidArtifact.
bool bundleCheckCFile(const char *folder, const char *path, AccyStatus *status);

/// Removes those of the files that are not among `kept`. A name that no file has any more is no error, and what lies
/// below the folder is left alone.
bool bundleRemoveStale(AccyArena *arena, const char *folder, const char *const *names, uint32_t count,
                       const char *const *kept, uint32_t keptCount, AccyStatus *status);

#endif // ACCY_BUNDLE_PREVIOUS_H

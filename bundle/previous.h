// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bundle that a folder holds before another is written into it. Internal to bundle/.
#ifndef ACCY_BUNDLE_PREVIOUS_H
#define ACCY_BUNDLE_PREVIOUS_H

#include "bundle/files.h"

/// Sets `*outNames` to the names of the files that the folder's plan.json lists, constants and payloads; there are none
/// when there is no plan.json or it is no object of JSON. Names that lead out of the folder or into one below are left
/// out: no bundle of ours has such. The names live in the arena.
bool bundlePreviousFiles(AccyArena *arena, const char *folder, const char ***outNames, uint32_t *outCount,
                         AccyStatus *status);

/// Removes those of the files that are not among `kept`. A name that no file has any more is no error.
bool bundleRemoveStale(AccyArena *arena, const char *folder, const char *const *names, uint32_t count,
                       const char *const *kept, uint32_t keptCount, AccyStatus *status);

#endif // ACCY_BUNDLE_PREVIOUS_H

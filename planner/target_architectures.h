// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no device of an architecture has.

#ifndef ACCY_PLANNER_TARGET_ARCHITECTURES_H
#define ACCY_PLANNER_TARGET_ARCHITECTURES_H

#include "accy-c/Target.h"

/// Whether the backend has an architecture of that name; then, the dtypes (a set of AccyDtype) and features (of
/// AccyFeature) that none of its devices has, whatever a profile says.
bool accyArchitectureFind(AccyBackend backend, const char *name, AccySet *outMissingDtypes,
                          AccySet *outMissingFeatures);

/// Writes the names of the backend's architectures to `outText` of `size` bytes: in order, with spaces between, cut
/// where they do not fit.
void accyListArchitectures(AccyBackend backend, char *outText, size_t size);

#endif // ACCY_PLANNER_TARGET_ARCHITECTURES_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choosing one of several drivers or cards of a device by number or name.
#ifndef ACCY_RUNTIME_HARDWARE_H
#define ACCY_RUNTIME_HARDWARE_H

#include "accy-c/Runtime.h"

/// Whether the choice leaves it open, or means hardware `index` of that name.
bool accyHardwareMatches(const AccyDeviceChoice *choice, size_t index, const char *name);

/// The names of what there is, joined for a message and cut off when too long.
typedef struct AccyHardwareList {
  char names[512];
} AccyHardwareList;

void accyHardwareListAdd(AccyHardwareList *list, const char *name);

/// Fails because nothing of `names` matches the choice.
bool accyHardwareFail(const AccyDeviceChoice *choice, const char *names, AccyRuntimeError *error);

#endif

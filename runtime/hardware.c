// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choosing one of several drivers or cards of a device by number or name.
#define _GNU_SOURCE
#include "runtime/hardware.h"

#include "runtime/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool accyHardwareMatches(const AccyDeviceChoice *choice, size_t index, const char *name) {
  if (!choice->hardware)
    return true;
  char *end;
  unsigned long number = strtoul(choice->hardware, &end, 10);
  bool isNumber = choice->hardware[0] >= '0' && choice->hardware[0] <= '9' && *end == '\0';
  return isNumber ? number == index : strcasestr(name, choice->hardware) != NULL;
}

void accyHardwareListAdd(AccyHardwareList *list, const char *name) {
  size_t length = strlen(list->names);
  snprintf(list->names + length, sizeof list->names - length, "%s%s", length ? ", " : "", name);
}

bool accyHardwareFail(const AccyDeviceChoice *choice, const char *names, AccyRuntimeError *error) {
  return accyRuntimeFail(error, "none of what is here is '%s': %s", choice->hardware, names);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// See names.h.

#include "bundle/names.h"

#include <stdio.h>

void accyPayloadFileName(const AccyKernel *kernel, char outName[ACCY_FILE_NAME_CAPACITY]) {
  snprintf(outName, ACCY_FILE_NAME_CAPACITY, "%s.%s", kernel->contract.entry,
           accyFormatFileExtension(kernel->contract.format));
}

void accyConstantFileName(const AccySlot *slot, char outName[ACCY_FILE_NAME_CAPACITY]) {
  snprintf(outName, ACCY_FILE_NAME_CAPACITY, "constant_%u.bin", slot->id);
}

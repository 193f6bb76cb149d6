// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Names of the files in a bundle.

#ifndef ACCY_BUNDLE_NAMES_H
#define ACCY_BUNDLE_NAMES_H

#include "planner/types.h"

#define ACCY_FILE_NAME_CAPACITY (ACCY_NAME_CAPACITY + 16)

/// The file of a kernel's payload: its entry and the ending of its format.
void accyPayloadFileName(const AccyKernel *kernel, char outName[ACCY_FILE_NAME_CAPACITY]);

/// The file of a constant slot's bytes.
void accyConstantFileName(const AccySlot *slot, char outName[ACCY_FILE_NAME_CAPACITY]);

#endif // ACCY_BUNDLE_NAMES_H

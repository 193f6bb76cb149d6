// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of sets by name, for diagnostics that say what a target has.
#ifndef ACCY_PLANNER_SET_NAMES_H
#define ACCY_PLANNER_SET_NAMES_H

#include "accy-c/Enums.h"

#include <stddef.h>

// Each writes the names of the set's members to `outText` of `size` bytes: in order, with spaces between, cut where
// they do not fit; "none" for an empty set.
void accyListDtypes(AccySet set, char *outText, size_t size);
void accyListFeatures(AccySet set, char *outText, size_t size);
void accyListSubgroupOperations(AccySet set, char *outText, size_t size);
void accyListLayoutSupports(AccySet set, char *outText, size_t size);
void accyListRuntimeFeatures(AccySet set, char *outText, size_t size);

#endif // ACCY_PLANNER_SET_NAMES_H

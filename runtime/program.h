// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a plan to a device program: buffers and regions for slots, arguments and fills for launches.
#ifndef ACCY_RUNTIME_PROGRAM_H
#define ACCY_RUNTIME_PROGRAM_H

#include "planner/plan.h"
#include "runtime/device.h"

/// Bytes to be written to a region once, before the first run: a constant or an element count.
typedef struct AccyProgramConstant {
  AccyDeviceRegion region;
  const void *data;
  size_t bytes;
} AccyProgramConstant;

/// The arrays live in `arena`; slots' constants belong to the plan, which must outlive the program.
typedef struct AccyProgram {
  AccyArena arena;
  AccyDeviceProgram device;
  /// One for each slot of the plan, in its order.
  AccyDeviceRegion *slotRegions;
  AccyProgramConstant *constants;
  size_t constantCount;
} AccyProgram;

/// Lays out all buffers and launches. Regions start at multiples of `regionAlignment`; an allocation of the memory plan
/// whose offset is not such a multiple gets a buffer of its own. Slots of 0 bytes get a region of 4.
/// Owns: `*outProgram` is to be given to accyProgramFree. On failure nothing is held.
bool accyProgramBuild(const AccyPlan *plan, size_t regionAlignment, AccyProgram *outProgram, AccyRuntimeError *error);

void accyProgramFree(AccyProgram *program);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the outside sees of a plan: its inputs and outputs.
#ifndef ACCY_RUNTIME_INTERFACE_H
#define ACCY_RUNTIME_INTERFACE_H

#include "accy-c/Runtime.h"
#include "planner/plan.h"

/// Fails unless every input and output of the plan is a dense row-major tensor whose bytes its shape explains.
bool accyInterfaceCheck(const AccyPlan *plan, AccyRuntimeError *error);

/// Fails unless the tensor has the type of the slot, which is the `index`-th of its `kind` ("input", "output").
bool accyInterfaceCheckTensor(const AccySlot *slot, const char *kind, size_t index, const AccyTensor *tensor,
                              AccyRuntimeError *error);

#endif

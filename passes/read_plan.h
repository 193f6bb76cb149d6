// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choir.program that carries all stage records, as the planner's plan.

#ifndef ACCY_PASSES_READ_PLAN_H
#define ACCY_PASSES_READ_PLAN_H

#include "mlir-c/IR.h"
#include "planner/plan.h"

/// Reads the slots of a program whose memory spaces and layouts are assigned into the plan.
MlirLogicalResult accyReadSlots(MlirOperation program, AccyPlan *plan);

/// Reads inputs and outputs: slots in order, and the operands of choir.return.
MlirLogicalResult accyReadInterface(MlirOperation program, AccyPlan *plan);

/// The slot id of the operation's operand.
uint32_t accyOperandSlot(MlirOperation op, intptr_t index);

/// Reads a fully planned and emitted program into an empty plan. A failure is reported at the operation at fault and
/// leaves the plan half read.
MlirLogicalResult accyReadProgram(MlirOperation program, AccyPlan *plan);

/// Reads a fully planned and emitted program. `*outPlan` is the caller's (accyPlanDestroy); nothing is written on
/// failure, which is reported at the operation at fault.
MlirLogicalResult accyReadPlan(MlirOperation program, AccyPlan **outPlan);

#endif // ACCY_PASSES_READ_PLAN_H

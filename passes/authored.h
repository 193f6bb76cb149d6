// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Authored kernels: gpu.func operations of the user's own in a `gpu.module @authored` beside the functions. Each
// program holds a copy of the module, so that they are lowered for its target and join its plan as standalone kernels.
// Spec: planner.md, section 4.

#ifndef ACCY_PASSES_AUTHORED_H
#define ACCY_PASSES_AUTHORED_H

#include "accy-c/Plan.h"
#include "mlir-c/IR.h"
#include "passes/plan_records.h"
#include "passes/target.h"

/// The body of the module's `gpu.module @authored`, made when there is none.
MlirBlock accyModuleGetAuthored(MlirOperation module);

/// Gives each program of the module that lacks one a copy of the module's `gpu.module @authored` and takes that out;
/// a module without programs keeps it.
void accyModuleAdoptAuthored(MlirOperation module);

/// The program's first authored gpu.func, and the one after `function`; null when there is none.
MlirOperation accyProgramFirstAuthored(MlirOperation program);
MlirOperation accyProgramNextAuthored(MlirOperation function);

/// Plans one authored kernel of the program by its `choir.geometry`; fails where that is none of the target's.
MlirLogicalResult accyPlanAuthoredLaunch(MlirOperation program, MlirOperation function, const AccyProgramTarget *target,
                                         AccyLaunchRecord *outRecord);

/// Plans each authored kernel of the program: the launch is its `choir.geometry`, and the record `plan` is left on it.
MlirLogicalResult accyPlanAuthored(MlirOperation program, const AccyProgramTarget *target);

/// The standalone kernel of a planned and emitted authored function, added to the plan.
MlirLogicalResult accyReadAuthored(MlirOperation function, const AccyPayload *payload, const AccyTargetProfile *target,
                                   AccyPlan *plan);

#endif // ACCY_PASSES_AUTHORED_H

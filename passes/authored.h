// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Authored kernels: gpu.func operations of the user's own in any gpu.module beside the functions. Each program holds a
// copy of these modules, so that they are lowered for its target and join its plan as standalone kernels. In a program
// `gpu.module @kernels` holds the functions of generated kernels, and every other one is the user's.
// Spec: planner.md, section 4.

#ifndef ACCY_PASSES_AUTHORED_H
#define ACCY_PASSES_AUTHORED_H

#include "accy-c/Plan.h"
#include "mlir-c/IR.h"
#include "passes/plan_records.h"
#include "passes/target.h"

/// The body of the module's `gpu.module @authored`, made when there is none.
MlirBlock accyModuleGetAuthored(MlirOperation module);

/// Gives each program of the module a copy of the module's own gpu.modules, under names that are free there, and takes
/// those out; a module without programs keeps them. Reports one that stands in a module within the module.
MlirLogicalResult accyModuleAdoptAuthored(MlirOperation module);

/// The program's first gpu.module of the user's, and the one after `module`; null when there is none.
MlirOperation accyProgramFirstAuthoredModule(MlirOperation program);
MlirOperation accyProgramNextAuthoredModule(MlirOperation module);

/// The program's first authored gpu.func, of all these modules, and the one after `function`; null when there is none.
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

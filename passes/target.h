// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target that a program is compiled for, recorded on choir.program as `target = {backend, format, profile}`, with
// `capabilities` besides when the profile is not a built-in one. A module may record what its functions are to be
// compiled for as `choir.target`, in the same form.

#ifndef ACCY_PASSES_TARGET_H
#define ACCY_PASSES_TARGET_H

#include "mlir-c/IR.h"
#include "planner/plan.h"

/// A target and the name that it was asked for by, as `cuda:sm_90`.
typedef struct AccyProgramTarget {
  AccyTargetProfile profile;
  bool described; // by a file or a caller; otherwise the name stands for a built-in profile
  char name[ACCY_NAME_CAPACITY];
} AccyProgramTarget;

/// Chooses the target of a program: the given names (either may be empty; a target that ends in `.json` is a file with
/// a profile) together with what the program or its module has recorded. Reports an error at the program when they do
/// not agree or are unknown. Spec: section 2.
MlirLogicalResult accyProgramChooseTarget(MlirOperation program, MlirStringRef target, MlirStringRef format,
                                          AccyProgramTarget *outTarget);

/// The record of a target: the attribute `target` of a program, or `choir.target` of a module for all in it.
MlirAttribute accyTargetAttribute(MlirContext context, const AccyProgramTarget *target);

/// The target of a profile that a caller describes, named BACKEND:NAME. Fails with InvalidArtifact or
/// UnsupportedArtifactFormat when the profile makes no sense.
bool accyProgramTargetDescribe(const AccyTargetProfile *profile, AccyProgramTarget *outTarget, AccyStatus *status);

/// Records the target on the program.
void accyProgramSetTarget(MlirOperation program, const AccyProgramTarget *target);

/// The target recorded on the program; reports an error that names the pass to run when there is none.
MlirLogicalResult accyProgramGetTarget(MlirOperation program, AccyProgramTarget *outTarget);

/// Reports a planner failure at the operation, with the target's name and the status in brackets.
MlirLogicalResult accyEmitStatus(MlirOperation op, const AccyProgramTarget *target, const AccyStatus *status);

#endif // ACCY_PASSES_TARGET_H

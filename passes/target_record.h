// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target can do, in the IR: the entry `capabilities` of a record `target`, spelled as in plan.json.

#ifndef ACCY_PASSES_TARGET_RECORD_H
#define ACCY_PASSES_TARGET_RECORD_H

#include "accy-c/Target.h"
#include "mlir-c/IR.h"

/// The dictionary of the capabilities, the backend apart.
MlirAttribute accyCapabilitiesAttribute(MlirContext context, const AccyTargetCapabilities *capabilities);

/// Sets all but the backend. On failure `*outMissing` names the entry that is absent or malformed.
bool accyReadCapabilities(MlirAttribute dictionary, AccyTargetCapabilities *capabilities, const char **outMissing);

#endif // ACCY_PASSES_TARGET_RECORD_H

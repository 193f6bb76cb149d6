// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner's structs in the IR: resources on work items and kernels, launch plans on launches, memory plans on
// programs.

#ifndef ACCY_PASSES_PLAN_RECORDS_H
#define ACCY_PASSES_PLAN_RECORDS_H

#include "mlir-c/IR.h"
#include "passes/kernel_shape.h"
#include "planner/plan.h"
#include "support/attribute_maker.h"

/// What accy-plan leaves on a launch, beside its resources and geometry.
typedef struct AccyLaunchRecord {
  AccyKernelSource source;
  AccyLaunchKind launchKind;
  AccyCountArgument countArgument;
  AccyRequirements required;
  uint64_t bodyFingerprint;
  /// What a kernel call adds (passes/kernel_call.h), entry `kernel_call` of the record; null for generated kernels.
  MlirAttribute kernelCall;
  AccyLaunchResources launch;
} AccyLaunchRecord;

/// Writers: the attribute of each record.
MlirAttribute accyResourcesAttribute(AccyAttributeMaker *maker, const AccyResources *resources);
MlirAttribute accyLaunchRecordAttribute(AccyAttributeMaker *maker, const AccyLaunchRecord *record);
MlirAttribute accyDotShapeAttribute(AccyAttributeMaker *maker, const AccyDotShape *shape);
MlirAttribute accyReductionShapeAttribute(AccyAttributeMaker *maker, const AccyReductionShape *shape);
MlirAttribute accyMemoryPlanAttribute(AccyAttributeMaker *maker, const AccyMemoryPlan *plan);

/// Readers: report an error at the operation and return failure when the record is absent or malformed.
MlirLogicalResult accyReadResources(MlirOperation op, AccyResources *outResources);
MlirLogicalResult accyReadDotShapeRecord(MlirOperation kernel, AccyDotShape *outShape);
MlirLogicalResult accyReadReductionShapeRecord(MlirOperation kernel, AccyReductionShape *outShape);
MlirLogicalResult accyReadRequirements(MlirOperation kernel, AccyRequirements *outRequirements);
/// Whether the kernel has a record of accy-legalize that says it is legal; else an error is reported at it: the one
/// that the record's status names.
MlirLogicalResult accyCheckLegalization(MlirOperation kernel);
MlirAttribute accyRequirementsAttribute(AccyAttributeMaker *maker, const AccyRequirements *requirements);
MlirLogicalResult accyReadLaunchRecord(MlirOperation launch, AccyLaunchRecord *outRecord);
/// Arrays of `*outPlan` are allocated by malloc and the caller's; see accyMemoryPlanRecordFree.
MlirLogicalResult accyReadMemoryPlan(MlirOperation program, AccyMemoryPlan *outPlan);
void accyMemoryPlanRecordFree(AccyMemoryPlan *plan);

#endif // ACCY_PASSES_PLAN_RECORDS_H

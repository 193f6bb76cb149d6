// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See authored.h.

#include "passes/authored.h"

#include "accy-c/Target.h"
#include "passes/dtype.h"
#include "passes/geometry.h"
#include "passes/legality.h"
#include "passes/program.h"
#include "planner/set_names.h"
#include "support/ir.h"

#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Where they are
//===----------------------------------------------------------------------===//

static MlirOperation find_authored(MlirOperation parent) {
  return accyProgramFindSymbol(parent, "gpu.module", accyText("authored"));
}

MlirBlock accyModuleGetAuthored(MlirOperation module) {
  return accyBlockGetGpuModule(accyGetBlock(module, 0), mlirOperationGetLocation(module), "authored");
}

static MlirLogicalResult adopt(MlirOperation program, void *userData) {
  bool *adopted = userData;
  MlirOperation authored = find_authored(mlirOperationGetParentOperation(program));
  *adopted = true;
  if (!mlirOperationIsNull(find_authored(program)))
    return mlirLogicalResultSuccess();
  MlirBlock body = accyGetBlock(program, 0);
  mlirBlockInsertOwnedOperationBefore(body, mlirBlockGetTerminator(body), mlirOperationClone(authored));
  return mlirLogicalResultSuccess();
}

void accyModuleAdoptAuthored(MlirOperation module) {
  bool adopted = false;
  MlirOperation authored = find_authored(module);
  if (mlirOperationIsNull(authored))
    return;
  accyForEachProgram(module, adopt, &adopted);
  if (adopted)
    mlirOperationDestroy(authored);
}

MlirOperation accyProgramFirstAuthored(MlirOperation program) {
  MlirOperation authored = find_authored(program);
  if (mlirOperationIsNull(authored))
    return authored;
  return accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(authored, 0)), "gpu.func");
}

MlirOperation accyProgramNextAuthored(MlirOperation function) {
  return accyFindNext(mlirOperationGetNextInBlock(function), "gpu.func");
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

// The block's first arguments; threadgroup memories follow them.
static MlirLogicalResult require_dtypes(MlirOperation function, const AccyProgramTarget *target,
                                        AccyRequirements *required) {
  MlirBlock body = accyGetBlock(function, 0);
  char have[128];
  accyListDtypes(target->profile.capabilities.dtypes, have, sizeof have);
  for (intptr_t i = 0, n = accyCountBuffers(function); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    AccyDtype dtype;
    if (!mlirTypeIsAMemRef(type) || !accyDtypeOfType(mlirShapedTypeGetElementType(type), &dtype))
      return accyEmitOpError(function,
                             "takes as argument %ld what is no memref of elements that targets compute with; target "
                             "'%s' has %s [CapabilityMismatch]",
                             (long)i, target->name, have);
    required->dtypes |= ACCY_BIT(dtype);
  }
  return mlirLogicalResultSuccess();
}

// Threads may exchange values in the function's own block only; lowering checks that.
static void require_subgroup(MlirOperation function, AccyRequirements *required) {
  MlirOperation first = mlirBlockGetFirstOperation(accyGetBlock(function, 0));
  if (!mlirOperationIsNull(accyFindNext(first, "gpu.shuffle")))
    required->subgroup_operations |= ACCY_BIT(AccySubgroupOperationShuffle);
}

// An authored kernel has no output to count; what its launch amounts to is its threads.
static uint64_t count_threads(const AccyGeometry *geometry) {
  uint64_t count = 1;
  for (int i = 0; i < 3; ++i)
    if (__builtin_mul_overflow(count, geometry->grid[i], &count) ||
        __builtin_mul_overflow(count, geometry->threadgroup[i], &count))
      return UINT64_MAX;
  return count;
}

static MlirLogicalResult check_name(MlirOperation program, MlirOperation function) {
  MlirStringRef name = accyGetString(function, "sym_name");
  if (mlirOperationIsNull(accyProgramFindSymbol(program, "choir.kernel", name)))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(function, "has the name of a generated kernel: give it another [InvalidArtifact]");
}

MlirLogicalResult accyPlanAuthoredLaunch(MlirOperation program, MlirOperation function, const AccyProgramTarget *target,
                                         AccyLaunchRecord *outRecord) {
  AccyStatus status;
  AccyRequirements *required = &outRecord->required;
  *outRecord = (AccyLaunchRecord){.source = AccyKernelSourceChoirKernel, .launchKind = AccyLaunchKindAuthored};
  AccyLaunchRequest request = {.target = &target->profile.capabilities, .format = target->profile.format};
  if (mlirLogicalResultIsFailure(check_name(program, function)) ||
      mlirLogicalResultIsFailure(accyReadGeometry(function, &request.geometry, &request.has_geometry)) ||
      mlirLogicalResultIsFailure(require_dtypes(function, target, required)))
    return mlirLogicalResultFailure();
  if (!request.has_geometry)
    return accyEmitOpError(function, "is an authored kernel without a launch: give it choir.geometry = {grid = "
                                     "array<i64: X, Y, Z>, threadgroup = array<i64: X, Y, Z>} [InvalidArtifact]");
  AccyResources resources = {.static_bytes_complete = false, .element_count = count_threads(&request.geometry)};
  require_subgroup(function, required);
  request.needs_whole_subgroups = required->subgroup_operations != 0;
  request.shape = AccyLaunchShapeAuthored;
  request.resources = &resources;
  if (!accyTargetCheckRequirements(request.target, required, &status) ||
      !accyLaunchResourcesPlan(&request, &outRecord->launch, &status))
    return accyEmitStatus(function, target, &status);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyPlanAuthored(MlirOperation program, const AccyProgramTarget *target) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  AccyAttributeMaker maker = accyAttributeMakerForOne(mlirOperationGetContext(program));
  for (MlirOperation function = accyProgramFirstAuthored(program); !mlirOperationIsNull(function);
       function = accyProgramNextAuthored(function)) {
    AccyLaunchRecord record;
    if (mlirLogicalResultIsSuccess(accyPlanAuthoredLaunch(program, function, target, &record)))
      accySetAttribute(function, "plan", accyLaunchRecordAttribute(&maker, &record));
    else
      result = mlirLogicalResultFailure();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool make_kernel(MlirOperation function, const AccyLaunchRecord *record, const AccyPayload *payload,
                        const AccyTargetProfile *target, AccyPlan *plan, AccyStatus *status) {
  AccyScalar statics[ACCY_HOST_LOOP_ARGUMENTS];
  uint32_t staticCount = accyFormatIsHostLoop(target->format) ? ACCY_HOST_LOOP_ARGUMENTS : 0;
  MlirStringRef name = accyGetString(function, "sym_name");
  AccyArtifact artifact = {.backend = target->capabilities.backend, .format = target->format, .payload = *payload};
  AccyContract contract = {.source = record->source, .launch_kind = record->launchKind, .format = target->format};
  if (name.length >= sizeof artifact.entry)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "an entry name has %zu characters; it may have 1 to %d",
                    name.length, ACCY_NAME_CAPACITY - 1);
  memcpy(artifact.entry, name.data, name.length);
  memcpy(contract.entry, artifact.entry, sizeof contract.entry);
  artifact.argument_count = (uint32_t)accyCountBuffers(function) + staticCount;
  artifact.scalar_argument_count = staticCount;
  contract.argument_count = artifact.argument_count;
  contract.required = record->required;
  contract.payload_kind = payload->kind;
  contract.payload_bytes = payload->bytes;
  AccyKernel kernel;
  return (staticCount == 0 ||
          accyHostLoopArguments(record->launch.element_count, &record->launch.geometry, statics, status)) &&
         accyStandaloneKernel(&artifact, &record->launch, &contract, NULL, 0, statics, staticCount, &kernel, status) &&
         accyPlanAddKernel(plan, &kernel, status);
}

MlirLogicalResult accyReadAuthored(MlirOperation function, const AccyPayload *payload, const AccyTargetProfile *target,
                                   AccyPlan *plan) {
  AccyLaunchRecord record;
  AccyStatus status;
  if (mlirLogicalResultIsFailure(accyReadLaunchRecord(function, &record)))
    return mlirLogicalResultFailure();
  if (make_kernel(function, &record, payload, target, plan, &status))
    return mlirLogicalResultSuccess();
  return accyEmitOpError(function, "%s [%s]", status.message, accyStatusCodeName(status.code));
}

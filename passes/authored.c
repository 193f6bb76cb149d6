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

// Whether the operation is a gpu.module of the user's: in a program, `kernels` is the one of generated functions.
static bool is_authored(MlirOperation op) {
  return accyOperationIs(op, "gpu.module") && !accyTextEquals(accyGetString(op, "sym_name"), "kernels");
}

// The first gpu.module of the user's from `op` on, which may be null; null when there is none.
static MlirOperation find_module(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !is_authored(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

MlirOperation accyProgramFirstAuthoredModule(MlirOperation program) {
  return find_module(mlirBlockGetFirstOperation(accyGetBlock(program, 0)));
}

MlirOperation accyProgramNextAuthoredModule(MlirOperation module) {
  return find_module(mlirOperationGetNextInBlock(module));
}

// The first gpu.func of the module or of those after it; null when there is none.
static MlirOperation find_function(MlirOperation module) {
  for (; !mlirOperationIsNull(module); module = accyProgramNextAuthoredModule(module)) {
    MlirOperation function = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(module, 0)), "gpu.func");
    if (!mlirOperationIsNull(function))
      return function;
  }
  return module;
}

MlirOperation accyProgramFirstAuthored(MlirOperation program) {
  return find_function(accyProgramFirstAuthoredModule(program));
}

MlirOperation accyProgramNextAuthored(MlirOperation function) {
  MlirOperation next = accyFindNext(mlirOperationGetNextInBlock(function), "gpu.func");
  return mlirOperationIsNull(next)
             ? find_function(accyProgramNextAuthoredModule(mlirOperationGetParentOperation(function)))
             : next;
}

//===----------------------------------------------------------------------===//
// Adoption
//===----------------------------------------------------------------------===//

MlirBlock accyModuleGetAuthored(MlirOperation module) {
  return accyBlockGetGpuModule(accyGetBlock(module, 0), mlirOperationGetLocation(module), "authored");
}

static bool has_symbol(MlirBlock block, MlirStringRef name) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirStringRefEqual(accyGetString(op, "sym_name"), name))
      return true;
  return false;
}

// Names the module so that nothing which a program has or will have is named alike. Nothing refers to it by its name.
static void choose_name(MlirOperation authored, MlirBlock program) {
  static const char generated[] = "accy_choir_";
  MlirStringRef name = accyGetString(authored, "sym_name");
  bool isTaken = accyTextEquals(name, "kernels") || has_symbol(program, name) ||
                 (name.length >= sizeof generated - 1 && memcmp(name.data, generated, sizeof generated - 1) == 0);
  char other[32];
  for (unsigned i = 0; isTaken; ++i) {
    snprintf(other, sizeof other, "authored_%u", i);
    name = accyText(other);
    isTaken = has_symbol(program, name);
  }
  accySetAttribute(authored, "sym_name", accyStringRefAttribute(mlirOperationGetContext(authored), name));
}

// What the module that is taken apart and its programs share.
typedef struct Adoption {
  MlirBlock module;
  bool hasPrograms;
} Adoption;

static MlirLogicalResult adopt(MlirOperation program, void *userData) {
  Adoption *adoption = userData;
  MlirBlock body = accyGetBlock(program, 0);
  adoption->hasPrograms = true;
  ACCY_FOR_EACH(authored, adoption->module, "gpu.module") {
    MlirOperation copy = mlirOperationClone(authored);
    choose_name(copy, body);
    mlirBlockInsertOwnedOperationBefore(body, mlirBlockGetTerminator(body), copy);
  }
  return mlirLogicalResultSuccess();
}

static MlirWalkResult find_misplaced(MlirOperation op, void *userData) {
  MlirOperation *found = userData;
  if (accyOperationIs(op, "choir.program"))
    return MlirWalkResultSkip;
  if (!accyOperationIs(op, "gpu.module"))
    return MlirWalkResultAdvance;
  *found = op;
  return MlirWalkResultInterrupt;
}

// Passes look for functions in the outermost module alone, and so for what stands beside them.
static MlirLogicalResult check_places(MlirBlock module) {
  MlirOperation misplaced = {NULL};
  ACCY_FOR_EACH(inner, module, "builtin.module") {
    mlirOperationWalk(inner, find_misplaced, &misplaced, MlirWalkPreOrder);
    if (!mlirOperationIsNull(misplaced))
      return accyEmitOpError(misplaced, "stands in a module within the module, where no function is compiled: put it "
                                        "beside the functions [UnsupportedOperation]");
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyModuleAdoptAuthored(MlirOperation module) {
  Adoption adoption = {accyGetBlock(module, 0), false};
  MlirOperation next;
  accyForEachProgram(module, adopt, &adoption);
  if (!adoption.hasPrograms)
    return mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(adoption.module); !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (accyOperationIs(op, "gpu.module"))
      mlirOperationDestroy(op);
  }
  return check_places(adoption.module);
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

// Entries are told apart by their names.
static MlirLogicalResult check_name(MlirOperation program, MlirOperation function) {
  MlirStringRef name = accyGetString(function, "sym_name");
  if (!mlirOperationIsNull(accyProgramFindSymbol(program, "choir.kernel", name)))
    return accyEmitOpError(function, "has the name of a generated kernel: give it another [InvalidArtifact]");
  for (MlirOperation other = accyProgramFirstAuthored(program); !mlirOperationEqual(other, function);
       other = accyProgramNextAuthored(other)) {
    MlirStringRef module = accyGetString(mlirOperationGetParentOperation(other), "sym_name");
    if (mlirStringRefEqual(accyGetString(other, "sym_name"), name))
      return accyEmitOpError(function,
                             "has the name of a kernel of gpu.module @%.*s: entries are told apart by their names, so "
                             "give it another [InvalidArtifact]",
                             (int)module.length, module.data);
  }
  return mlirLogicalResultSuccess();
}

// What gpu.func says of its launch by attributes of its own, as 32-bit extents, agrees with what is launched.
static MlirLogicalResult check_known_extents(MlirOperation function, const char *name, const uint32_t extents[3]) {
  MlirAttribute known = accyGetAttribute(function, name);
  if (mlirAttributeIsNull(known) || !mlirAttributeIsADenseI32Array(known))
    return mlirLogicalResultSuccess();
  for (intptr_t i = 0, n = mlirDenseArrayGetNumElements(known); i < 3; ++i)
    if (i < n && (uint32_t)mlirDenseI32ArrayGetElement(known, i) != extents[i])
      return accyEmitOpError(function, "has a '%s' other than its choir.geometry: let them agree [InvalidArtifact]",
                             name);
  return mlirLogicalResultSuccess();
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
  if (mlirLogicalResultIsFailure(check_known_extents(function, "known_grid_size", request.geometry.grid)) ||
      mlirLogicalResultIsFailure(check_known_extents(function, "known_block_size", request.geometry.threadgroup)))
    return mlirLogicalResultFailure();
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

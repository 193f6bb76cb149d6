// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-plan: launch resources, candidates, arguments and contract of each launch. Spec: planner.md, sections 4 to 7.

#include "planner/plan.h"
#include "accy-c/KernelCall.h"
#include "accy-c/Launch.h"
#include "accy-c/Target.h"
#include "passes/authored.h"
#include "passes/body_fingerprint.h"
#include "passes/dtype.h"
#include "passes/kernel_call.h"
#include "passes/launch_request.h"
#include "passes/legality.h"
#include "passes/passes.h"
#include "passes/pipeline.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/target.h"
#include "support/attribute_maker.h"
#include "support/ir.h"

#include <stdio.h>

//===----------------------------------------------------------------------===//
// What is to be launched
//===----------------------------------------------------------------------===//

static MlirLogicalResult describe_dot(MlirOperation kernel, AccyLaunchRequest *request) {
  AccyDotShape shape;
  if (mlirLogicalResultIsFailure(accyReadDotShapeRecord(kernel, &shape)))
    return mlirLogicalResultFailure();
  accyLaunchRequestSetDot(request, &shape);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult describe_reduction(MlirOperation kernel, AccyLaunchRequest *request) {
  AccyReductionShape shape;
  if (mlirLogicalResultIsFailure(accyReadReductionShapeRecord(kernel, &shape)))
    return mlirLogicalResultFailure();
  accyLaunchRequestSetReduction(request, &shape);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult describe(MlirOperation kernel, MlirOperation function, AccyKernelKind kind,
                                  AccyLaunchRequest *request) {
  if ((kind == AccyKernelKindDotGeneral && mlirLogicalResultIsFailure(describe_dot(kernel, request))) ||
      (kind == AccyKernelKindReduction && mlirLogicalResultIsFailure(describe_reduction(kernel, request))))
    return mlirLogicalResultFailure();
  return accyLaunchRequestAddFunction(request, function, kind);
}

static AccyLaunchKind launch_kind(AccyKernelKind kind) {
  switch (kind) {
  case AccyKernelKindDotGeneral:
    return AccyLaunchKindDotGeneral;
  case AccyKernelKindReduction:
    return AccyLaunchKindReduction;
  default:
    return AccyLaunchKindGeneric;
  }
}

//===----------------------------------------------------------------------===//
// One launch
//===----------------------------------------------------------------------===//

// One program under way: what all its launches share.
typedef struct Planner {
  AccyProgramTarget target;
  AccyProgramIndex index;
  const AccyKernelRegistry *registry; // null: none
  AccyAttributeMaker maker;
  AccyBodyHasher hasher;
} Planner;

static MlirLogicalResult plan_kernel(Planner *planner, MlirOperation launch, MlirOperation kernel,
                                     MlirOperation function, AccyKernelKind kind) {
  const AccyTargetProfile *profile = &planner->target.profile;
  AccyStatus status;
  AccyResources resources;
  uint64_t threadgroupBytes;
  AccyLaunchRecord record = {.source = AccyKernelSourceTensor,
                             .launchKind = launch_kind(kind),
                             .countArgument = accyGeneratedCountArgument(kind)};
  AccyLaunchRequest request = {.target = &profile->capabilities, .format = profile->format, .resources = &resources};
  if (mlirLogicalResultIsFailure(accyReadResources(kernel, &resources)) ||
      mlirLogicalResultIsFailure(accyReadRequirements(kernel, &record.required)) ||
      mlirLogicalResultIsFailure(describe(kernel, function, kind, &request)) ||
      mlirLogicalResultIsFailure(accyCheckThreadgroupMemory(function, &planner->target, &threadgroupBytes)))
    return mlirLogicalResultFailure();
  request.scratch_memory_bytes = (uint32_t)threadgroupBytes; // no target has more
  request.needs_whole_subgroups = record.required.subgroup_operations != 0;
  accyResourcesClassify(&resources);
  if (!accyLaunchResourcesPlan(&request, &record.launch, &status))
    return accyEmitStatus(kernel, &planner->target, &status);
  record.bodyFingerprint = accyBodyFingerprint(&planner->hasher, function);
  if (record.bodyFingerprint == 0)
    return accyEmitOpError(function, "is too large a body to fingerprint [OutOfMemory]");
  accySetAttribute(launch, "plan", accyLaunchRecordAttribute(&planner->maker, &record));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult plan_call(Planner *planner, MlirOperation launch, MlirOperation kernel) {
  AccyLaunchRecord record;
  MlirOperation previous = accyProgramIndexFindArtifact(&planner->index, launch);
  if (mlirLogicalResultIsFailure(
          accyPlanKernelCall(launch, kernel, previous, &planner->target, planner->registry, &record)))
    return mlirLogicalResultFailure();
  accySetAttribute(launch, "plan", accyLaunchRecordAttribute(&planner->maker, &record));
  return mlirLogicalResultSuccess();
}

// What the absence of a body means depends on what it would compute with.
static MlirLogicalResult fail_without_body(MlirOperation launch, MlirOperation kernel, AccyKernelKind kind,
                                           const AccyProgramTarget *target) {
  AccyStatus status;
  AccyDtype dtypes[2] = {AccyDtypeF32, AccyDtypeF32}; // of the first input and the output
  intptr_t last = mlirOperationGetNumOperands(launch) - 1;
  for (int i = 0; i < 2 && last >= 0; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(launch, i ? last : 0));
    (void)accyDtypeOfType(mlirShapedTypeGetElementType(type), &dtypes[i]);
  }
  accyFailWithoutBody(kind, dtypes[0], dtypes[1], &status);
  return accyEmitOpError(kernel, "on target '%s': has no lowered body: run accy-kernelize first (%s) [%s]",
                         target->name, status.message, accyStatusCodeName(status.code));
}

static MlirLogicalResult plan_launch(Planner *planner, MlirOperation launch) {
  MlirOperation kernel;
  AccyKernelKind kind;
  if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(&planner->index, launch, &kernel)))
    return mlirLogicalResultFailure();
  MlirStringRef kindName = accyGetString(kernel, "kind");
  if (!accyKernelKindParse(kindName.data, kindName.length, &kind))
    return accyEmitOpError(kernel, "has an unknown kind [InvalidArtifact]");
  if (kind == AccyKernelKindKernelCall)
    return plan_call(planner, launch, kernel);
  MlirOperation function = accyProgramIndexFindFunction(&planner->index, launch);
  if (mlirOperationIsNull(function))
    return fail_without_body(launch, kernel, kind, &planner->target);
  return plan_kernel(planner, launch, kernel, function, kind);
}

static MlirLogicalResult plan_launches(Planner *planner, MlirOperation program) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    if (mlirLogicalResultIsFailure(plan_launch(planner, launch)))
      result = mlirLogicalResultFailure();
  }
  return result;
}

// `userData` is the registry, or null; it is read only.
static MlirLogicalResult plan_program(MlirOperation program, void *userData) {
  Planner planner = {.registry = userData};
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(program, &planner.target)))
    return mlirLogicalResultFailure();
  planner.maker = accyAttributeMakerCreate(mlirOperationGetContext(program));
  MlirLogicalResult result = accyProgramIndexCreate(program, &planner.index);
  if (mlirLogicalResultIsSuccess(result))
    result = plan_launches(&planner, program);
  accyProgramIndexDestroy(&planner.index);
  accyBodyHasherDestroy(&planner.hasher);
  accyAttributeMakerDestroy(&planner.maker);
  if (mlirLogicalResultIsFailure(accyPlanAuthored(program, &planner.target)))
    result = mlirLogicalResultFailure();
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

MlirLogicalResult accyPlanModule(MlirOperation module, const AccyKernelRegistry *registry) {
  return accyForEachProgram(module, plan_program, (void *)(uintptr_t)registry);
}

static MlirLogicalResult plan_with_file(MlirOperation module, MlirStringRef path) {
  char text[4096];
  AccyStatus status;
  if (path.length >= sizeof text)
    return accyEmitOpError(module, "cannot be planned: the path of the registry is too long [InvalidArtifact]");
  snprintf(text, sizeof text, "%.*s", (int)path.length, path.data);
  AccyKernelTable *table = accyKernelTableCreate();
  if (!table)
    return accyEmitOpError(module, "cannot be planned: out of memory [OutOfMemory]");
  AccyKernelRegistry registry = accyKernelTableGetRegistry(table);
  MlirLogicalResult result = accyKernelTableReadJson(table, text, &status)
                                 ? accyPlanModule(module, &registry)
                                 : accyEmitOpError(module, "cannot be planned with the registry '%s': %s [%s]", text,
                                                   status.message, accyStatusCodeName(status.code));
  accyKernelTableDestroy(table);
  return result;
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  MlirStringRef registry = accyOptionsGetString(options, "registry");
  return registry.length > 0 ? plan_with_file(module, registry) : accyPlanModule(module, NULL);
}

static const AccyOptionRow options[] = {
    {"registry", AccyOptionString, "JSON file of the kernels that accy.kernel_call may call; none when empty", ""},
};

const AccyPassRow accyPlanPass = {
    .argument = "accy-plan",
    .description = "Plan each launch: geometry, candidates, arguments and contract",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-assign-targets: records what programs are compiled for. With several targets, each gets a module of its own with
// a copy of every program, so that the stages before are run once and those after need not know of one another.

#include "passes/passes.h"
#include "passes/program.h"
#include "passes/target.h"
#include "support/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the pass was asked for.
typedef struct Request {
  MlirStringRef target, format;
} Request;

static MlirLogicalResult assign(MlirOperation program, void *userData) {
  const Request *request = userData;
  AccyProgramTarget target;
  if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, request->target, request->format, &target)))
    return mlirLogicalResultFailure();
  accyProgramSetTarget(program, &target);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Several targets
//===----------------------------------------------------------------------===//

// The targets of a list, in order.
typedef struct TargetList {
  AccyProgramTarget *targets;
  size_t count;
} TargetList;

static bool takes_format(const AccyProgramTarget *target, MlirStringRef format) {
  AccyFormat value;
  return accyFormatParse(format.data, format.length, &value) &&
         (target->profile.capabilities.formats & ACCY_BIT(value));
}

// Takes the part before the next comma off the list.
static MlirStringRef take_name(MlirStringRef *list) {
  const char *comma = memchr(list->data, ',', list->length);
  size_t length = comma ? (size_t)(comma - list->data) : list->length;
  MlirStringRef name = mlirStringRefCreate(list->data, length);
  size_t taken = comma ? length + 1 : length;
  *list = mlirStringRefCreate(list->data + taken, list->length - taken);
  return name;
}

// A format is meant for the targets that take it, of which `*taken` tells whether there is one; the others have their
// defaults.
static MlirLogicalResult add_target(MlirOperation program, MlirStringRef name, MlirStringRef format, TargetList *list,
                                    bool *taken) {
  AccyProgramTarget *target = &list->targets[list->count];
  if (name.length == 0)
    return accyEmitOpError(program, "cannot be compiled for a target without a name: give targets=BACKEND[:PROFILE],… "
                                    "[UnsupportedOperation]");
  if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, name, accyText(""), target)))
    return mlirLogicalResultFailure();
  if (takes_format(target, format)) {
    *taken = true;
    if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, name, format, target)))
      return mlirLogicalResultFailure();
  }
  for (size_t i = 0; i < list->count; ++i)
    if (strcmp(list->targets[i].name, target->name) == 0)
      return accyEmitOpError(program, "is to be compiled for target '%s' twice: name it once [UnsupportedOperation]",
                             target->name);
  ++list->count;
  return mlirLogicalResultSuccess();
}

// Each name at fault is reported, not the first alone.
static MlirLogicalResult read_list(MlirOperation program, MlirStringRef names, MlirStringRef format, TargetList *list) {
  size_t capacity = 1;
  for (size_t i = 0; i < names.length; ++i)
    capacity += names.data[i] == ',';
  list->targets = calloc(capacity, sizeof *list->targets);
  if (!list->targets)
    return accyEmitOpError(program, "cannot be compiled for several targets: out of memory [OutOfMemory]");
  bool taken = format.length == 0, failed = false;
  MlirStringRef rest = names;
  for (size_t i = 0; i < capacity; ++i)
    failed |= mlirLogicalResultIsFailure(add_target(program, take_name(&rest), format, list, &taken));
  if (failed)
    return mlirLogicalResultFailure();
  if (taken)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(program,
                         "cannot be compiled to format '%.*s': none of its targets takes it "
                         "[UnsupportedArtifactFormat]",
                         (int)format.length, format.data);
}

// BACKEND or BACKEND-PROFILE: what a folder can be called.
static void name_module(const AccyProgramTarget *target, char outName[ACCY_NAME_CAPACITY]) {
  snprintf(outName, ACCY_NAME_CAPACITY, "%s", target->name);
  char *colon = strchr(outName, ':');
  if (colon)
    *colon = '-';
}

static MlirBlock add_module(MlirOperation parent, const AccyProgramTarget *target) {
  MlirContext context = mlirOperationGetContext(parent);
  char name[ACCY_NAME_CAPACITY];
  name_module(target, name);
  MlirNamedAttribute attributes[] = {
      accyNamed("sym_name", accyStringAttribute(context, name)),
      accyNamed("choir.target", accyTargetAttribute(context, target)),
  };
  MlirRegion region = mlirRegionCreate();
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, block);
  mlirBlockAppendOwnedOperation(accyGetBlock(parent, 0),
                                accyCreateOperation(&(AccyOpSpec){.name = "builtin.module",
                                                                  .location = mlirOperationGetLocation(parent),
                                                                  .numAttributes = 2,
                                                                  .attributes = attributes,
                                                                  .numRegions = 1,
                                                                  .regions = &region}));
  return block;
}

static void copy_programs(MlirOperation module, MlirBlock to) {
  ACCY_FOR_EACH(program, accyGetBlock(module, 0), "choir.program") {
    mlirBlockAppendOwnedOperation(to, mlirOperationClone(program));
  }
}

static void erase_programs(MlirOperation module) {
  MlirOperation next;
  for (MlirOperation program = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(module, 0)), "choir.program");
       !mlirOperationIsNull(program); program = next) {
    next = accyFindNext(mlirOperationGetNextInBlock(program), "choir.program");
    mlirOperationDestroy(program);
  }
}

// Every program has to agree with every target before anything is copied.
static MlirLogicalResult assign_several(MlirOperation module, MlirStringRef names, MlirStringRef format) {
  TargetList list = {0};
  MlirLogicalResult result = mlirLogicalResultSuccess();
  ACCY_FOR_EACH(program, accyGetBlock(module, 0), "choir.program") {
    free(list.targets);
    list = (TargetList){0};
    if (mlirLogicalResultIsFailure(read_list(program, names, format, &list))) {
      result = mlirLogicalResultFailure();
      break;
    }
  }
  for (size_t i = 0; mlirLogicalResultIsSuccess(result) && i < list.count; ++i)
    copy_programs(module, add_module(module, &list.targets[i]));
  if (mlirLogicalResultIsSuccess(result))
    erase_programs(module);
  free(list.targets);
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  MlirStringRef targets = accyOptionsGetString(options, "targets");
  Request request = {accyOptionsGetString(options, "target"), accyOptionsGetString(options, "format")};
  if (targets.length == 0)
    return accyForEachProgram(module, assign, &request);
  if (request.target.length > 0)
    return accyEmitOpError(module, "cannot be compiled for 'target' and for 'targets': give one of the two options");
  return assign_several(module, targets, request.format);
}

static const AccyOptionRow options[] = {
    {"target", AccyOptionString, "backend, or backend:profile, as cuda:sm_90; the recorded one when empty", ""},
    {"targets", AccyOptionString, "several of them, separated by commas; each gets a module with a copy of all", ""},
    {"format", AccyOptionString, "artifact format, of the targets that take it; the backend's default when empty", ""},
};

const AccyPassRow accyAssignTargetsPass = {
    .argument = "accy-assign-targets",
    .description = "Record the target of each program, or give each of several targets a module of its own",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

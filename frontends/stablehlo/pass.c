// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass stablehlo-to-accy. It works on a clone of the module, which takes the module's place once all of it has
// been converted and verified: a failure leaves the module as it was, and all errors are reported, not only the first.

#include "dialects/accy/ops.h"
#include "frontends/frontends.h"
#include "frontends/stablehlo/operation.h"
#include "frontends/stablehlo/program.h"
#include "frontends/stablehlo/table.h"

#include <stdlib.h>

typedef struct Conversion {
  bool failed;
  // Whether the supported operations have been listed in an error.
  bool listed;
} Conversion;

static void report_unsupported(Conversion *conversion, MlirOperation op) {
  conversion->failed = true;
  char *names = conversion->listed ? NULL : accyStablehloListNames();
  conversion->listed = true;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  accyEmitError(mlirOperationGetLocation(op), "'%.*s' is not supported by stablehlo-to-accy%s%s [UnsupportedOperation]",
                (int)name.length, name.data, names ? "; supported are " : "", names ? names : "");
  free(names);
}

// Reports what is unsupported inside an unsupported operation, so that one run tells all.
static MlirWalkResult report_nested(MlirOperation op, void *userData) {
  if (accyStablehloOwns(op) && !accyStablehloFindRow(op))
    report_unsupported(userData, op);
  return MlirWalkResultAdvance;
}

static void convert_operation(Conversion *conversion, MlirOperation op) {
  const AccyStablehloRow *row = accyStablehloFindRow(op);
  if (!row) {
    mlirOperationWalk(op, report_nested, conversion, MlirWalkPreOrder);
    return;
  }
  if (mlirLogicalResultIsFailure(accyStablehloCheckOperation(op, row)) ||
      mlirLogicalResultIsFailure(row->convert(op, row)))
    conversion->failed = true;
  else
    mlirOperationDestroy(op);
}

static void convert_regions(Conversion *conversion, MlirOperation parent) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(parent); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(parent, i));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      MlirOperation op = mlirBlockGetFirstOperation(block), next;
      for (; !mlirOperationIsNull(op); op = next) {
        next = mlirOperationGetNextInBlock(op);
        if (accyStablehloOwns(op))
          convert_operation(conversion, op);
        else
          convert_regions(conversion, op);
      }
    }
  }
}

static MlirWalkResult find_stablehlo(MlirOperation op, void *userData) {
  bool *found = userData;
  *found = *found || accyStablehloOwns(op);
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static void forward_error(MlirStringRef message, void *userData) {
  const MlirOperation *module = userData;
  accyEmitOpError(*module, "cannot be cleaned up: %.*s", (int)message.length, message.data);
}

// Inlines the calls that exporters write and simplifies what conversion made of broadcasts and constants.
static bool clean_up(MlirOperation module) {
  MlirPassManager manager = mlirPassManagerCreateOnOperation(mlirOperationGetContext(module),
                                                             mlirStringRefCreateFromCString("builtin.module"));
  MlirStringRef pipeline = mlirStringRefCreateFromCString("inline,symbol-dce,canonicalize,cse");
  bool ok = mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                                                    pipeline, forward_error, &module)) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, module));
  mlirPassManagerDestroy(manager);
  return ok;
}

static MlirLogicalResult convert_module(MlirOperation module, bool cleanUp) {
  MlirOperation clone = mlirOperationClone(module);
  Conversion conversion = {0};
  convert_regions(&conversion, clone);
  bool ok = !conversion.failed && mlirOperationVerify(clone) && (!cleanUp || clean_up(clone));
  if (ok)
    mlirRegionTakeBody(mlirOperationGetRegion(module, 0), mlirOperationGetRegion(clone, 0));
  mlirOperationDestroy(clone);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  bool found = false;
  mlirOperationWalk(module, find_stablehlo, &found, MlirWalkPreOrder);
  if (found && mlirLogicalResultIsFailure(convert_module(module, accyOptionsGetBool(options, "clean-up"))))
    return mlirLogicalResultFailure();
  accyStablehloDropForeignAttributes(module);
  return mlirLogicalResultSuccess();
}

static void insert_dialects(MlirDialectRegistry registry) {
  accyDialectRegistryInsert(registry, accyDialectGetRow());
}

static const AccyOptionRow options[] = {
    {"clean-up", AccyOptionBool, "inline calls, canonicalize and eliminate common subexpressions of what is converted",
     "false"},
};

const AccyPassRow accyStablehloToAccyPass = {
    .argument = "stablehlo-to-accy",
    .description = "Convert StableHLO to accy",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .dependentDialects = insert_dialects,
    .run = run,
};

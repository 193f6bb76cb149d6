// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// accy-emit: lowers and compiles each planned kernel; a choir.artifact holds the payload.

#include "lowering/lowering.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/target.h"
#include "support/ir.h"
#include "support/parallel.h"

#include <stdlib.h>

static MlirAttribute elements_attribute(MlirContext context, unsigned width, const AccyLoweredPayload *payload) {
  int64_t count = (int64_t)(payload->size / (width / 8));
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirIntegerTypeGet(context, width), mlirAttributeGetNull());
  return mlirDenseElementsAttrRawBufferGet(type, payload->size, payload->data);
}

static MlirAttribute payload_attribute(MlirContext context, const AccyLoweredPayload *payload) {
  if (payload->kind == AccyPayloadKindText)
    return mlirStringAttrGet(context, mlirStringRefCreate(payload->data, payload->size));
  return elements_attribute(context, payload->kind == AccyPayloadKindWordsU32 ? 32 : 8, payload);
}

// Puts the artifact at the end of the program, in place of one that the kernel had before.
static void append_artifact(MlirOperation program, const AccyLoweringRequest *request, MlirOperation previous,
                            const AccyLoweredPayload *payload) {
  MlirContext context = mlirOperationGetContext(program);
  MlirNamedAttribute attributes[] = {
      accyNamed("kernel", mlirFlatSymbolRefAttrGet(context, request->entryName)),
      accyNamed("format", accyStringAttribute(context, accyFormatName(request->format))),
      accyNamed("payload", payload_attribute(context, payload)),
  };
  MlirOperation artifact = accyCreateOperation(&(AccyOpSpec){.name = "choir.artifact",
                                                             .location = mlirOperationGetLocation(request->kernel),
                                                             .numAttributes = 3,
                                                             .attributes = attributes});
  if (!mlirOperationIsNull(previous))
    mlirOperationDestroy(previous);
  MlirBlock body = accyGetBlock(program, 0);
  mlirBlockInsertOwnedOperationBefore(body, mlirBlockGetTerminator(body), artifact);
}

//===----------------------------------------------------------------------===//
// The kernels of one program
//===----------------------------------------------------------------------===//

// One kernel: what is asked for and what came of it.
typedef struct Emission {
  AccyLoweringRequest request;
  MlirOperation previous; // the artifact that is there already; null when there is none
  AccyLoweredPayload payload;
  bool failed;
} Emission;

typedef struct Emissions {
  AccyProgramTarget target;
  AccyProgramIndex index;
  Emission *rows;
  size_t count;
} Emissions;

// Adds the launch's kernel, unless its payload comes from elsewhere.
static MlirLogicalResult add_launch(Emissions *emissions, MlirOperation launch) {
  MlirOperation kernel;
  AccyLaunchRecord record;
  if (mlirLogicalResultIsFailure(accyProgramIndexGetKernel(&emissions->index, launch, &kernel)) ||
      mlirLogicalResultIsFailure(accyReadLaunchRecord(launch, &record)))
    return mlirLogicalResultFailure();
  if (record.source != AccyKernelSourceTensor)
    return mlirLogicalResultSuccess();
  MlirOperation function = accyProgramIndexFindFunction(&emissions->index, launch);
  if (mlirOperationIsNull(function))
    return accyEmitOpError(kernel, "has no lowered body: run accy-kernelize first [UnsupportedOperation]");
  Emission *row = &emissions->rows[emissions->count++];
  row->previous = accyProgramIndexFindArtifact(&emissions->index, launch);
  row->request = (AccyLoweringRequest){.kernel = function,
                                       .entryName = accyGetString(kernel, "sym_name"),
                                       .format = emissions->target.profile.format,
                                       .target = &emissions->target.profile,
                                       .geometry = record.launch.geometry};
  return mlirLogicalResultSuccess();
}

static void lower(size_t index, void *userData) {
  Emission *row = &((Emissions *)userData)->rows[index];
  row->failed = mlirLogicalResultIsFailure(accyLowerKernel(&row->request, &row->payload));
}

static MlirLogicalResult swallow(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic, (void)userData;
  return mlirLogicalResultSuccess();
}

// Lowers all kernels. On several threads diagnostics would come in any order: they are left out there, and what failed
// is lowered again, one after the other.
static MlirLogicalResult lower_all(Emissions *emissions, MlirContext context) {
  unsigned threads = mlirContextGetNumThreads(context);
  if (threads > 1 && emissions->count > 1) {
    MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, swallow, NULL, NULL);
    accyParallelFor(threads, emissions->count, lower, emissions);
    mlirContextDetachDiagnosticHandler(context, handler);
  } else {
    for (size_t i = 0; i < emissions->count; ++i)
      emissions->rows[i].failed = true;
  }
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < emissions->count; ++i) {
    if (emissions->rows[i].failed)
      lower(i, emissions);
    if (emissions->rows[i].failed)
      result = mlirLogicalResultFailure();
  }
  return result;
}

static MlirLogicalResult emit_kernels(MlirOperation program, Emissions *emissions) {
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    if (mlirLogicalResultIsFailure(add_launch(emissions, launch)))
      return mlirLogicalResultFailure();
  }
  MlirLogicalResult result = lower_all(emissions, mlirOperationGetContext(program));
  for (size_t i = 0; i < emissions->count; ++i) {
    Emission *row = &emissions->rows[i];
    if (mlirLogicalResultIsSuccess(result))
      append_artifact(program, &row->request, row->previous, &row->payload);
    accyLoweredPayloadDestroy(&row->payload);
  }
  return result;
}

static MlirLogicalResult emit_program(MlirOperation program, void *userData) {
  (void)userData;
  Emissions emissions = {0};
  size_t launches = 0;
  ACCY_FOR_EACH(launch, accyGetBlock(program, 0), "choir.launch") {
    ++launches;
  }
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(program, &emissions.target)))
    return mlirLogicalResultFailure();
  emissions.rows = calloc(launches + 1, sizeof *emissions.rows);
  if (!emissions.rows)
    return accyEmitOpError(program, "cannot be emitted: out of memory [OutOfMemory]");
  MlirLogicalResult result = accyProgramIndexCreate(program, &emissions.index);
  if (mlirLogicalResultIsSuccess(result))
    result = emit_kernels(program, &emissions);
  accyProgramIndexDestroy(&emissions.index);
  free(emissions.rows);
  return result;
}

static void depend(MlirDialectRegistry registry) {
  accyProgramDependentDialects(registry);
  accyLoweringRegister(registry);
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  (void)options;
  return accyForEachProgram(module, emit_program, NULL);
}

const AccyPassRow accyEmitPass = {
    .argument = "accy-emit",
    .description = "Lower and compile each kernel into an artifact of the program's format",
    .anchor = "builtin.module",
    .dependentDialects = depend,
    .run = run,
};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-emit: lowers and compiles each planned kernel; a choir.artifact holds the payload.

#include "lowering/lowering.h"
#include "passes/artifact.h"
#include "passes/authored.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/target.h"
#include "support/ir.h"
#include "support/parallel.h"

#include <stdlib.h>

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
  bool importMemory;
  AccyProgramIndex index;
  Emission *rows;
  size_t count;
} Emissions;

static AccyLoweringRequest make_request(const Emissions *emissions, MlirOperation function, MlirStringRef entryName,
                                        AccyGeometry geometry) {
  return (AccyLoweringRequest){.kernel = function,
                               .entryName = entryName,
                               .format = emissions->target.profile.format,
                               .target = &emissions->target.profile,
                               .geometry = geometry,
                               .importMemory = emissions->importMemory};
}

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
  row->request = make_request(emissions, function, accyGetString(kernel, "sym_name"), record.launch.geometry);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult add_authored(Emissions *emissions, MlirOperation function) {
  AccyLaunchRecord record;
  if (mlirLogicalResultIsFailure(accyReadLaunchRecord(function, &record)))
    return mlirLogicalResultFailure();
  Emission *row = &emissions->rows[emissions->count++];
  row->previous = accyProgramIndexFindArtifactOf(&emissions->index, function);
  row->request = make_request(emissions, function, accyGetString(function, "sym_name"), record.launch.geometry);
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
  for (MlirOperation function = accyProgramFirstAuthored(program); !mlirOperationIsNull(function);
       function = accyProgramNextAuthored(function))
    if (mlirLogicalResultIsFailure(add_authored(emissions, function)))
      return mlirLogicalResultFailure();
  MlirLogicalResult result = lower_all(emissions, mlirOperationGetContext(program));
  for (size_t i = 0; i < emissions->count; ++i) {
    Emission *row = &emissions->rows[i];
    AccyPayload payload = {.kind = row->payload.kind, .data = row->payload.data, .bytes = row->payload.size};
    if (mlirLogicalResultIsSuccess(result))
      accyProgramPutArtifact(program, row->previous, mlirOperationGetLocation(row->request.kernel),
                             row->request.entryName, row->request.format, &payload);
    accyLoweredPayloadDestroy(&row->payload);
  }
  return result;
}

static MlirLogicalResult emit_program(MlirOperation program, void *userData) {
  Emissions emissions = {.importMemory = *(const bool *)userData};
  size_t launches = 0; // and authored kernels
  for (MlirOperation function = accyProgramFirstAuthored(program); !mlirOperationIsNull(function);
       function = accyProgramNextAuthored(function))
    ++launches;
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
  bool importMemory = accyOptionsGetBool(options, "wasm-import-memory");
  return accyForEachProgram(module, emit_program, &importMemory);
}

static const AccyOptionRow options[] = {
    {"wasm-import-memory", AccyOptionBool,
     "WebAssembly modules import a memory, env.memory, instead of exporting theirs", "false"},
};

const AccyPassRow accyEmitPass = {
    .argument = "accy-emit",
    .description = "Lower and compile each kernel into an artifact of the program's format",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = depend,
    .run = run,
};

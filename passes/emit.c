// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-emit: lowers and compiles each planned kernel; a choir.artifact holds the payload. Kernels whose functions
// differ in their names only, and that are launched alike, have one artifact, the first one's.

#include "lowering/lowering.h"
#include "passes/artifact.h"
#include "passes/authored.h"
#include "passes/body_fingerprint.h"
#include "passes/passes.h"
#include "passes/plan_records.h"
#include "passes/program.h"
#include "passes/program_index.h"
#include "passes/target.h"
#include "support/ir.h"
#include "support/parallel.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The kernels of one program
//===----------------------------------------------------------------------===//

// One kernel: what is asked for and what came of it.
typedef struct Emission {
  AccyLoweringRequest request;
  MlirOperation launch;         // null for an authored kernel
  MlirOperation previous;       // the artifact that is there already; null when there is none
  uint64_t fingerprint;         // of the function
  const struct Emission *first; // the earlier kernel that this one is the same as, or null
  AccyLoweredPayload payload;
  bool failed;
} Emission;

typedef struct Emissions {
  AccyProgramTarget target;
  bool importMemory;
  AccyProgramIndex index;
  AccyBodyHasher hasher;
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

static bool same_geometry(const AccyGeometry *left, const AccyGeometry *right) {
  for (int i = 0; i < 3; ++i)
    if (left->grid[i] != right->grid[i] || left->threadgroup[i] != right->threadgroup[i])
      return false;
  return left->shared_bytes == right->shared_bytes;
}

// The function's text under a name that all have; null when memory runs out. Released by free.
static char *print_nameless(MlirOperation function) {
  MlirOperation clone = mlirOperationClone(function);
  accySetAttribute(clone, "sym_name", accyStringAttribute(mlirOperationGetContext(function), "kernel"));
  char *text = accyPrintOperation(clone);
  mlirOperationDestroy(clone);
  return text;
}

// Whether functions of one fingerprint are indeed the same.
static bool same_text(MlirOperation left, MlirOperation right) {
  char *leftText = print_nameless(left), *rightText = print_nameless(right);
  bool same = leftText && rightText && strcmp(leftText, rightText) == 0;
  free(leftText);
  free(rightText);
  return same;
}

// The earlier kernel that gives the same code as the row, which is not yet counted; null when there is none.
static const Emission *find_same(const Emissions *emissions, const Emission *row) {
  for (size_t i = 0; i < emissions->count; ++i) {
    const Emission *other = &emissions->rows[i];
    if (!other->first && other->fingerprint == row->fingerprint &&
        same_geometry(&other->request.geometry, &row->request.geometry) &&
        same_text(other->request.kernel, row->request.kernel))
      return other;
  }
  return NULL;
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
  Emission *row = &emissions->rows[emissions->count];
  row->launch = launch;
  row->previous = accyProgramIndexFindArtifactOf(&emissions->index, function);
  row->request = make_request(emissions, function, accyGetString(kernel, "sym_name"), record.launch.geometry);
  row->fingerprint = accyBodyFingerprint(&emissions->hasher, function);
  row->first = find_same(emissions, row);
  ++emissions->count;
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
  if (!row->first)
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
      emissions->rows[i].failed = !emissions->rows[i].first;
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

static void put_artifact(MlirOperation program, const Emission *row) {
  AccyPayload payload = {.kind = row->payload.kind, .data = row->payload.data, .bytes = row->payload.size};
  accyProgramPutArtifact(program, row->previous, mlirOperationGetLocation(row->request.kernel), row->request.entryName,
                         row->request.format, &payload);
  if (!mlirOperationIsNull(row->launch))
    mlirOperationRemoveAttributeByName(row->launch, accyText("artifact"));
}

// Lets the launch run the earlier kernel's artifact.
static void share_artifact(const Emission *row) {
  accySetAttribute(row->launch, "artifact",
                   mlirFlatSymbolRefAttrGet(mlirOperationGetContext(row->launch), row->first->request.entryName));
  if (!mlirOperationIsNull(row->previous))
    mlirOperationDestroy(row->previous);
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
    const Emission *row = &emissions->rows[i];
    if (mlirLogicalResultIsSuccess(result) && row->first)
      share_artifact(row);
    else if (mlirLogicalResultIsSuccess(result))
      put_artifact(program, row);
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
  accyBodyHasherDestroy(&emissions.hasher);
  for (size_t i = 0; i < emissions.count; ++i)
    accyLoweredPayloadDestroy(&emissions.rows[i].payload);
  free(emissions.rows);
  return result;
}

static void depend(MlirDialectRegistry registry) {
  accyProgramDependentDialects(registry);
  accyLoweringRegister(registry);
}

// What an option is for, among the programs of a module.
typedef struct Takers {
  size_t programs, takers;
  AccyProgramTarget other; // the target of a program that is none
} Takers;

static MlirLogicalResult count_taker(MlirOperation program, void *userData) {
  Takers *found = userData;
  AccyProgramTarget target;
  if (mlirLogicalResultIsFailure(accyProgramGetTarget(program, &target)))
    return mlirLogicalResultFailure();
  ++found->programs;
  if (target.profile.format == AccyFormatWebassemblyModule)
    ++found->takers;
  else
    found->other = target;
  return mlirLogicalResultSuccess();
}

// As a format, it is meant for the targets that take it, of which there must be one.
static MlirLogicalResult check_import_memory(MlirOperation module) {
  Takers found = {0};
  if (mlirLogicalResultIsFailure(accyForEachProgram(module, count_taker, &found)))
    return mlirLogicalResultFailure();
  if (found.takers > 0 || found.programs == 0)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(module,
                         "cannot be emitted with wasm-import-memory: it is for WebAssembly modules, and no program is "
                         "compiled to any; target '%s' makes %s: leave the option out, or name a wasm target "
                         "[UnsupportedOperation]",
                         found.other.name, accyFormatName(found.other.profile.format));
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  bool importMemory = accyOptionsGetBool(options, "wasm-import-memory");
  if (importMemory && mlirLogicalResultIsFailure(check_import_memory(module)))
    return mlirLogicalResultFailure();
  return accyForEachProgram(module, emit_program, &importMemory);
}

static const AccyOptionRow options[] = {
    {"wasm-import-memory", AccyOptionBool,
     "WebAssembly modules import a memory, env.memory, instead of exporting theirs; for the targets that make such",
     "false"},
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

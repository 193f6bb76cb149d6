// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// webassembly_module: a kernel as a WebAssembly module of its own, which exports one function of the host-loop ABI
// (buffers are addresses in its memory), its memory unless it imports one, and where free memory begins.

#include "lowering/format.h"
#include "lowering/host/object.h"
#include "lowering/linker.h"

#include <stdio.h>

static const char *const linker_names[] = {"wasm-ld-22", "wasm-ld", NULL};
#define SHARED_OPTIONS "--no-entry", "--export=__heap_base", "--strip-all", "-O2"
static const char *const exporting_options[] = {SHARED_OPTIONS, NULL};
static const char *const importing_options[] = {SHARED_OPTIONS, "--import-memory", NULL};

static bool has_f16(const AccyLoweringRequest *request) {
  (void)request; // WebAssembly has no instruction for it
  return false;
}

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  bool simd = (request->target->capabilities.features & ACCY_BIT(AccyFeatureSimd128)) != 0;
  AccyLlvmTarget target = {.triple = "wasm32-unknown-unknown",
                           .cpu = "generic",
                           .features = simd ? "+bulk-memory,+simd128" : "+bulk-memory",
                           .output = LLVMObjectFile};
  LLVMMemoryBufferRef object;
  if (mlirLogicalResultIsFailure(accyHostCompileObject(request, module, kernel, &target, /*addressBits=*/32, &object)))
    return mlirLogicalResultFailure();
  char exportEntry[ACCY_NAME_CAPACITY + 16];
  snprintf(exportEntry, sizeof exportEntry, "--export=%.*s", (int)request->entryName.length, request->entryName.data);
  AccyLinker linker = {.environment = "ACCY_WASM_LD",
                       .names = linker_names,
                       .options = request->importMemory ? importing_options : exporting_options};
  return accyLinkPayload(request, &linker, exportEntry, object, outPayload);
}

const AccyLoweringFormat accyLoweringWebassemblyModule = {
    .format = AccyFormatWebassemblyModule,
    .hasF16 = has_f16,
    .lower = lower,
};

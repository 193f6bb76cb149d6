// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cpu_object: a kernel as an ELF object that holds one function of the host-loop ABI.

#include "lowering/cpu/object.h"

#include "bundle/elf_symbols.h"
#include "lowering/c_names.h"
#include "lowering/format.h"
#include "lowering/host/object.h"
#include "lowering/narrow_floats.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <string.h>

// A processor by the name of the profile's architecture, as LLVM knows it, and whether it converts f16.
typedef struct Processor {
  const char *architecture, *triple, *cpu;
  bool hasF16;
} Processor;

static const char x86_64_linux[] = "x86_64-unknown-linux-gnu";
static const char aarch64_linux[] = "aarch64-unknown-linux-gnu";

static const Processor processors[] = {
    {"x86-64", x86_64_linux, "x86-64", false},           {"x86-64-v2", x86_64_linux, "x86-64-v2", false},
    {"x86-64-v3", x86_64_linux, "x86-64-v3", true},      {"x86-64-v4", x86_64_linux, "x86-64-v4", true},
    {"aarch64", aarch64_linux, "generic", true},         {"neoverse-n1", aarch64_linux, "neoverse-n1", true},
    {"neoverse-v1", aarch64_linux, "neoverse-v1", true}, {"neoverse-v2", aarch64_linux, "neoverse-v2", true},
};

// The request's processor; null: the table has none of that name.
static const Processor *find_processor(const AccyLoweringRequest *request) {
  for (size_t i = 0; i < sizeof processors / sizeof *processors; ++i)
    if (strcmp(processors[i].architecture, request->target->capabilities.architecture) == 0)
      return &processors[i];
  return NULL;
}

bool accyCpuHasF16(const AccyLoweringRequest *request) {
  const Processor *processor = find_processor(request);
  return processor && processor->hasF16;
}

MlirLogicalResult accyCpuCheck(const AccyLoweringRequest *request) {
  const Processor *processor = find_processor(request);
  if (!processor)
    return accyLoweringError(request, "there is no processor '%s' to compile for [CapabilityMismatch]",
                             request->target->capabilities.architecture);
  // x86-64 converts from f32 alone.
  return processor->triple == x86_64_linux ? accyCheckNarrowFloats(request, ACCY_BIT(AccyDtypeF16))
                                           : mlirLogicalResultSuccess();
}

// What LLVM may call for a loop that fills or copies memory; every linker finds these.
static const char *const allowed_symbols[] = {"memcpy", "memset"};

static bool is_allowed_symbol(const char *name) {
  for (size_t i = 0; i < sizeof allowed_symbols / sizeof *allowed_symbols; ++i)
    if (strcmp(name, allowed_symbols[i]) == 0)
      return true;
  return false;
}

// The names of undefined symbols that the object must not have, joined by commas.
typedef struct ForeignSymbols {
  char names[512];
  size_t length;
} ForeignSymbols;

static void collect_symbol(const AccyElfSymbol *symbol, void *userData) {
  ForeignSymbols *symbols = userData;
  if (!symbol->isUndefined || is_allowed_symbol(symbol->name) || symbols->length + 1 >= sizeof symbols->names)
    return;
  int length = snprintf(symbols->names + symbols->length, sizeof symbols->names - symbols->length, "%s'%s'",
                        symbols->length ? ", " : "", symbol->name);
  symbols->length += (size_t)length;
}

static MlirLogicalResult check_symbols(const AccyLoweringRequest *request, const char *object, size_t size) {
  ForeignSymbols symbols = {.length = 0};
  if (!accyElfVisitSymbols(object, size, collect_symbol, &symbols))
    return accyLoweringError(request, "LLVM's object cannot be read [InvalidArtifact]");
  if (symbols.length)
    return accyLoweringError(request,
                             "the code calls %s, but an object must stand alone: the processor has no instruction for "
                             "an operation of the kernel; do without it, or choose a profile whose processor has "
                             "one [CapabilityMismatch]",
                             symbols.names);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyCpuCompileObject(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                                       bool standsAlone, LLVMMemoryBufferRef *outObject) {
  const Processor *processor = find_processor(request); // accyCpuCheck has seen it
  AccyLlvmTarget target = {.triple = processor->triple,
                           .cpu = processor->cpu,
                           .features = "",
                           .output = LLVMObjectFile,
                           .standsAlone = standsAlone};
  LLVMMemoryBufferRef object;
  if (mlirLogicalResultIsFailure(accyHostCompileObject(request, module, kernel, &target, 64, &object)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(check_symbols(request, LLVMGetBufferStart(object), LLVMGetBufferSize(object)))) {
    LLVMDisposeMemoryBuffer(object);
    return mlirLogicalResultFailure();
  }
  *outObject = object;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lower(const AccyLoweringRequest *request, MlirOperation module, MlirOperation kernel,
                               AccyLoweredPayload *outPayload) {
  LLVMMemoryBufferRef object;
  if (mlirLogicalResultIsFailure(accyCpuCompileObject(request, module, kernel, /*standsAlone=*/false, &object)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result =
      accyLoweredPayloadFill(request, LLVMGetBufferStart(object), LLVMGetBufferSize(object), outPayload);
  LLVMDisposeMemoryBuffer(object);
  return result;
}

const AccyLoweringFormat accyLoweringCpuObject = {
    .format = AccyFormatCpuObject,
    .hasF16 = accyCpuHasF16,
    .isReserved = accyCIsReserved,
    .check = accyCpuCheck,
    .lower = lower,
};

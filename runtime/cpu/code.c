// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See code.h.

#define _DEFAULT_SOURCE

#include "runtime/cpu/code.h"

#include "runtime/error.h"

#include <errno.h>
#include <ffi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// One launch's call: how arguments are passed, and where the code is.
typedef struct Call {
  ffi_cif interface;
  ffi_type **types;
  void (*entry)(void);
} Call;

struct AccyCpuCode {
  size_t mappingCount;
  void **mappings;
  size_t *sizes;
  size_t callCount;
  Call *calls;
};

static bool map_code(const AccyDeviceCode *code, void **outMapping, AccyRuntimeError *error) {
  void *mapping = mmap(NULL, code->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return accyRuntimeFail(error, "%s: the code cannot be mapped: %s", code->path, strerror(errno));
  memcpy(mapping, code->data, code->bytes);
  if (mprotect(mapping, code->bytes, PROT_READ | PROT_EXEC) != 0) {
    accyRuntimeFail(error, "%s: the code cannot be made executable: %s", code->path, strerror(errno));
    munmap(mapping, code->bytes);
    return false;
  }
  // Processors other than x86 fetch instructions past what was written as data.
  __builtin___clear_cache(mapping, (char *)mapping + code->bytes);
  *outMapping = mapping;
  return true;
}

static bool map_all(AccyCpuCode *code, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  code->mappings = calloc(program->codeCount + 1, sizeof *code->mappings);
  code->sizes = calloc(program->codeCount + 1, sizeof *code->sizes);
  if (!code->mappings || !code->sizes)
    return accyRuntimeFail(error, "no memory for mappings");
  for (; code->mappingCount < program->codeCount; ++code->mappingCount) {
    code->sizes[code->mappingCount] = program->codes[code->mappingCount].bytes;
    if (!map_code(&program->codes[code->mappingCount], &code->mappings[code->mappingCount], error))
      return false;
  }
  return true;
}

static ffi_type *type_of(const AccyDeviceArgument *argument) {
  if (argument->isRegion)
    return &ffi_type_pointer;
  if (argument->scalarIsFloat)
    return argument->scalarBytes == 8 ? &ffi_type_double : &ffi_type_float;
  return argument->scalarBytes == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
}

static bool prepare_call(const AccyCpuCode *code, const AccyDeviceLaunch *launch, Call *call, AccyRuntimeError *error) {
  call->types = calloc(launch->argumentCount + 1, sizeof *call->types);
  if (!call->types)
    return accyRuntimeFail(error, "no memory for the arguments of %s", launch->entry);
  for (size_t i = 0; i < launch->argumentCount; ++i)
    call->types[i] = type_of(&launch->arguments[i]);
  // The entry is at offset 0. A data pointer becomes a function pointer by its bytes: C has no cast for it.
  memcpy(&call->entry, &code->mappings[launch->code], sizeof call->entry);
  if (ffi_prep_cif(&call->interface, FFI_DEFAULT_ABI, (unsigned)launch->argumentCount, &ffi_type_void, call->types) !=
      FFI_OK)
    return accyRuntimeFail(error, "%s: a call with %zu arguments cannot be prepared", launch->entry,
                           launch->argumentCount);
  return true;
}

static bool prepare_calls(AccyCpuCode *code, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  code->calls = calloc(program->launchCount + 1, sizeof *code->calls);
  if (!code->calls)
    return accyRuntimeFail(error, "no memory for calls");
  for (; code->callCount < program->launchCount; ++code->callCount)
    if (!prepare_call(code, &program->launches[code->callCount], &code->calls[code->callCount], error)) {
      free(code->calls[code->callCount].types);
      return false;
    }
  return true;
}

bool accyCpuCodeLoad(const AccyDeviceProgram *program, AccyCpuCode **outCode, AccyRuntimeError *error) {
  AccyCpuCode *code = calloc(1, sizeof *code);
  if (!code)
    return accyRuntimeFail(error, "no memory for code");
  if (!map_all(code, program, error) || !prepare_calls(code, program, error)) {
    accyCpuCodeUnload(code);
    return false;
  }
  *outCode = code;
  return true;
}

void accyCpuCodeCall(const AccyCpuCode *code, size_t launch, void *const *arguments) {
  Call *call = &code->calls[launch];
  ffi_call(&call->interface, call->entry, NULL, (void **)arguments);
}

void accyCpuCodeUnload(AccyCpuCode *code) {
  if (!code)
    return;
  for (size_t i = 0; i < code->mappingCount; ++i)
    munmap(code->mappings[i], code->sizes[i]);
  for (size_t i = 0; i < code->callCount; ++i)
    free(code->calls[i].types);
  free(code->mappings);
  free(code->sizes);
  free(code->calls);
  free(code);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu device: runs host-loop kernels, one call a launch, in this process.
#define _POSIX_C_SOURCE 200809L
#include "runtime/device.h"

#include "runtime/clock.h"
#include "runtime/cpu/code.h"
#include "runtime/cpu/link.h"
#include "runtime/cpu/processor.h"
#include "runtime/error.h"
#include "runtime/hardware.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

// Buffers begin at cache lines. Within one, the memory plan has seen to what kernels ask for; fills take whole words.
enum { BufferAlignment = 64, RegionAlignment = 4 };

typedef struct CpuState {
  const AccyDeviceProgram *program;
  // Which of both there is depends on the program's format.
  AccyCpuLibrary library;
  AccyCpuCode *code;
  void **buffers;
  // One pointer per argument of each launch, and the memory that the pointers lead to.
  void ***arguments;
  void **pointers;
} CpuState;

static const char processor_name[] = "host processor";

static bool cpu_open(const AccyDeviceChoice *choice, void **outState, AccyRuntimeError *error) {
  if (!accyHardwareMatches(choice, 0, processor_name))
    return accyHardwareFail(choice, processor_name, error);
  if (choice->validate)
    return accyRuntimeFail(error, "a processor has no checks of its own to turn on");
  *outState = calloc(1, sizeof(CpuState));
  return *outState || accyRuntimeFail(error, "no memory for the cpu device");
}

static const char *cpu_hardware_name(const void *state) {
  (void)state;
  return processor_name;
}

static size_t cpu_region_alignment(const void *state) {
  (void)state;
  return RegionAlignment;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool check_object(const AccyDeviceCode *code, AccyRuntimeError *error) {
  Elf64_Ehdr header, own = {0};
#if defined(__x86_64__)
  own.e_machine = EM_X86_64;
#elif defined(__aarch64__)
  own.e_machine = EM_AARCH64;
#elif defined(__riscv)
  own.e_machine = EM_RISCV;
#endif
  if (code->bytes < sizeof header)
    return accyRuntimeFail(error, "%s: too short for an object file", code->path);
  memcpy(&header, code->data, sizeof header);
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_REL)
    return accyRuntimeFail(error, "%s: not an ELF relocatable object file", code->path);
  if (own.e_machine != EM_NONE && header.e_machine != own.e_machine)
    return accyRuntimeFail(error, "%s: compiled for another processor (ELF machine %d, this one is %d)", code->path,
                           header.e_machine, own.e_machine);
  return true;
}

static bool make_buffers(CpuState *state, AccyRuntimeError *error) {
  const AccyDeviceProgram *program = state->program;
  state->buffers = calloc(program->bufferCount + 1, sizeof *state->buffers);
  if (!state->buffers)
    return accyRuntimeFail(error, "no memory for buffers");
  for (size_t i = 0; i < program->bufferCount; ++i) {
    size_t bytes = program->bufferBytes[i];
    if (posix_memalign(&state->buffers[i], BufferAlignment, bytes) != 0) {
      state->buffers[i] = NULL;
      return accyRuntimeFail(error, "no memory for a buffer of %zu bytes", bytes);
    }
    memset(state->buffers[i], 0, bytes);
  }
  return true;
}

static void *region_start(const CpuState *state, AccyDeviceRegion region) {
  return (char *)state->buffers[region.buffer] + region.offset;
}

static bool make_arguments(CpuState *state, AccyRuntimeError *error) {
  const AccyDeviceProgram *program = state->program;
  size_t total = 0;
  for (size_t i = 0; i < program->launchCount; ++i)
    total += program->launches[i].argumentCount;
  state->arguments = calloc(program->launchCount + 1, sizeof *state->arguments);
  // The first half is what launches pass on, the second half the pointers to regions.
  state->pointers = calloc(2 * total + 1, sizeof *state->pointers);
  if (!state->arguments || !state->pointers)
    return accyRuntimeFail(error, "no memory for arguments");
  void **next = state->pointers, **value = state->pointers + total;
  for (size_t i = 0; i < program->launchCount; ++i) {
    state->arguments[i] = next;
    for (size_t j = 0; j < program->launches[i].argumentCount; ++j, ++next, ++value) {
      AccyDeviceArgument *argument = &program->launches[i].arguments[j];
      *value = argument->isRegion ? region_start(state, argument->region) : NULL;
      *next = argument->isRegion ? (void *)value : (void *)&argument->scalar;
    }
  }
  return true;
}

static bool cpu_load(void *opaque, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  CpuState *state = opaque;
  state->program = program;
  if (!accyCpuProcessorCheck(program->architecture, error))
    return false;
  bool isObject = program->format != AccyFormatCpuMachineCode;
  for (size_t i = 0; i < program->codeCount && isObject; ++i)
    if (!check_object(&program->codes[i], error))
      return false;
  if (!make_buffers(state, error) || !make_arguments(state, error))
    return false;
  if (program->launchCount == 0)
    return true;
  return isObject ? accyCpuLibraryLink(program, &state->library, error) : accyCpuCodeLoad(program, &state->code, error);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static bool cpu_write(void *state, AccyDeviceRegion region, const void *data, size_t bytes, AccyRuntimeError *error) {
  (void)error;
  memcpy(region_start(state, region), data, bytes);
  return true;
}

static bool cpu_read(void *state, AccyDeviceRegion region, void *data, size_t bytes, AccyRuntimeError *error) {
  (void)error;
  memcpy(data, region_start(state, region), bytes);
  return true;
}

static void fill(const CpuState *state, const AccyDeviceFill *fill) {
  char *start = region_start(state, fill->region);
  for (size_t i = 0; i < fill->region.bytes; i += sizeof fill->pattern)
    memcpy(start + i, &fill->pattern, sizeof fill->pattern);
}

static bool cpu_run(void *opaque, double *launchSeconds, AccyRuntimeError *error) {
  (void)error;
  const CpuState *state = opaque;
  for (size_t i = 0; i < state->program->launchCount; ++i) {
    const AccyDeviceLaunch *launch = &state->program->launches[i];
    double start = launchSeconds ? accyClockSeconds() : 0;
    for (size_t j = 0; j < launch->fillCount; ++j)
      fill(state, &launch->fills[j]);
    if (state->code)
      accyCpuCodeCall(state->code, i, state->arguments[i]);
    else
      state->library.functions[i](state->arguments[i]);
    if (launchSeconds)
      launchSeconds[i] = accyClockSeconds() - start;
  }
  return true;
}

static void cpu_close(void *opaque) {
  CpuState *state = opaque;
  accyCpuLibraryUnload(&state->library);
  accyCpuCodeUnload(state->code);
  for (size_t i = 0; state->buffers && i < state->program->bufferCount; ++i)
    free(state->buffers[i]);
  free(state->buffers);
  free(state->arguments);
  free(state->pointers);
  free(state);
}

const AccyDevice accyCpuDevice = {
    .name = "cpu",
    .description = "this machine's processor; maps machine code, and links object files with the system's C compiler "
                   "driver",
    .formats = ACCY_BIT(AccyFormatCpuMachineCode) | ACCY_BIT(AccyFormatCpuObject),
    .open = cpu_open,
    .hardwareName = cpu_hardware_name,
    .regionAlignment = cpu_region_alignment,
    .load = cpu_load,
    .write = cpu_write,
    .read = cpu_read,
    .run = cpu_run,
    .close = cpu_close,
};

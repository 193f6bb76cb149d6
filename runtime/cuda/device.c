// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cuda device: PTX compiled by the driver, launches in order on one stream.
#include "runtime/device.h"

#include "runtime/cuda/driver.h"
#include "runtime/error.h"
#include "runtime/hardware.h"

#include <stdlib.h>

typedef struct CudaState {
  AccyCudaDriver driver;
  AccyCuDevice device;
  AccyCuContext context;
  char name[256];
  const AccyDeviceProgram *program;
  AccyCuStream stream;
  AccyCuPointer *buffers;
  AccyCuModule *modules;
  AccyCuFunction *functions;
  AccyCuEvent *events; // at the start and after each launch
  // One pointer per argument of each launch, and the device pointers that some lead to.
  void ***arguments;
  void **argumentPointers;
  AccyCuPointer *regionPointers;
} CudaState;

static void cuda_close(void *opaque);

// Each call from outside works in the device's context and leaves the caller's as it was.
static bool enter(const CudaState *state, AccyRuntimeError *error) {
  return accyCudaCheck(&state->driver, state->driver.contextPush(state->context), "entering the CUDA context", error);
}

static void leave(const CudaState *state) {
  AccyCuContext context;
  state->driver.contextPop(&context);
}

static bool check(const CudaState *state, AccyCuResult result, const char *action, AccyRuntimeError *error) {
  return accyCudaCheck(&state->driver, result, action, error);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

// The first device that fits the choice.
static bool find_device(CudaState *state, const AccyDeviceChoice *choice, AccyRuntimeError *error) {
  const AccyCudaDriver *driver = &state->driver;
  int count = 0;
  if (!check(state, driver->deviceGetCount(&count), "counting the CUDA devices", error))
    return false;
  if (count == 0)
    return accyRuntimeFail(error, "the CUDA driver knows no device");
  AccyHardwareList found = {0};
  for (int i = 0; i < count; ++i) {
    if (!check(state, driver->deviceGet(&state->device, i), "finding the CUDA device", error))
      return false;
    driver->deviceGetName(state->name, sizeof state->name, state->device);
    if (accyHardwareMatches(choice, (size_t)i, state->name))
      return true;
    accyHardwareListAdd(&found, state->name);
  }
  return accyHardwareFail(choice, found.names, error);
}

static bool open_device(CudaState *state, const AccyDeviceChoice *choice, AccyRuntimeError *error) {
  if (!find_device(state, choice, error))
    return false;
  if (check(state, state->driver.contextRetain(&state->context, state->device), "opening the CUDA device", error))
    return true;
  state->context = NULL;
  return false;
}

static bool cuda_open(const AccyDeviceChoice *choice, void **outState, AccyRuntimeError *error) {
  if (choice->validate)
    return accyRuntimeFail(error, "CUDA's driver has no checks of its own to turn on");
  CudaState *state = calloc(1, sizeof *state);
  if (!state)
    return accyRuntimeFail(error, "no memory for the cuda device");
  if (!accyCudaDriverOpen(&state->driver, error) || !open_device(state, choice, error)) {
    cuda_close(state);
    return false;
  }
  *outState = state;
  return true;
}

static const char *cuda_hardware_name(const void *state) {
  return ((const CudaState *)state)->name;
}

// Kernels take addresses, and the memory plan has seen to what they ask of these; fills take whole words.
static size_t cuda_region_alignment(const void *state) {
  (void)state;
  return 4;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool make_arrays(CudaState *state, AccyRuntimeError *error) {
  const AccyDeviceProgram *program = state->program;
  size_t arguments = 0;
  for (size_t i = 0; i < program->launchCount; ++i)
    arguments += program->launches[i].argumentCount;
  state->buffers = calloc(program->bufferCount + 1, sizeof *state->buffers);
  state->modules = calloc(program->codeCount + 1, sizeof *state->modules);
  state->functions = calloc(program->launchCount + 1, sizeof *state->functions);
  state->events = calloc(program->launchCount + 1, sizeof *state->events);
  state->arguments = calloc(program->launchCount + 1, sizeof *state->arguments);
  state->argumentPointers = calloc(arguments + 1, sizeof *state->argumentPointers);
  state->regionPointers = calloc(arguments + 1, sizeof *state->regionPointers);
  if (state->buffers && state->modules && state->functions && state->events && state->arguments &&
      state->argumentPointers && state->regionPointers)
    return true;
  return accyRuntimeFail(error, "no memory for the program");
}

static bool make_buffers(CudaState *state, AccyRuntimeError *error) {
  const AccyDeviceProgram *program = state->program;
  for (size_t i = 0; i < program->bufferCount; ++i) {
    size_t bytes = program->bufferBytes[i];
    AccyCuResult result = state->driver.memoryAllocate(&state->buffers[i], bytes);
    if (result == 0)
      result = state->driver.fillWordsAsync(state->buffers[i], 0, bytes / 4, state->stream);
    else
      state->buffers[i] = 0;
    if (!check(state, result, "making a buffer", error))
      return false;
  }
  // Later copies do not wait for this stream by themselves.
  return check(state, state->driver.streamSynchronize(state->stream), "clearing the buffers", error);
}

static bool load_module(CudaState *state, size_t index, AccyRuntimeError *error) {
  const AccyDeviceCode *code = &state->program->codes[index];
  char log[600] = "";
  int options[] = {AccyCuJitErrorLogBuffer, AccyCuJitErrorLogBufferBytes};
  // The driver takes the size as a number in the pointer.
  void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
  AccyCuResult result = state->driver.moduleLoad(&state->modules[index], code->data, 2, options, values);
  if (result == 0)
    return true;
  state->modules[index] = NULL;
  AccyRuntimeError reason;
  check(state, result, "compiling the PTX", &reason);
  return accyRuntimeFail(error, "%s: %s%s%s", code->path, reason.message, *log ? ": " : "", log);
}

static bool load_function(CudaState *state, size_t index, AccyRuntimeError *error) {
  const AccyDeviceLaunch *launch = &state->program->launches[index];
  AccyCuModule module = state->modules[launch->code];
  AccyCuResult result = state->driver.moduleGetFunction(&state->functions[index], module, launch->entry);
  // More shared memory than the customary 48 KiB has to be asked for.
  if (result == 0 && launch->sharedBytes)
    result = state->driver.functionSetAttribute(state->functions[index], AccyCuFunctionAttributeMaxDynamicSharedBytes,
                                                (int)launch->sharedBytes);
  AccyRuntimeError reason;
  return check(state, result, "finding the kernel", &reason) ||
         accyRuntimeFail(error, "%s: %s", launch->entry, reason.message);
}

static void make_arguments(CudaState *state) {
  void **next = state->argumentPointers;
  AccyCuPointer *pointer = state->regionPointers;
  for (size_t i = 0; i < state->program->launchCount; ++i) {
    state->arguments[i] = next;
    for (size_t j = 0; j < state->program->launches[i].argumentCount; ++j, ++next, ++pointer) {
      AccyDeviceArgument *argument = &state->program->launches[i].arguments[j];
      if (argument->isRegion)
        *pointer = state->buffers[argument->region.buffer] + argument->region.offset;
      *next = argument->isRegion ? (void *)pointer : (void *)&argument->scalar;
    }
  }
}

static bool load_in_context(CudaState *state, AccyRuntimeError *error) {
  const AccyDeviceProgram *program = state->program;
  if (!make_arrays(state, error) ||
      !check(state, state->driver.streamCreate(&state->stream, 0), "making a stream", error) ||
      !make_buffers(state, error))
    return false;
  for (size_t i = 0; i < program->codeCount; ++i)
    if (!load_module(state, i, error))
      return false;
  for (size_t i = 0; i < program->launchCount; ++i)
    if (!load_function(state, i, error))
      return false;
  for (size_t i = 0; i < program->launchCount + 1; ++i)
    if (!check(state, state->driver.eventCreate(&state->events[i], 0), "making an event", error))
      return false;
  make_arguments(state);
  return true;
}

static bool cuda_load(void *opaque, const AccyDeviceProgram *program, AccyRuntimeError *error) {
  CudaState *state = opaque;
  state->program = program;
  if (!enter(state, error))
    return false;
  bool done = load_in_context(state, error);
  leave(state);
  return done;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static AccyCuPointer region_start(const CudaState *state, AccyDeviceRegion region) {
  return state->buffers[region.buffer] + region.offset;
}

static bool cuda_write(void *opaque, AccyDeviceRegion region, const void *data, size_t bytes, AccyRuntimeError *error) {
  const CudaState *state = opaque;
  if (!enter(state, error))
    return false;
  AccyCuResult result = state->driver.copyToDevice(region_start(state, region), data, bytes);
  leave(state);
  return check(state, result, "copying to the device", error);
}

static bool cuda_read(void *opaque, AccyDeviceRegion region, void *data, size_t bytes, AccyRuntimeError *error) {
  const CudaState *state = opaque;
  if (!enter(state, error))
    return false;
  AccyCuResult result = state->driver.copyToHost(data, region_start(state, region), bytes);
  leave(state);
  return check(state, result, "copying from the device", error);
}

static AccyCuResult launch(const CudaState *state, size_t index) {
  const AccyDeviceLaunch *launch = &state->program->launches[index];
  for (size_t i = 0; i < launch->fillCount; ++i) {
    const AccyDeviceFill *fill = &launch->fills[i];
    AccyCuResult result = state->driver.fillWordsAsync(region_start(state, fill->region), fill->pattern,
                                                       fill->region.bytes / 4, state->stream);
    if (result)
      return result;
  }
  const uint32_t *grid = launch->grid, *block = launch->threadgroup;
  return state->driver.launch(state->functions[index], grid[0], grid[1], grid[2], block[0], block[1], block[2],
                              launch->sharedBytes, state->stream, state->arguments[index], NULL);
}

static bool launch_all(const CudaState *state, bool timed, AccyRuntimeError *error) {
  const AccyCudaDriver *driver = &state->driver;
  AccyCuResult result = timed ? driver->eventRecord(state->events[0], state->stream) : 0;
  for (size_t i = 0; i < state->program->launchCount && result == 0; ++i) {
    AccyRuntimeError reason;
    if (!check(state, launch(state, i), "launching", &reason))
      return accyRuntimeFail(error, "%s: %s", state->program->launches[i].entry, reason.message);
    if (timed)
      result = driver->eventRecord(state->events[i + 1], state->stream);
  }
  if (result == 0)
    result = driver->streamSynchronize(state->stream);
  return check(state, result, "running the kernels", error);
}

static bool read_times(const CudaState *state, double *launchSeconds, AccyRuntimeError *error) {
  for (size_t i = 0; i < state->program->launchCount; ++i) {
    float milliseconds = 0;
    AccyCuResult result = state->driver.eventElapsed(&milliseconds, state->events[i], state->events[i + 1]);
    if (!check(state, result, "reading times", error))
      return false;
    launchSeconds[i] = (double)milliseconds * 1e-3;
  }
  return true;
}

static bool cuda_run(void *opaque, double *launchSeconds, AccyRuntimeError *error) {
  const CudaState *state = opaque;
  if (!enter(state, error))
    return false;
  bool done =
      launch_all(state, launchSeconds != NULL, error) && (!launchSeconds || read_times(state, launchSeconds, error));
  leave(state);
  return done;
}

//===----------------------------------------------------------------------===//
// Closing
//===----------------------------------------------------------------------===//

static void release_in_context(const CudaState *state) {
  const AccyDeviceProgram *program = state->program;
  for (size_t i = 0; state->events && i < program->launchCount + 1; ++i)
    if (state->events[i])
      state->driver.eventDestroy(state->events[i]);
  for (size_t i = 0; state->modules && i < program->codeCount; ++i)
    if (state->modules[i])
      state->driver.moduleUnload(state->modules[i]);
  for (size_t i = 0; state->buffers && i < program->bufferCount; ++i)
    if (state->buffers[i])
      state->driver.memoryFree(state->buffers[i]);
  if (state->stream)
    state->driver.streamDestroy(state->stream);
}

static void cuda_close(void *opaque) {
  CudaState *state = opaque;
  if (state->context) {
    // A context that a failed kernel broke cannot be entered; its memory goes with it.
    if (state->program && enter(state, NULL)) {
      release_in_context(state);
      leave(state);
    }
    state->driver.contextRelease(state->device);
  }
  accyCudaDriverClose(&state->driver);
  free(state->buffers);
  free(state->modules);
  free(state->functions);
  free(state->events);
  free(state->arguments);
  free(state->argumentPointers);
  free(state->regionPointers);
  free(state);
}

const AccyDevice accyCudaDevice = {
    .name = "cuda",
    .description = "the first NVIDIA device; its driver compiles the kernels' PTX",
    .formats = ACCY_BIT(AccyFormatCudaPtx),
    .open = cuda_open,
    .hardwareName = cuda_hardware_name,
    .regionAlignment = cuda_region_alignment,
    .load = cuda_load,
    .write = cuda_write,
    .read = cuda_read,
    .run = cuda_run,
    .close = cuda_close,
};

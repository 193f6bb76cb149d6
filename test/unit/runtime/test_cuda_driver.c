// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA driver for machines without one, so that device cuda's calls are tested everywhere, sanitizers
// included: device memory is the host's, and the kernels are those of kernels.ptx, rewritten here. It ends the process
// when a call is made outside a context, or when the context goes while something that was made in it is still there.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  InvalidValue = 1,
  InvalidContext = 201,
  InvalidPtx = 218,
  NotFound = 500,
  JitErrorLog = 5,
  JitErrorLogBytes = 6
};

static int live_objects, current_contexts, retained;

static void require(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "test CUDA driver: %s\n", what);
  abort();
}

static void *make_object(size_t bytes) {
  require(current_contexts > 0, "a call outside a context");
  ++live_objects;
  return malloc(bytes);
}

static int end_object(void *object) {
  require(current_contexts > 0, "a call outside a context");
  --live_objects;
  free(object);
  return 0;
}

// The driver's interface. Its header is not needed to build, so each function is declared here as it is defined.
#define API(name, ...)                                                                                                 \
  int name(__VA_ARGS__);                                                                                               \
  int name(__VA_ARGS__)

API(cuInit, unsigned flags) {
  return flags ? InvalidValue : 0;
}

API(cuGetErrorName, int result, const char **name) {
  *name = result == InvalidPtx ? "CUDA_ERROR_INVALID_PTX" : result == NotFound ? "CUDA_ERROR_NOT_FOUND" : NULL;
  return *name ? 0 : InvalidValue;
}

API(cuGetErrorString, int result, const char **text) {
  *text = result == NotFound ? "named symbol not found" : NULL;
  return *text ? 0 : InvalidValue;
}

API(cuDeviceGetCount, int *count) {
  *count = 1;
  return 0;
}

API(cuDeviceGet, int *device, int ordinal) {
  *device = 7;
  return ordinal ? InvalidValue : 0;
}

API(cuDeviceGetName, char *name, int size, int device) {
  snprintf(name, (size_t)size, "test device");
  return device == 7 ? 0 : InvalidValue;
}

API(cuDevicePrimaryCtxRetain, void **context, int device) {
  ++retained;
  *context = &retained;
  return device == 7 ? 0 : InvalidValue;
}

API(cuDevicePrimaryCtxRelease_v2, int device) {
  require(--retained >= 0, "a context is released twice");
  require(current_contexts == 0, "a context is released while it is current");
  require(live_objects == 0, "objects outlive their context");
  return device == 7 ? 0 : InvalidValue;
}

API(cuCtxPushCurrent_v2, void *context) {
  require(context == &retained && retained > 0, "not a context");
  ++current_contexts;
  return 0;
}

API(cuCtxPopCurrent_v2, void **context) {
  require(--current_contexts >= 0, "a context is popped twice");
  *context = &retained;
  return 0;
}

API(cuModuleLoadDataEx, void **module, const void *image, unsigned count, int *options, void **values) {
  if (strstr(image, ".version") && strstr(image, "\n}\n\n.visible .entry")) {
    *module = make_object(strlen(image) + 1);
    strcpy(*module, image);
    return 0;
  }
  char *log = NULL;
  size_t size = 0;
  for (unsigned i = 0; i < count; ++i) {
    log = options[i] == JitErrorLog ? values[i] : log;
    size = options[i] == JitErrorLogBytes ? (size_t)(uintptr_t)values[i] : size;
  }
  snprintf(log, size, "ptxas fatal\n: the text is cut off");
  return InvalidPtx;
}

API(cuModuleUnload, void *module) {
  return end_object(module);
}

static const char *const entries[] = {"accy_test_add", "accy_test_accumulate"};

API(cuModuleGetFunction, void **function, void *module, const char *name) {
  for (int i = 0; i < 2; ++i)
    if (strcmp(entries[i], name) == 0 && strstr(module, name)) {
      *function = (void *)(uintptr_t)&entries[i];
      return 0;
    }
  return NotFound;
}

API(cuFuncSetAttribute, void *function, int attribute, int value) {
  return function && attribute == 8 && value > 0 ? 0 : InvalidValue;
}

API(cuMemAlloc_v2, uint64_t *pointer, size_t bytes) {
  if (bytes == 0)
    return InvalidValue;
  *pointer = (uintptr_t)make_object(bytes);
  return 0;
}

API(cuMemFree_v2, uint64_t pointer) {
  return end_object((void *)(uintptr_t)pointer);
}

API(cuMemcpyHtoD_v2, uint64_t target, const void *source, size_t bytes) {
  require(current_contexts > 0, "a call outside a context");
  memcpy((void *)(uintptr_t)target, source, bytes);
  return 0;
}

API(cuMemcpyDtoH_v2, void *target, uint64_t source, size_t bytes) {
  require(current_contexts > 0, "a call outside a context");
  memcpy(target, (void *)(uintptr_t)source, bytes);
  return 0;
}

API(cuMemsetD32Async, uint64_t target, unsigned pattern, size_t words, void *stream) {
  require(stream != NULL, "no stream");
  for (size_t i = 0; i < words; ++i)
    ((uint32_t *)(uintptr_t)target)[i] = pattern;
  return 0;
}

API(cuStreamCreate, void **stream, unsigned flags) {
  *stream = make_object(1);
  return flags ? InvalidValue : 0;
}

API(cuStreamDestroy_v2, void *stream) {
  return end_object(stream);
}

API(cuStreamSynchronize, void *stream) {
  return stream ? 0 : InvalidValue;
}

API(cuEventCreate, void **event, unsigned flags) {
  *event = make_object(1);
  return flags ? InvalidValue : 0;
}

API(cuEventDestroy_v2, void *event) {
  return end_object(event);
}

API(cuEventRecord, void *event, void *stream) {
  *(char *)event = 1;
  return stream ? 0 : InvalidValue;
}

API(cuEventElapsedTime, float *milliseconds, void *start, void *end) {
  *milliseconds = 0.25f;
  return *(char *)start == 1 && *(char *)end == 1 ? 0 : InvalidValue;
}

static void *pointer_parameter(void **parameters, int index) {
  return (void *)(uintptr_t)*(uint64_t *)parameters[index];
}

API(cuLaunchKernel, void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
    unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **parameters, void **extra) {
  if (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z || shared || !stream || extra)
    return InvalidValue;
  bool add = function == (void *)(uintptr_t)&entries[0];
  const float *left = pointer_parameter(parameters, 0);
  float *right = pointer_parameter(parameters, 1);
  float *out = add ? pointer_parameter(parameters, 2) : right;
  const uint32_t *count = pointer_parameter(parameters, add ? 3 : 2);
  for (unsigned i = 0; i < grid_x * block_x && i < *count; ++i)
    out[i] = left[i] + right[i];
  return 0;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the CUDA driver API that the runtime calls, found at run time. Their types are
// declared here, so that neither building nor starting needs CUDA.
#ifndef ACCY_RUNTIME_CUDA_DRIVER_H
#define ACCY_RUNTIME_CUDA_DRIVER_H

#include "accy-c/Runtime.h"

typedef int AccyCuResult; // 0 is success
typedef int AccyCuDevice;
typedef uint64_t AccyCuPointer; // an address on the device
typedef struct CUctx_st *AccyCuContext;
typedef struct CUmod_st *AccyCuModule;
typedef struct CUfunc_st *AccyCuFunction;
typedef struct CUstream_st *AccyCuStream;
typedef struct CUevent_st *AccyCuEvent;

// Numbers of the driver's enumerations.
enum {
  AccyCuAttributeMaxThreadsPerBlock = 1,
  AccyCuFunctionAttributeMaxDynamicSharedBytes = 8,
  AccyCuJitInfoLogBuffer = 3,
  AccyCuJitErrorLogBuffer = 5,
  AccyCuJitErrorLogBufferBytes = 6,
};

// X(member, symbol, parameters): the symbol carries the version of the interface.
#define ACCY_CUDA_FUNCTIONS(X)                                                                                         \
  X(init, "cuInit", (unsigned flags))                                                                                  \
  X(getErrorName, "cuGetErrorName", (AccyCuResult result, const char **name))                                          \
  X(getErrorString, "cuGetErrorString", (AccyCuResult result, const char **text))                                      \
  X(deviceGetCount, "cuDeviceGetCount", (int *count))                                                                  \
  X(deviceGet, "cuDeviceGet", (AccyCuDevice * device, int ordinal))                                                    \
  X(deviceGetName, "cuDeviceGetName", (char *name, int size, AccyCuDevice device))                                     \
  X(contextRetain, "cuDevicePrimaryCtxRetain", (AccyCuContext * context, AccyCuDevice device))                         \
  X(contextRelease, "cuDevicePrimaryCtxRelease_v2", (AccyCuDevice device))                                             \
  X(contextPush, "cuCtxPushCurrent_v2", (AccyCuContext context))                                                       \
  X(contextPop, "cuCtxPopCurrent_v2", (AccyCuContext * context))                                                       \
  X(moduleLoad, "cuModuleLoadDataEx",                                                                                  \
    (AccyCuModule * module, const void *image, unsigned count, int *options, void **values))                           \
  X(moduleUnload, "cuModuleUnload", (AccyCuModule module))                                                             \
  X(moduleGetFunction, "cuModuleGetFunction", (AccyCuFunction * function, AccyCuModule module, const char *name))      \
  X(functionSetAttribute, "cuFuncSetAttribute", (AccyCuFunction function, int attribute, int value))                   \
  X(memoryAllocate, "cuMemAlloc_v2", (AccyCuPointer * pointer, size_t bytes))                                          \
  X(memoryFree, "cuMemFree_v2", (AccyCuPointer pointer))                                                               \
  X(copyToDevice, "cuMemcpyHtoD_v2", (AccyCuPointer target, const void *source, size_t bytes))                         \
  X(copyToHost, "cuMemcpyDtoH_v2", (void *target, AccyCuPointer source, size_t bytes))                                 \
  X(fillWordsAsync, "cuMemsetD32Async", (AccyCuPointer target, unsigned pattern, size_t words, AccyCuStream stream))   \
  X(streamCreate, "cuStreamCreate", (AccyCuStream * stream, unsigned flags))                                           \
  X(streamDestroy, "cuStreamDestroy_v2", (AccyCuStream stream))                                                        \
  X(streamSynchronize, "cuStreamSynchronize", (AccyCuStream stream))                                                   \
  X(eventCreate, "cuEventCreate", (AccyCuEvent * event, unsigned flags))                                               \
  X(eventDestroy, "cuEventDestroy_v2", (AccyCuEvent event))                                                            \
  X(eventRecord, "cuEventRecord", (AccyCuEvent event, AccyCuStream stream))                                            \
  X(eventElapsed, "cuEventElapsedTime", (float *milliseconds, AccyCuEvent start, AccyCuEvent end))                     \
  X(launch, "cuLaunchKernel",                                                                                          \
    (AccyCuFunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,        \
     unsigned blockZ, unsigned sharedBytes, AccyCuStream stream, void **parameters, void **extra))

typedef struct AccyCudaDriver {
  void *library;
#define MEMBER(member, symbol, parameters) AccyCuResult(*member) parameters;
  ACCY_CUDA_FUNCTIONS(MEMBER)
#undef MEMBER
} AccyCudaDriver;

/// Loads the driver library, $ACCY_CUDA_DRIVER or else libcuda.so.1, and initialises it. On failure nothing is held.
bool accyCudaDriverOpen(AccyCudaDriver *outDriver, AccyRuntimeError *error);

/// Unloads the library; a driver that was never opened is allowed.
void accyCudaDriverClose(AccyCudaDriver *driver);

/// True when `result` is 0; else fails with what was being done and the driver's name and text for the error.
bool accyCudaCheck(const AccyCudaDriver *driver, AccyCuResult result, const char *action, AccyRuntimeError *error);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device must do: a row of functions. The runtime turns a plan into a device program, which has
// no slots, dtypes or shapes left, only buffers, kernels and launches; a device runs that.
#ifndef ACCY_RUNTIME_DEVICE_H
#define ACCY_RUNTIME_DEVICE_H

#include "accy-c/Runtime.h"

/// A part of a buffer. Offsets keep the device's alignment; `bytes` is a multiple of 4 and never 0.
typedef struct AccyDeviceRegion {
  size_t buffer;
  size_t offset;
  size_t bytes;
} AccyDeviceRegion;

/// An argument of a kernel: a pointer to a region, or a number of 4 or 8 bytes.
typedef struct AccyDeviceArgument {
  bool isRegion;
  AccyDeviceRegion region;
  uint32_t scalarBytes;
  bool scalarIsFloat; // calling conventions may pass it elsewhere than an integer
  union {
    uint32_t u32;
    uint64_t u64;
  } scalar;
} AccyDeviceArgument;

/// A region to be filled with a repeated pattern before a launch.
typedef struct AccyDeviceFill {
  AccyDeviceRegion region;
  uint32_t pattern;
} AccyDeviceFill;

/// One file of compiled code, which may hold the kernels of several launches. `data` ends in a zero byte that `bytes`
/// does not count, so that text can be taken as a string.
typedef struct AccyDeviceCode {
  const char *path;
  const void *data;
  size_t bytes;
} AccyDeviceCode;

/// The most fills of a launch: its output and its scratch buffer.
#define ACCY_DEVICE_MAX_FILLS 2

typedef struct AccyDeviceLaunch {
  const char *entry;
  size_t code;
  AccyDeviceArgument *arguments;
  size_t argumentCount;
  uint32_t grid[3];
  uint32_t threadgroup[3];
  uint32_t sharedBytes;
  AccySet subgroupOperations; // of AccySubgroupOperation; if any, its subgroups are whole and of a size
  uint32_t subgroupSizes[2];  // from the least to the greatest that it was planned for
  AccyDeviceFill fills[ACCY_DEVICE_MAX_FILLS];
  size_t fillCount;
} AccyDeviceLaunch;

/// All that a device must hold and run. Launches run in order, each seeing what the earlier ones wrote.
typedef struct AccyDeviceProgram {
  AccyFormat format;        // of every code
  const char *architecture; // that the codes are for, as the target's profile spells it; null where unknown
  size_t *bufferBytes;
  size_t bufferCount;
  AccyDeviceCode *codes;
  size_t codeCount;
  AccyDeviceLaunch *launches;
  size_t launchCount;
} AccyDeviceProgram;

/// A row of the table of devices. `state` is the device's own, made by `open` and ended by `close`.
typedef struct AccyDevice {
  const char *name;
  const char *description;
  /// The formats that it runs, a set of AccyFormat.
  AccySet formats;
  /// Finds the driver and the hardware; `choice` has the device's name, or none. Nothing is held after a failure.
  bool (*open)(const AccyDeviceChoice *choice, void **outState, AccyRuntimeError *error);
  /// The hardware's name, and the alignment of a region's offset: a power of two of at least 4.
  const char *(*hardwareName)(const void *state);
  size_t (*regionAlignment)(const void *state);
  /// Makes the buffers and loads the kernels, once per state. `program` outlives the state. Buffers start as zeros.
  bool (*load)(void *state, const AccyDeviceProgram *program, AccyRuntimeError *error);
  /// Copies `bytes` from and to the start of a region; `bytes` may be any number up to the region's.
  bool (*write)(void *state, AccyDeviceRegion region, const void *data, size_t bytes, AccyRuntimeError *error);
  bool (*read)(void *state, AccyDeviceRegion region, void *data, size_t bytes, AccyRuntimeError *error);
  /// Runs all launches and waits. `launchSeconds` is null or has room for one number per launch, NaN where unknown.
  bool (*run)(void *state, double *launchSeconds, AccyRuntimeError *error);
  /// Releases everything, also after a failed `load`.
  void (*close)(void *state);
} AccyDevice;

extern const AccyDevice accyCpuDevice;
extern const AccyDevice accyVulkanDevice;
extern const AccyDevice accyCudaDevice;

/// The row of that name, or the first one that runs the format; null when there is none.
const AccyDevice *accyDeviceFind(const char *name);
const AccyDevice *accyDeviceFindForFormat(AccyFormat format);

#endif

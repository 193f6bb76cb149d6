// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a compiled bundle: host tensors, .npy files, comparison, devices and executables. libAccyRuntime.so holds it;
// it needs neither LLVM nor MLIR.
//
// Functions that can fail return true on success. On failure they return false, leave their out-parameters as they were
// and put one line into `error`, which may be null. Nothing here keeps global state: distinct executables may be used
// from distinct threads, one executable from one thread at a time.
#ifndef ACCY_C_RUNTIME_H
#define ACCY_C_RUNTIME_H

#include "accy-c/Enums.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of libAccyRuntime.so as major.minor.patch; static.
ACCY_EXPORTED const char *accyRuntimeGetVersion(void);

/// Why a call failed: one line, without a newline and without a full stop, cut off when too long.
typedef struct AccyRuntimeError {
  char message[1024];
} AccyRuntimeError;

//===----------------------------------------------------------------------===//
// Tensors in host memory
//===----------------------------------------------------------------------===//

/// The largest rank of a tensor: what NumPy allows.
#define ACCY_TENSOR_MAX_RANK 64

/// A dense, row-major, little-endian tensor in host memory. An i1 element is one byte, 0 or 1.
/// `data` is never null in a created tensor, also when `bytes` is 0.
typedef struct AccyTensor {
  AccyDtype dtype;
  int32_t rank;
  int64_t dims[ACCY_TENSOR_MAX_RANK];
  size_t elements;
  size_t bytes;
  void *data;
} AccyTensor;

/// Makes a tensor of zeros. Owns: `*outTensor` owns its data; give it to accyTensorDestroy.
/// Fails on a value that is no dtype, on a rank or extent that is negative or too large, and when memory is short.
ACCY_EXPORTED bool accyTensorCreate(AccyDtype dtype, int32_t rank, const int64_t *dims, AccyTensor *outTensor,
                                    AccyRuntimeError *error);

/// Releases the tensor's data and clears it. A cleared tensor may be destroyed again.
ACCY_EXPORTED void accyTensorDestroy(AccyTensor *tensor);

/// Writes the tensor's type, as in `f32[2,3]`, into `text`, cut off to `size` bytes with the final zero.
ACCY_EXPORTED void accyTensorFormatType(AccyDtype dtype, int32_t rank, const int64_t *dims, char *text, size_t size);

/// Reads a NumPy .npy file, format versions 1.0 to 3.0. Fortran-ordered data is transposed to row-major. uint16 data
/// with an empty file `PATH.bf16` beside it is bf16. Owns: as accyTensorCreate. Fails on a file that cannot be read, is
/// cut off, has bytes after its data, is big-endian or has a dtype that is not one of Accy's.
ACCY_EXPORTED bool accyTensorReadNpy(const char *path, AccyTensor *outTensor, AccyRuntimeError *error);

/// Writes a NumPy .npy file, version 1.0, under a temporary name in the same folder, and renames it. bf16 is written as
/// uint16 with the empty file `PATH.bf16` beside it; for other dtypes such a file is removed. Of a symbolic link it is
/// the file that it leads to that is replaced. A device or a pipe is written to, and has nothing beside it. Fails when
/// the file cannot be written, or when the tensor's dtype, rank, sizes and data do not agree.
ACCY_EXPORTED bool accyTensorWriteNpy(const AccyTensor *tensor, const char *path, AccyRuntimeError *error);

/// How two tensors differ. Errors are measured over finite pairs: |actual - expected|, and that over |expected| where
/// expected is not 0.
typedef struct AccyTensorComparison {
  bool equal;
  size_t mismatches;
  double max_absolute_error;
  double max_relative_error;
  /// The first differing element in row-major order, and both its values; undefined when `equal`.
  int64_t first_index[ACCY_TENSOR_MAX_RANK];
  double first_actual;
  double first_expected;
} AccyTensorComparison;

/// Compares as numpy.allclose does with equal_nan: floating-point elements agree when
/// |actual - expected| <= absoluteTolerance + relativeTolerance * |expected|, when both are NaN, or when both are the
/// same infinity. Integers and i1 must be equal. Fails when the types differ, when a tensor's dtype, rank, sizes and
/// data do not agree, or when a tolerance is negative, infinite or NaN.
ACCY_EXPORTED bool accyTensorCompare(const AccyTensor *actual, const AccyTensor *expected, double relativeTolerance,
                                     double absoluteTolerance, AccyTensorComparison *outComparison,
                                     AccyRuntimeError *error);

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// How many kinds of device the runtime knows, and the name and one-line description of each, in the order of the table
/// in runtime/device.c. A known device need not be there on this machine. The text is static.
ACCY_EXPORTED size_t accyDeviceGetCount(void);
ACCY_EXPORTED const char *accyDeviceGetName(size_t index);
ACCY_EXPORTED const char *accyDeviceGetDescription(size_t index);

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

/// Where to run. A choice of zeros is the device for the plan's format and the most capable hardware.
typedef struct AccyDeviceChoice {
  /// A name of the table of devices; null: the device for the plan's format.
  const char *device;
  /// Which of several drivers or cards: its number in the driver's order, from 0, or a part of its name, in letters of
  /// either case; null: the most capable one.
  const char *hardware;
  /// Whether the driver's own checks watch: of vulkan, the Khronos validation layer. What they find is written to
  /// stderr line by line, and the call during which they find it fails. Other devices have no checks and refuse.
  bool validate;
} AccyDeviceChoice;

/// A bundle that is loaded on a device. `ptr` is null in a handle that holds nothing.
typedef struct AccyExecutable {
  void *ptr;
} AccyExecutable;

/// Loads the bundle in `folder` on the device that `choice` names, null being a choice of zeros: opens the device,
/// makes the buffers that the memory plan asks for, writes the constants and loads each kernel. Owns: `*outExecutable`
/// is the caller's; give it to accyExecutableDestroy. Fails on a bundle that is not sound, a device that is not there
/// or does not run the plan's format, and a kernel that needs what the device lacks. Spec: planner.md, sections 4, 8
/// and 10.
ACCY_EXPORTED bool accyExecutableLoad(const char *folder, const AccyDeviceChoice *choice, AccyExecutable *outExecutable,
                                      AccyRuntimeError *error);

/// Releases all that the executable holds. A null handle is allowed.
ACCY_EXPORTED void accyExecutableDestroy(AccyExecutable executable);

/// The device's name in the table of devices, and the name of the hardware or software that it is. Owned by the
/// executable.
ACCY_EXPORTED const char *accyExecutableGetDeviceName(AccyExecutable executable);
ACCY_EXPORTED const char *accyExecutableGetHardwareName(AccyExecutable executable);

/// The function's inputs and outputs, and its kernels in launch order. Entry names are owned by the executable.
ACCY_EXPORTED size_t accyExecutableGetInputCount(AccyExecutable executable);
ACCY_EXPORTED size_t accyExecutableGetOutputCount(AccyExecutable executable);
ACCY_EXPORTED size_t accyExecutableGetKernelCount(AccyExecutable executable);
ACCY_EXPORTED const char *accyExecutableGetKernelEntry(AccyExecutable executable, size_t index);

/// Copies a tensor to input `index`. Fails when its type is not the input's, and when its dtype, rank, sizes and data
/// do not agree.
ACCY_EXPORTED bool accyExecutableSetInput(AccyExecutable executable, size_t index, const AccyTensor *tensor,
                                          AccyRuntimeError *error);

/// Runs all kernels in plan order, with fills before their launch, and waits for the end. `kernelSeconds` is null or
/// has room for one duration per kernel (fills included), NaN where the device cannot tell. Fails when an input was
/// never set, and when the device fails.
ACCY_EXPORTED bool accyExecutableRun(AccyExecutable executable, double *kernelSeconds, AccyRuntimeError *error);

/// Copies output `index` into a new tensor. Owns: as accyTensorCreate. Fails before the first run.
ACCY_EXPORTED bool accyExecutableGetOutput(AccyExecutable executable, size_t index, AccyTensor *outTensor,
                                           AccyRuntimeError *error);

#ifdef __cplusplus
}
#endif
#endif

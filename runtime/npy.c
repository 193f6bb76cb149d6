// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files. A file is taken for hostile: sizes are checked against what it holds before memory
// is asked for.
#define _POSIX_C_SOURCE 200809L
#include "runtime/error.h"
#include "runtime/file.h"
#include "runtime/npy_header.h"
#include "runtime/tensor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tensors are little-endian, as the host must be");

// Headers beyond this are no shape that anyone has: NumPy itself refuses to parse more than 10000 bytes unasked.
enum { MaxHeaderLength = 1 << 16 };

static char *marker_path(const char *path) {
  size_t length = strlen(path);
  char *marker = malloc(length + sizeof ".bf16");
  if (marker) {
    memcpy(marker, path, length);
    memcpy(marker + length, ".bf16", sizeof ".bf16");
  }
  return marker;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// Reads the magic, the version and the dictionary, and leaves the file at the data.
static bool read_header(FILE *file, AccyNpyHeader *header, AccyRuntimeError *error) {
  unsigned char prelude[ACCY_NPY_MAGIC_LENGTH + 2];
  if (fread(prelude, 1, sizeof prelude, file) != sizeof prelude ||
      memcmp(prelude, ACCY_NPY_MAGIC, ACCY_NPY_MAGIC_LENGTH) != 0)
    return accyRuntimeFail(error, "not a .npy file");
  unsigned major = prelude[ACCY_NPY_MAGIC_LENGTH], minor = prelude[ACCY_NPY_MAGIC_LENGTH + 1];
  if (major < 1 || major > 3 || minor != 0)
    return accyRuntimeFail(error, ".npy version %u.%u is not supported (known: 1.0, 2.0, 3.0)", major, minor);
  unsigned char width = major == 1 ? 2 : 4, digits[4] = {0};
  if (fread(digits, 1, width, file) != width)
    return accyRuntimeFail(error, "the file ends within its header");
  size_t length = digits[0] | (size_t)digits[1] << 8 | (size_t)digits[2] << 16 | (size_t)digits[3] << 24;
  if (length > MaxHeaderLength)
    return accyRuntimeFail(error, "the header claims %zu bytes, more than %d", length, MaxHeaderLength);
  char *text = malloc(length + 1);
  if (!text)
    return accyRuntimeFail(error, "no memory for the header");
  bool complete = fread(text, 1, length, file) == length;
  bool done = complete ? accyNpyHeaderParse(text, length, header, error)
                       : accyRuntimeFail(error, "the file ends within its header");
  free(text);
  return done;
}

// Reorders column-major data into row-major.
static bool transpose(AccyTensor *tensor, AccyRuntimeError *error) {
  AccyTensor result;
  if (!accyTensorCreate(tensor->dtype, tensor->rank, tensor->dims, &result, error))
    return false;
  size_t size = accyDtypeByteSize(tensor->dtype);
  int64_t index[ACCY_TENSOR_MAX_RANK] = {0};
  size_t stride[ACCY_TENSOR_MAX_RANK];
  for (size_t i = 0, product = 1; i < (size_t)tensor->rank; ++i) {
    stride[i] = product;
    product *= (size_t)tensor->dims[i];
  }
  size_t source = 0;
  for (size_t target = 0; target < tensor->elements; ++target) {
    memcpy((char *)result.data + target * size, (const char *)tensor->data + source * size, size);
    // Step the row-major index: the last dimension is the fastest.
    for (int32_t i = tensor->rank - 1; i >= 0; --i) {
      source += stride[i];
      if (++index[i] < tensor->dims[i])
        break;
      source -= stride[i] * (size_t)tensor->dims[i];
      index[i] = 0;
    }
  }
  accyTensorDestroy(tensor);
  *tensor = result;
  return true;
}

// NumPy takes any byte but 0 for true; kernels take 0 and 1 alone.
static void normalise_booleans(AccyTensor *tensor) {
  unsigned char *bytes = tensor->data;
  for (size_t i = 0; i < tensor->elements; ++i)
    bytes[i] = bytes[i] != 0;
}

static bool read_data(FILE *file, size_t file_size, const AccyNpyHeader *header, AccyTensor *tensor,
                      AccyRuntimeError *error) {
  size_t elements, bytes;
  if (!accyTensorComputeSize(header->dtype, header->rank, header->dims, &elements, &bytes, error))
    return false;
  long position = ftell(file);
  size_t held = position < 0 || (size_t)position > file_size ? 0 : file_size - (size_t)position;
  if (held < bytes)
    return accyRuntimeFail(error, "the file is cut off: its shape needs %zu bytes of data, it holds %zu", bytes, held);
  if (held > bytes)
    return accyRuntimeFail(error, "the file holds %zu bytes of data, but its shape needs only %zu", held, bytes);
  if (!accyTensorCreate(header->dtype, header->rank, header->dims, tensor, error))
    return false;
  if (fread(tensor->data, 1, bytes, file) == bytes && (!header->fortranOrder || transpose(tensor, error))) {
    if (tensor->dtype == AccyDtypeI1)
      normalise_booleans(tensor);
    return true;
  }
  if (ferror(file) || feof(file))
    accyRuntimeFail(error, "the data cannot be read: %s", strerror(errno));
  accyTensorDestroy(tensor);
  return false;
}

static bool read_file(FILE *file, AccyTensor *tensor, AccyRuntimeError *error) {
  struct stat status;
  if (fstat(fileno(file), &status) != 0)
    return accyRuntimeFail(error, "%s", strerror(errno));
  if (!S_ISREG(status.st_mode))
    return accyRuntimeFail(error, "not a regular file");
  AccyNpyHeader header;
  return read_header(file, &header, error) && read_data(file, (size_t)status.st_size, &header, tensor, error);
}

static bool has_marker(const char *path, bool *out) {
  char *marker = marker_path(path);
  if (marker)
    *out = access(marker, F_OK) == 0;
  free(marker);
  return marker != NULL;
}

bool accyTensorReadNpy(const char *path, AccyTensor *outTensor, AccyRuntimeError *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a named pipe must not hang the reader
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
  if (!file) {
    accyRuntimeFail(error, "%s: %s", path, strerror(errno));
    if (descriptor >= 0)
      close(descriptor);
    return false;
  }
  AccyTensor tensor;
  AccyRuntimeError reason;
  bool done = read_file(file, &tensor, &reason);
  fclose(file);
  if (!done)
    return accyRuntimeFail(error, "%s: %s", path, reason.message);
  bool marked = false;
  if (tensor.dtype == AccyDtypeU16 && !has_marker(path, &marked)) {
    accyTensorDestroy(&tensor);
    return accyRuntimeFail(error, "%s: no memory for its name", path);
  }
  if (marked)
    tensor.dtype = AccyDtypeBf16;
  *outTensor = tensor;
  return true;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static bool write_tensor(FILE *file, void *userData) {
  const AccyTensor *tensor = userData;
  char header[ACCY_NPY_HEADER_CAPACITY];
  size_t length = accyNpyHeaderFormat(tensor, header);
  return fwrite(header, 1, length, file) == length && fwrite(tensor->data, 1, tensor->bytes, file) == tensor->bytes;
}

static bool make_marker(const char *marker) {
  int descriptor = open(marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return descriptor >= 0 ? close(descriptor) == 0 : errno == EEXIST;
}

// Makes the marker of bf16, or removes one that an earlier file left.
static bool update_marker(const char *path, bool wanted, AccyRuntimeError *error) {
  char *marker = marker_path(path);
  bool done = marker && (wanted ? make_marker(marker) : unlink(marker) == 0 || errno == ENOENT);
  free(marker);
  return done || accyRuntimeFail(error, "%s.bf16: cannot be updated: %s", path, strerror(errno));
}

// A file may be read by the name of a link to it or by its own, so that a marker is beside both.
static bool update_markers(const char *path, bool wanted, AccyRuntimeError *error) {
  AccyArena scratch = {0};
  const char *target = accyFileFollowLinks(&scratch, path);
  bool done = target ? update_marker(path, wanted, error) && (target == path || update_marker(target, wanted, error))
                     : accyRuntimeFail(error, "%s: cannot be followed: %s", path, strerror(errno));
  accyArenaFree(&scratch);
  return done;
}

bool accyTensorWriteNpy(const AccyTensor *tensor, const char *path, AccyRuntimeError *error) {
  AccyRuntimeError reason;
  if (!accyTensorCheck(tensor, &reason))
    return accyRuntimeFail(error, "%s: %s", path, reason.message);
  bool isStream = accyFileIsStream(path);
  return accyFileReplace(path, write_tensor, (void *)tensor, error) &&
         (isStream || update_markers(path, tensor->dtype == AccyDtypeBf16, error));
}

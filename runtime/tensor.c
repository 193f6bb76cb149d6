// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors in host memory: sizes, creation, printing of types.
#include "runtime/tensor.h"

#include "runtime/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool accyTensorComputeSize(AccyDtype dtype, int32_t rank, const int64_t *dims, size_t *outElements, size_t *outBytes,
                           AccyRuntimeError *error) {
  if ((size_t)dtype >= AccyDtypeCount)
    return accyRuntimeFail(error, "%u is no dtype", (unsigned)dtype);
  if (rank < 0 || rank > ACCY_TENSOR_MAX_RANK)
    return accyRuntimeFail(error, "rank %" PRId32 " is not within 0 … %d", rank, ACCY_TENSOR_MAX_RANK);
  bool empty = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0)
      return accyRuntimeFail(error, "extent %" PRId64 " of dimension %" PRId32 " is negative", dims[i], i);
    empty |= dims[i] == 0;
  }
  size_t elements = empty ? 0 : 1;
  for (int32_t i = 0; i < rank && !empty; ++i)
    if (__builtin_mul_overflow(elements, (uint64_t)dims[i], &elements))
      return accyRuntimeFail(error, "the shape has more elements than memory can hold");
  size_t bytes;
  if (__builtin_mul_overflow(elements, accyDtypeByteSize(dtype), &bytes) || bytes > PTRDIFF_MAX)
    return accyRuntimeFail(error, "the shape has more elements than memory can hold");
  *outElements = elements;
  *outBytes = bytes;
  return true;
}

bool accyTensorCreate(AccyDtype dtype, int32_t rank, const int64_t *dims, AccyTensor *outTensor,
                      AccyRuntimeError *error) {
  AccyTensor tensor = {.dtype = dtype, .rank = rank};
  if (!accyTensorComputeSize(dtype, rank, dims, &tensor.elements, &tensor.bytes, error))
    return false;
  if (rank > 0)
    memcpy(tensor.dims, dims, (size_t)rank * sizeof *dims);
  tensor.data = calloc(tensor.bytes ? tensor.bytes : 1, 1);
  if (!tensor.data)
    return accyRuntimeFail(error, "no memory for a tensor of %zu bytes", tensor.bytes);
  *outTensor = tensor;
  return true;
}

bool accyTensorCheck(const AccyTensor *tensor, AccyRuntimeError *error) {
  size_t elements, bytes;
  if (!accyTensorComputeSize(tensor->dtype, tensor->rank, tensor->dims, &elements, &bytes, error))
    return false;
  if (tensor->elements != elements || tensor->bytes != bytes)
    return accyRuntimeFail(error, "the tensor says %zu elements of %zu bytes; its shape makes %zu of %zu",
                           tensor->elements, tensor->bytes, elements, bytes);
  return tensor->data || accyRuntimeFail(error, "the tensor has no data");
}

void accyTensorDestroy(AccyTensor *tensor) {
  free(tensor->data);
  *tensor = (AccyTensor){0};
}

void accyTensorFormatType(AccyDtype dtype, int32_t rank, const int64_t *dims, char *text, size_t size) {
  size_t used = 0;
  // After a cut-off, `used` stays within the text, so that later pieces are dropped.
#define APPEND(...)                                                                                                    \
  do {                                                                                                                 \
    int length = snprintf(text + used, size - used, __VA_ARGS__);                                                      \
    used = length < 0 || (size_t)length >= size - used ? size - 1 : used + (size_t)length;                             \
  } while (0)
  if (size == 0)
    return;
  APPEND("%s[", accyDtypeName(dtype));
  for (int32_t i = 0; i < rank; ++i)
    APPEND("%s%" PRId64, i ? "," : "", dims[i]);
  APPEND("]");
#undef APPEND
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor operations in plain C; see tensor_reference.h.

#include "tensor_reference.h"

#include <stdlib.h>
#include <string.h>

Tensor *tensor_create(int rank, const int *extents) {
  Tensor *tensor = calloc(1, sizeof *tensor);
  tensor->rank = rank;
  if (rank)
    memcpy(tensor->extents, extents, (size_t)rank * sizeof *extents);
  if (tensor_count(tensor) > MaxElements)
    abort();
  return tensor;
}

int tensor_count(const Tensor *tensor) {
  int count = 1;
  for (int i = 0; i < tensor->rank; ++i)
    count *= tensor->extents[i];
  return count;
}

static void unravel(const Tensor *tensor, int linear, int *index) {
  for (int i = tensor->rank; i-- > 0; linear /= tensor->extents[i])
    index[i] = linear % tensor->extents[i];
}

static double *at(Tensor *tensor, const int *index) {
  int linear = 0;
  for (int i = 0; i < tensor->rank; ++i)
    linear = linear * tensor->extents[i] + index[i];
  return &tensor->elements[linear];
}

static double get(const Tensor *tensor, const int *index) {
  return *at((Tensor *)tensor, index);
}

Tensor *tensor_broadcast(const Tensor *operand, const int *dims, int rank, const int *extents) {
  Tensor *result = tensor_create(rank, extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear) {
    int index[MaxRank], source[MaxRank];
    unravel(result, linear, index);
    for (int i = 0; i < operand->rank; ++i)
      source[i] = operand->extents[i] == 1 ? 0 : index[dims[i]];
    result->elements[linear] = get(operand, source);
  }
  return result;
}

Tensor *tensor_reshape(const Tensor *operand, int rank, const int *extents) {
  Tensor *result = tensor_create(rank, extents);
  memcpy(result->elements, operand->elements, sizeof result->elements);
  return result;
}

Tensor *tensor_transpose(const Tensor *operand, const int *permutation) {
  int extents[MaxRank];
  for (int i = 0; i < operand->rank; ++i)
    extents[i] = operand->extents[permutation[i]];
  Tensor *result = tensor_create(operand->rank, extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear) {
    int index[MaxRank], source[MaxRank];
    unravel(result, linear, index);
    for (int i = 0; i < operand->rank; ++i)
      source[permutation[i]] = index[i];
    result->elements[linear] = get(operand, source);
  }
  return result;
}

Tensor *tensor_slice(const Tensor *operand, const int *start, const int *limit, const int *strides) {
  int extents[MaxRank];
  for (int i = 0; i < operand->rank; ++i)
    extents[i] = (limit[i] - start[i] + strides[i] - 1) / strides[i];
  Tensor *result = tensor_create(operand->rank, extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear) {
    int index[MaxRank];
    unravel(result, linear, index);
    for (int i = 0; i < operand->rank; ++i)
      index[i] = start[i] + index[i] * strides[i];
    result->elements[linear] = get(operand, index);
  }
  return result;
}

Tensor *tensor_pad(const Tensor *operand, double value, const int *low, const int *high, const int *interior) {
  int extents[MaxRank];
  for (int i = 0; i < operand->rank; ++i) {
    int inner = operand->extents[i] ? (operand->extents[i] - 1) * (interior[i] + 1) + 1 : 0;
    extents[i] = low[i] + inner + high[i];
  }
  Tensor *result = tensor_create(operand->rank, extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear)
    result->elements[linear] = value;
  for (int linear = 0, n = tensor_count(operand); linear < n; ++linear) {
    int index[MaxRank], inside = 1;
    unravel(operand, linear, index);
    for (int i = 0; i < operand->rank; ++i) {
      index[i] = low[i] + index[i] * (interior[i] + 1);
      inside = inside && index[i] >= 0 && index[i] < extents[i];
    }
    if (inside)
      *at(result, index) = operand->elements[linear];
  }
  return result;
}

Tensor *tensor_concatenate(int count, Tensor *const *operands, int dim) {
  int extents[MaxRank];
  memcpy(extents, operands[0]->extents, sizeof extents);
  extents[dim] = 0;
  for (int i = 0; i < count; ++i)
    extents[dim] += operands[i]->extents[dim];
  Tensor *result = tensor_create(operands[0]->rank, extents);
  for (int i = 0, offset = 0; i < count; offset += operands[i++]->extents[dim])
    for (int linear = 0, n = tensor_count(operands[i]); linear < n; ++linear) {
      int index[MaxRank];
      unravel(operands[i], linear, index);
      index[dim] += offset;
      *at(result, index) = operands[i]->elements[linear];
    }
  return result;
}

Tensor *tensor_reverse(const Tensor *operand, int dim) {
  Tensor *result = tensor_create(operand->rank, operand->extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear) {
    int index[MaxRank];
    unravel(result, linear, index);
    index[dim] = operand->extents[dim] - 1 - index[dim];
    result->elements[linear] = get(operand, index);
  }
  return result;
}

Tensor *tensor_reduce(const Tensor *operand, unsigned dims, double identity, double (*fold)(double, double)) {
  int extents[MaxRank], rank = 0;
  for (int i = 0; i < operand->rank; ++i)
    if (!(dims >> i & 1))
      extents[rank++] = operand->extents[i];
  Tensor *result = tensor_create(rank, extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear)
    result->elements[linear] = identity;
  for (int linear = 0, n = tensor_count(operand); linear < n; ++linear) {
    int index[MaxRank], target[MaxRank], count = 0;
    unravel(operand, linear, index);
    for (int i = 0; i < operand->rank; ++i)
      if (!(dims >> i & 1))
        target[count++] = index[i];
    double *element = at(result, target);
    *element = fold(*element, operand->elements[linear]);
  }
  return result;
}

Tensor *tensor_map(const Tensor *left, const Tensor *right, double (*function)(double, double)) {
  Tensor *result = tensor_create(left->rank, left->extents);
  for (int linear = 0, n = tensor_count(result); linear < n; ++linear)
    result->elements[linear] = function(left->elements[linear], right->elements[linear]);
  return result;
}

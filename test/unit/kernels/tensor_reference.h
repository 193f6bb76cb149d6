// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor operations in plain C, element by element: what kernels are compared with. Elements are doubles, which hold
// those of the tests exactly.

#ifndef ACCY_TEST_UNIT_KERNELS_TENSOR_REFERENCE_H
#define ACCY_TEST_UNIT_KERNELS_TENSOR_REFERENCE_H

enum { MaxRank = 5, MaxElements = 4096 };

typedef struct Tensor {
  int rank;
  int extents[MaxRank];
  double elements[MaxElements];
} Tensor;

/// A tensor of zeros. The extents follow; all results are owned by the caller and released by free.
Tensor *tensor_create(int rank, const int *extents);
int tensor_count(const Tensor *tensor);

Tensor *tensor_broadcast(const Tensor *operand, const int *dims, int rank, const int *extents);
Tensor *tensor_reshape(const Tensor *operand, int rank, const int *extents);
Tensor *tensor_transpose(const Tensor *operand, const int *permutation);
Tensor *tensor_slice(const Tensor *operand, const int *start, const int *limit, const int *strides);
Tensor *tensor_pad(const Tensor *operand, double value, const int *low, const int *high, const int *interior);
Tensor *tensor_concatenate(int count, Tensor *const *operands, int dim);
Tensor *tensor_reverse(const Tensor *operand, int dim);
/// Folds the dimensions whose bit is set in `dims`, in row-major order.
Tensor *tensor_reduce(const Tensor *operand, unsigned dims, double identity, double (*fold)(double, double));
/// Elementwise; the shapes are equal.
Tensor *tensor_map(const Tensor *left, const Tensor *right, double (*function)(double, double));

#endif // ACCY_TEST_UNIT_KERNELS_TENSOR_REFERENCE_H

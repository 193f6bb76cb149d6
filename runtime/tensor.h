// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of tensors in host memory, with every product checked.
#ifndef ACCY_RUNTIME_TENSOR_H
#define ACCY_RUNTIME_TENSOR_H

#include "accy-c/Runtime.h"

/// Room for the longest type that accyTensorFormatType writes without cutting it off, for ranks met in practice.
#define ACCY_TENSOR_TYPE_LENGTH 256

/// Computes elements and bytes. Fails on a value that is no dtype, on a negative extent and on sizes over PTRDIFF_MAX;
/// any 0 extent makes both 0.
bool accyTensorComputeSize(AccyDtype dtype, int32_t rank, const int64_t *dims, size_t *outElements, size_t *outBytes,
                           AccyRuntimeError *error);

/// Whether a tensor that a caller gives holds together: a dtype, a rank, the sizes that they make, and data.
bool accyTensorCheck(const AccyTensor *tensor, AccyRuntimeError *error);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header of a .npy file: a Python dictionary with the dtype, the order and the shape.
#ifndef ACCY_RUNTIME_NPY_HEADER_H
#define ACCY_RUNTIME_NPY_HEADER_H

#include "accy-c/Runtime.h"

typedef struct AccyNpyHeader {
  AccyDtype dtype;
  bool fortranOrder;
  int32_t rank;
  int64_t dims[ACCY_TENSOR_MAX_RANK];
} AccyNpyHeader;

/// Parses the dictionary in `text`, which need not end in a zero. Any order of its three keys and any white space is
/// taken.
bool accyNpyHeaderParse(const char *text, size_t length, AccyNpyHeader *outHeader, AccyRuntimeError *error);

/// Writes magic, version 1.0, length and dictionary, padded so that the data starts at a multiple of 64 bytes.
/// `buffer` has room for ACCY_NPY_HEADER_CAPACITY bytes. Returns the length.
size_t accyNpyHeaderFormat(const AccyTensor *tensor, char *buffer);

#define ACCY_NPY_HEADER_CAPACITY 2048
#define ACCY_NPY_MAGIC "\x93NUMPY"
#define ACCY_NPY_MAGIC_LENGTH 6

#endif

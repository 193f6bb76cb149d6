// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has been built already: values by the three words that determine them. Only looked up, never walked, so its
// order does not show in the output.

#ifndef ACCY_KERNELS_MEMO_H
#define ACCY_KERNELS_MEMO_H

#include "mlir-c/IR.h"

#include <stdint.h>

/// What a value was built from, as a tag and the addresses of its parts.
typedef struct AccyMemoKey {
  uintptr_t words[3];
} AccyMemoKey;

typedef struct AccyMemoEntry {
  AccyMemoKey key;
  MlirValue value; // null: the entry is free
} AccyMemoEntry;

/// Empty when zero-initialised. Released by accyMemoFree.
typedef struct AccyMemo {
  AccyMemoEntry *entries;
  size_t capacity, count;
} AccyMemo;

/// The value of the key, or null.
MlirValue accyMemoGet(const AccyMemo *memo, AccyMemoKey key);

/// Keeps a value, which is not null, for a key that has none yet.
void accyMemoPut(AccyMemo *memo, AccyMemoKey key, MlirValue value);

void accyMemoFree(AccyMemo *memo);

/// `bytes` of zeroed memory. When there is none the process ends, as it does wherever MLIR allocates.
void *accyAllocate(size_t bytes);

#endif // ACCY_KERNELS_MEMO_H

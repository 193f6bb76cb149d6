// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that grows.

#ifndef ACCY_SUPPORT_TEXT_BUFFER_H
#define ACCY_SUPPORT_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/// Empty when zero-initialised. Released by accyTextBufferDestroy. When memory runs out, `failed` is set and stays so,
/// and the text is not to be used.
typedef struct AccyTextBuffer {
  char *data; // `length` bytes and a zero byte; null: empty
  size_t length, capacity;
  bool failed;
} AccyTextBuffer;

/// Appends `length` bytes.
void accyTextBufferAppend(AccyTextBuffer *buffer, const char *data, size_t length);

/// Appends what printf would print.
void accyTextBufferPrint(AccyTextBuffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Releases the text and empties the buffer.
void accyTextBufferDestroy(AccyTextBuffer *buffer);

#endif // ACCY_SUPPORT_TEXT_BUFFER_H

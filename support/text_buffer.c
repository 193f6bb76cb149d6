// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that grows; see text_buffer.h.

#include "support/text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Makes room for `length` more bytes and a zero byte.
static bool reserve(AccyTextBuffer *buffer, size_t length) {
  if (buffer->failed)
    return false;
  size_t needed = buffer->length + length + 1;
  if (needed <= buffer->capacity)
    return true;
  size_t capacity = needed > 2 * buffer->capacity ? needed : 2 * buffer->capacity;
  char *grown = realloc(buffer->data, capacity);
  buffer->failed = !grown;
  if (!grown)
    return false;
  buffer->data = grown;
  buffer->capacity = capacity;
  return true;
}

void accyTextBufferAppend(AccyTextBuffer *buffer, const char *data, size_t length) {
  if (!reserve(buffer, length))
    return;
  memcpy(buffer->data + buffer->length, data, length);
  buffer->length += length;
  buffer->data[buffer->length] = '\0';
}

void accyTextBufferPrint(AccyTextBuffer *buffer, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  buffer->failed = buffer->failed || length < 0;
  if (reserve(buffer, length < 0 ? 0 : (size_t)length)) {
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
    buffer->length += (size_t)length;
  }
  va_end(again);
}

void accyTextBufferDestroy(AccyTextBuffer *buffer) {
  free(buffer->data);
  *buffer = (AccyTextBuffer){0};
}

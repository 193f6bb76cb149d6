// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See utf8.h.
#include "planner/utf8.h"

#include <stdbool.h>
#include <stdint.h>

/// How many bytes the character has that the text begins with, which has at least one; 0 where none begins.
static size_t character_bytes(const unsigned char *text, size_t length) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (text[0] < 0x80)
    return 1;
  if (text[0] < 0xC0 || text[0] >= 0xF8)
    return 0;
  size_t bytes = text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
  if (bytes > length)
    return 0;
  uint32_t character = text[0] & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((text[i] & 0xC0) != 0x80)
      return 0;
    character = character << 6 | (text[i] & 0x3F);
  }
  bool is_surrogate = character >= 0xD800 && character < 0xE000;
  return character < least[bytes] || character > 0x10FFFF || is_surrogate ? 0 : bytes;
}

size_t accyUtf8Span(const char *text, size_t length) {
  size_t span = 0, bytes = 1;
  for (; span < length && bytes > 0; span += bytes)
    bytes = character_bytes((const unsigned char *)text + span, length - span);
  return span;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way in which the runtime reports a failure.
#include "runtime/error.h"

#include <stdarg.h>
#include <stdio.h>

// Linkers and drivers answer with several lines; a message has one.
static void fold_to_one_line(char *text) {
  char *out = text;
  for (const char *in = text; *in; ++in) {
    bool control = (unsigned char)*in < ' ';
    if (control && (out == text || out[-1] == ' '))
      continue;
    *out++ = control ? ' ' : *in;
  }
  while (out != text && out[-1] == ' ')
    --out;
  *out = '\0';
}

bool accyRuntimeFail(AccyRuntimeError *error, const char *format, ...) {
  if (!error)
    return false;
  // Arguments may point into the message itself, when a caller adds to it.
  AccyRuntimeError result;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(result.message, sizeof result.message, format, arguments);
  va_end(arguments);
  fold_to_one_line(result.message);
  *error = result;
  return false;
}

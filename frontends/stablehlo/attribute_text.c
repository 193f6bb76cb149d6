// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the text of attributes; see attribute_text.h.

#include "frontends/stablehlo/attribute_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *accyStablehloTextSkipSpace(const char *text) {
  while (text && isspace((unsigned char)*text))
    ++text;
  return text;
}

const char *accyStablehloTextReadWord(const char *text, const char *word) {
  text = accyStablehloTextSkipSpace(text);
  size_t length = strlen(word);
  return text && strncmp(text, word, length) == 0 ? text + length : NULL;
}

// A dimension is a small number: more than nine digits cannot be one.
const char *accyStablehloTextReadDimension(const char *text, int64_t *outDimension) {
  text = accyStablehloTextSkipSpace(text);
  size_t digits = text ? strspn(text, "0123456789") : 0;
  if (digits == 0 || digits > 9)
    return NULL;
  *outDimension = strtoll(text, NULL, 10);
  return text + digits;
}

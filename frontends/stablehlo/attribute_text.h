// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the text of attributes that StableHLO prints in a form of its own. Each reader returns what follows what it
// read, or null when the text is null or of another form, so that calls can be nested.

#ifndef ACCY_FRONTENDS_STABLEHLO_ATTRIBUTE_TEXT_H
#define ACCY_FRONTENDS_STABLEHLO_ATTRIBUTE_TEXT_H

#include <stdint.h>

/// Skips white space.
const char *accyStablehloTextSkipSpace(const char *text);

/// Reads a word as it is written, such as `->`, after white space.
const char *accyStablehloTextReadWord(const char *text, const char *word);

/// Reads a dimension's number, after white space.
const char *accyStablehloTextReadDimension(const char *text, int64_t *outDimension);

#endif // ACCY_FRONTENDS_STABLEHLO_ATTRIBUTE_TEXT_H

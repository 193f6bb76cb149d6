// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether text is UTF-8, as JSON must be (RFC 8259). Internal.
#ifndef ACCY_PLANNER_UTF8_H
#define ACCY_PLANNER_UTF8_H

#include <stddef.h>

/// How many of the text's bytes come before the first that begins no character of UTF-8 (RFC 3629: neither overlong,
/// nor a surrogate, nor above U+10FFFF, nor cut off); `length` where there is none. A NUL byte is a character as any
/// other.
size_t accyUtf8Span(const char *text, size_t length);

#endif // ACCY_PLANNER_UTF8_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols that an ELF object takes from elsewhere.

#ifndef ACCY_LOWERING_CPU_ELF_SYMBOLS_H
#define ACCY_LOWERING_CPU_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

/// Calls `visit` with the name of each undefined symbol of a little-endian ELF64 object, whose bytes are aligned as
/// they please. Returns whether the object could be read; names seen before the damage was found have been visited
/// then.
bool accyElfVisitUndefinedSymbols(const void *object, size_t size, void (*visit)(const char *name, void *userData),
                                  void *userData);

#endif // ACCY_LOWERING_CPU_ELF_SYMBOLS_H

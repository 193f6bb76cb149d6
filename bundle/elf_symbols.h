// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols of an ELF object: those that it defines and those that it takes from elsewhere.
#ifndef ACCY_BUNDLE_ELF_SYMBOLS_H
#define ACCY_BUNDLE_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

/// A symbol, and whether the object itself defines it for others.
typedef struct AccyElfSymbol {
  const char *name;
  bool isUndefined, isGlobal;
} AccyElfSymbol;

/// Calls `visit` with each symbol of a little-endian ELF64 object, whose bytes are aligned as they please. Returns
/// whether the object could be read; symbols seen before the damage was found have been visited then.
bool accyElfVisitSymbols(const void *object, size_t size, void (*visit)(const AccyElfSymbol *symbol, void *userData),
                         void *userData);

#endif // ACCY_BUNDLE_ELF_SYMBOLS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that cannot name an entry.

#ifndef ACCY_LOWERING_ENTRY_WORDS_H
#define ACCY_LOWERING_ENTRY_WORDS_H

#include "accy-c/Enums.h"
#include "mlir-c/IR.h"

/// The language in whose text the name would be a word of its own, or null. Headers of host formats declare entries in
/// C and C++; Metal's language is C++ with words of its own.
const char *accyEntryWordLanguage(MlirStringRef name, AccyFormat format);

#endif // ACCY_LOWERING_ENTRY_WORDS_H

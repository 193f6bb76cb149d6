// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that an entry cannot have in C or C++.

#ifndef ACCY_LOWERING_C_NAMES_H
#define ACCY_LOWERING_C_NAMES_H

#include "mlir-c/IR.h"

/// Whether the identifier is a keyword of C or C++: headers that declare entries are for both.
bool accyCIsReserved(MlirStringRef name);

#endif // ACCY_LOWERING_C_NAMES_H

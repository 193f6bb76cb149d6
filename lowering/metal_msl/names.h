// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that an entry point cannot have in Metal's language.

#ifndef ACCY_LOWERING_METAL_MSL_NAMES_H
#define ACCY_LOWERING_METAL_MSL_NAMES_H

#include "mlir-c/IR.h"

/// Whether the identifier means something else there: SPIRV-Cross would give the entry point another name.
bool accyMslIsReserved(MlirStringRef name);

#endif // ACCY_LOWERING_METAL_MSL_NAMES_H

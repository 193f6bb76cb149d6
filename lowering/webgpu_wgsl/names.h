// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that an entry point cannot have in WGSL.

#ifndef ACCY_LOWERING_WEBGPU_WGSL_NAMES_H
#define ACCY_LOWERING_WEBGPU_WGSL_NAMES_H

#include "mlir-c/IR.h"

/// Whether the identifier is a keyword or reserved word of WGSL, begins with two underscores, or is one that the
/// writer's text uses otherwise.
bool accyWgslIsReserved(MlirStringRef name);

#endif // ACCY_LOWERING_WEBGPU_WGSL_NAMES_H

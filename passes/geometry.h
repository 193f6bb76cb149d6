// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute `choir.geometry`: the launch that a gpu.func asks for.

#ifndef ACCY_PASSES_GEOMETRY_H
#define ACCY_PASSES_GEOMETRY_H

#include "accy-c/Launch.h"
#include "mlir-c/IR.h"

/// Sets grid and threadgroup and `*outPresent`; an error is reported at the function when they are malformed.
MlirLogicalResult accyReadGeometry(MlirOperation function, AccyGeometry *outGeometry, bool *outPresent);

#endif // ACCY_PASSES_GEOMETRY_H

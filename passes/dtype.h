// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's element types as the planner's dtypes, and sizes of shaped types.

#ifndef ACCY_PASSES_DTYPE_H
#define ACCY_PASSES_DTYPE_H

#include "accy-c/Enums.h"
#include "mlir-c/IR.h"

/// The dtype of an element type; false for a type that tensors cannot have.
bool accyDtypeOfType(MlirType elementType, AccyDtype *outDtype);

/// Bytes of the buffer of a tensor or memref of static shape; an i1 takes one.
uint64_t accyShapedTypeByteSize(MlirType type);

#endif // ACCY_PASSES_DTYPE_H

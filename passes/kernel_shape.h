// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop structure of a dot_general or a reduction, read off the operation: what names, launch planning and
// strategies need to know of it.

#ifndef ACCY_PASSES_KERNEL_SHAPE_H
#define ACCY_PASSES_KERNEL_SHAPE_H

#include "accy-c/Enums.h"
#include "mlir-c/IR.h"

/// A dot_general as batch × M × N × K; each extent is the product of its dimensions'.
typedef struct AccyDotShape {
  uint64_t batch, m, n, k;
  AccyDtype inputDtype, outputDtype;
} AccyDotShape;

/// A reduction collapsed to outer × reduced × inner. Rank 1: all dimensions are reduced; 2: outer or inner is 1, and
/// `axis` is the reduced one; 3: axis 1. Reduced dimensions that are not neighbours count as trailing ones (rank 2,
/// axis 1).
typedef struct AccyReductionShape {
  AccyReductionKind kind;
  uint32_t rank, axis;
  uint64_t outer, extent, inner;
  AccyDtype dtype;
} AccyReductionShape;

/// Reads an accy.dot_general that its verifier has accepted; false when its element types have no dtype.
bool accyReadDotShape(MlirOperation dot, AccyDotShape *outShape);

/// Reads an accy.reduce likewise.
bool accyReadReductionShape(MlirOperation reduce, AccyReductionShape *outShape);

#endif // ACCY_PASSES_KERNEL_SHAPE_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One converter or more a file, each for a family of operations; table.c says which operation goes to which.

#ifndef ACCY_FRONTENDS_STABLEHLO_CONVERTERS_H
#define ACCY_FRONTENDS_STABLEHLO_CONVERTERS_H

#include "frontends/stablehlo/table.h"

// elementwise.c
MlirLogicalResult accyStablehloConvertElementwise(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertSquare(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertRoundAway(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertRoundEven(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertConvert(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertShiftArithmetic(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertShiftLogical(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertCompare(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertIsFinite(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertSelect(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertClamp(MlirOperation op, const AccyStablehloRow *row);

// shape.c
MlirLogicalResult accyStablehloConvertConstant(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertIota(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertBroadcast(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertBroadcastInDim(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertReshape(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertTranspose(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertSlice(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertPad(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertConcatenate(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertGather(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertReverse(MlirOperation op, const AccyStablehloRow *row);

// reduce.c
MlirLogicalResult accyStablehloConvertReduce(MlirOperation op, const AccyStablehloRow *row);

// reduce_argmax.c: for accyStablehloConvertReduce, once the body is known to find a `max` or `min`.
MlirLogicalResult accyStablehloConvertReduceArgmax(MlirOperation op, const char *kind);

// reduce_window.c
MlirLogicalResult accyStablehloConvertReduceWindow(MlirOperation op, const AccyStablehloRow *row);

// dot_general.c
MlirLogicalResult accyStablehloConvertDotGeneral(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertDot(MlirOperation op, const AccyStablehloRow *row);

// convolution.c
MlirLogicalResult accyStablehloConvertConvolution(MlirOperation op, const AccyStablehloRow *row);

// structure.c
MlirLogicalResult accyStablehloConvertBarrier(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertReturn(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertCustomCall(MlirOperation op, const AccyStablehloRow *row);
MlirLogicalResult accyStablehloConvertComposite(MlirOperation op, const AccyStablehloRow *row);

#endif // ACCY_FRONTENDS_STABLEHLO_CONVERTERS_H

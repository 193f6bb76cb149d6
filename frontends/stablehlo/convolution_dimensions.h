// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimension numbers of a convolution: which dimensions of its operands and its result are of what.

#ifndef ACCY_FRONTENDS_STABLEHLO_CONVOLUTION_DIMENSIONS_H
#define ACCY_FRONTENDS_STABLEHLO_CONVOLUTION_DIMENSIONS_H

#include "frontends/stablehlo/operation.h"

/// The dimensions of one tensor. For the input and the result, `outer` is the batch and `inner` the features; for the
/// kernel, `outer` is the result's features and `inner` those of the input.
typedef struct AccyStablehloConvolutionTensor {
  int64_t outer, inner, spatial[accyStablehloMaxRank];
} AccyStablehloConvolutionTensor;

typedef struct AccyStablehloConvolutionDimensions {
  intptr_t numSpatial;
  AccyStablehloConvolutionTensor input, kernel, result;
} AccyStablehloConvolutionDimensions;

/// Reads `dimension_numbers`, `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`, for operands and a result of
/// the ranks that it names. Reports an error when it is absent, not of that form, or names other ranks.
MlirLogicalResult accyStablehloReadConvolutionDimensions(MlirOperation op,
                                                         AccyStablehloConvolutionDimensions *outDimensions);

#endif // ACCY_FRONTENDS_STABLEHLO_CONVOLUTION_DIMENSIONS_H

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading windows, and the padding that they are over; see window.h.

#include "frontends/stablehlo/window.h"

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/operation.h"

#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// The largest size, stride and dilation: products of two of them do not overflow.
static const int64_t max_step = INT32_MAX;

// Reads a positive number for each window; an absent attribute leaves 1.
static MlirLogicalResult read_steps(MlirOperation op, const char *name, intptr_t count,
                                    int64_t steps[static accyStablehloMaxRank]) {
  for (intptr_t i = 0; i < count; ++i)
    steps[i] = 1;
  if (mlirAttributeIsNull(accyStablehloGetAttribute(op, name)))
    return mlirLogicalResultSuccess();
  MlirAttribute array;
  if (mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, name, &array)))
    return mlirLogicalResultFailure();
  if (mlirDenseArrayGetNumElements(array) != count)
    return accyEmitOpError(op, "has %ld entries in '%s', but windows over %ld dimensions",
                           (long)mlirDenseArrayGetNumElements(array), name, (long)count);
  for (intptr_t i = 0; i < count; ++i) {
    steps[i] = mlirDenseI64ArrayGetElement(array, i);
    if (steps[i] < 1 || steps[i] > max_step)
      return accyEmitOpError(op, "has %lld as entry %ld of '%s'; entries are 1 to %lld", (long long)steps[i], (long)i,
                             name, (long long)max_step);
  }
  return mlirLogicalResultSuccess();
}

static bool is_pairs_of_i64(MlirAttribute attribute, intptr_t count) {
  if (!mlirAttributeIsADenseIntElements(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute), element = mlirShapedTypeGetElementType(type);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeGetRank(type) == 2 &&
         mlirShapedTypeGetDimSize(type, 0) == count && mlirShapedTypeGetDimSize(type, 1) == 2 &&
         mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 64;
}

static MlirLogicalResult read_padding(MlirOperation op, intptr_t count, AccyStablehloWindow *windows) {
  MlirAttribute padding = accyStablehloGetAttribute(op, "padding");
  if (mlirAttributeIsNull(padding))
    return mlirLogicalResultSuccess();
  if (!is_pairs_of_i64(padding, count)) {
    char *text = accyPrintAttribute(padding);
    accyEmitOpError(op,
                    "has a malformed attribute 'padding': expected two integers a window dimension as "
                    "dense<0> : tensor<%ldx2xi64>, found %.200s",
                    (long)count, text ? text : "?");
    free(text);
    return mlirLogicalResultFailure();
  }
  for (intptr_t i = 0; i < count; ++i) {
    windows[i].low = mlirDenseElementsAttrGetInt64Value(padding, 2 * i);
    windows[i].high = mlirDenseElementsAttrGetInt64Value(padding, 2 * i + 1);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_sizes(MlirOperation op, intptr_t count, const AccyStablehloWindow *windows) {
  for (intptr_t i = 0; i < count; ++i)
    if (windows[i].size < 1 || windows[i].size > max_step)
      return accyEmitOpError(op, "has a window of %lld elements along dimension %lld; sizes are 1 to %lld",
                             (long long)windows[i].size, (long long)windows[i].dim, (long long)max_step);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyStablehloReadWindows(MlirOperation op, const AccyStablehloWindowNames *names, intptr_t count,
                                           AccyStablehloWindow *windows) {
  int64_t strides[accyStablehloMaxRank], base_dilations[accyStablehloMaxRank], dilations[accyStablehloMaxRank];
  if (mlirLogicalResultIsFailure(check_sizes(op, count, windows)) ||
      mlirLogicalResultIsFailure(read_steps(op, "window_strides", count, strides)) ||
      mlirLogicalResultIsFailure(read_steps(op, names->baseDilations, count, base_dilations)) ||
      mlirLogicalResultIsFailure(read_steps(op, names->dilations, count, dilations)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < count; ++i) {
    windows[i].stride = strides[i];
    windows[i].baseDilation = base_dilations[i];
    windows[i].dilation = dilations[i];
    windows[i].low = windows[i].high = 0;
  }
  return read_padding(op, count, windows);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

// The extent with padding; false when it is none.
static bool find_padded_extent(const AccyStablehloWindow *window, int64_t extent, int64_t *outExtent) {
  int64_t padded = extent;
  if (extent > 0 &&
      (__builtin_mul_overflow(extent - 1, window->baseDilation, &padded) || __builtin_add_overflow(padded, 1, &padded)))
    return false;
  if (__builtin_add_overflow(padded, window->low, &padded) || __builtin_add_overflow(padded, window->high, &padded))
    return false;
  *outExtent = padded;
  return padded >= 0;
}

MlirLogicalResult accyStablehloPadForWindows(MlirOperation op, intptr_t count, const AccyStablehloWindow *windows,
                                             MlirValue element, MlirValue *tensor) {
  MlirType type = mlirValueGetType(*tensor);
  int64_t shape[accyStablehloMaxRank], low[accyStablehloMaxRank] = {0}, high[accyStablehloMaxRank] = {0},
                                       interior[accyStablehloMaxRank] = {0};
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(type, i);
  bool pads = false;
  for (intptr_t i = 0; i < count; ++i) {
    const AccyStablehloWindow *window = &windows[i];
    if (!find_padded_extent(window, shape[window->dim], &shape[window->dim]))
      return accyEmitOpError(
          op,
          "has a padding of %lld and %lld along dimension %lld, of extent %lld, that leaves an extent "
          "below 0 or above 2^63-1",
          (long long)window->low, (long long)window->high, (long long)window->dim,
          (long long)mlirShapedTypeGetDimSize(type, window->dim));
    low[window->dim] = window->low;
    high[window->dim] = window->high;
    interior[window->dim] = window->baseDilation - 1;
    pads = pads || window->low != 0 || window->high != 0 || window->baseDilation != 1;
  }
  if (!pads)
    return mlirLogicalResultSuccess();
  MlirContext context = mlirOperationGetContext(op);
  MlirNamedAttribute attributes[] = {accyNamed("low", accyI64ArrayAttribute(context, rank, low)),
                                     accyNamed("high", accyI64ArrayAttribute(context, rank, high)),
                                     accyNamed("interior", accyI64ArrayAttribute(context, rank, interior))};
  MlirValue operands[2] = {*tensor, element};
  MlirType padded = mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
  *tensor = accyStablehloBuild(op, AccyOp_pad, padded, 2, operands, 3, attributes);
  return mlirLogicalResultSuccess();
}

int64_t accyStablehloCountWindows(const AccyStablehloWindow *window, int64_t extent) {
  int64_t span = (window->size - 1) * window->dilation + 1;
  return extent < span ? 0 : (extent - span) / window->stride + 1;
}

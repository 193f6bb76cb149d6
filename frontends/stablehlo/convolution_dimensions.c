// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the dimension numbers of a convolution; see convolution_dimensions.h.

#include "frontends/stablehlo/convolution_dimensions.h"

#include "frontends/stablehlo/attribute_text.h"
#include "frontends/stablehlo/attributes.h"

#include <stdlib.h>

static const int64_t unread = -1;

// Where the dimension that the next label names is kept, or null when the label is none.
static const char *read_label(const char *text, const char *letters, AccyStablehloConvolutionTensor *tensor,
                              int64_t **outPlace) {
  const char outer[] = {letters[0], '\0'}, inner[] = {letters[1], '\0'};
  const char *next;
  int64_t spatial;
  if ((next = accyStablehloTextReadWord(text, outer))) {
    *outPlace = &tensor->outer;
  } else if ((next = accyStablehloTextReadWord(text, inner))) {
    *outPlace = &tensor->inner;
  } else {
    next = accyStablehloTextReadDimension(text, &spatial);
    if (!next || spatial >= accyStablehloMaxRank)
      return NULL;
    *outPlace = &tensor->spatial[spatial];
  }
  return next;
}

// Reads a list such as [b, 0, 1, f]; `letters` are those of the outer and of the inner dimension.
static const char *read_tensor(const char *text, const char *letters, AccyStablehloConvolutionTensor *tensor,
                               intptr_t *outRank) {
  tensor->outer = tensor->inner = unread;
  for (intptr_t i = 0; i < accyStablehloMaxRank; ++i)
    tensor->spatial[i] = unread;
  text = accyStablehloTextReadWord(text, "[");
  for (intptr_t dim = 0; dim < accyStablehloMaxRank; ++dim) {
    int64_t *place;
    text = read_label(text, letters, tensor, &place);
    if (!text || *place != unread)
      return NULL;
    *place = dim;
    *outRank = dim + 1;
    const char *next = accyStablehloTextReadWord(text, ",");
    if (!next)
      return accyStablehloTextReadWord(text, "]");
    text = next;
  }
  return NULL;
}

// Whether both letters were read, and numbers from 0 on.
static bool is_complete(const AccyStablehloConvolutionTensor *tensor, intptr_t rank) {
  bool complete = tensor->outer != unread && tensor->inner != unread;
  for (intptr_t i = 0; i < rank - 2; ++i)
    complete = complete && tensor->spatial[i] != unread;
  return complete;
}

static bool read_convolution(const char *text, AccyStablehloConvolutionDimensions *dimensions) {
  intptr_t ranks[3] = {0};
  text = accyStablehloTextReadWord(text, "#stablehlo.conv<");
  text = read_tensor(text, "bf", &dimensions->input, &ranks[0]);
  text = read_tensor(accyStablehloTextReadWord(text, "x"), "oi", &dimensions->kernel, &ranks[1]);
  text = read_tensor(accyStablehloTextReadWord(text, "->"), "bf", &dimensions->result, &ranks[2]);
  text = accyStablehloTextReadWord(text, ">");
  dimensions->numSpatial = ranks[0] - 2;
  return text && *text == '\0' && ranks[0] == ranks[1] && ranks[0] == ranks[2] &&
         is_complete(&dimensions->input, ranks[0]) && is_complete(&dimensions->kernel, ranks[0]) &&
         is_complete(&dimensions->result, ranks[0]);
}

static MlirLogicalResult check_rank(MlirOperation op, const char *what, MlirValue tensor, intptr_t rank) {
  intptr_t actual = mlirShapedTypeGetRank(mlirValueGetType(tensor));
  if (actual == rank)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op, "has dimension numbers for %ld dimensions, but %s of %ld", (long)rank, what, (long)actual);
}

MlirLogicalResult accyStablehloReadConvolutionDimensions(MlirOperation op,
                                                         AccyStablehloConvolutionDimensions *outDimensions) {
  static const char form[] = "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>";
  MlirAttribute attribute = accyStablehloGetAttribute(op, "dimension_numbers");
  if (mlirAttributeIsNull(attribute))
    return accyEmitOpError(op, "requires the attribute 'dimension_numbers' as %s", form);
  char *text = accyPrintAttribute(attribute);
  bool well_formed = read_convolution(text, outDimensions);
  if (!well_formed)
    accyEmitOpError(op, "has a malformed attribute 'dimension_numbers': expected a form as %s, found %.200s", form,
                    text ? text : "?");
  free(text);
  if (!well_formed)
    return mlirLogicalResultFailure();
  intptr_t rank = outDimensions->numSpatial + 2;
  if (mlirLogicalResultIsFailure(check_rank(op, "an input", mlirOperationGetOperand(op, 0), rank)) ||
      mlirLogicalResultIsFailure(check_rank(op, "a kernel", mlirOperationGetOperand(op, 1), rank)))
    return mlirLogicalResultFailure();
  return check_rank(op, "a result", mlirOperationGetResult(op, 0), rank);
}

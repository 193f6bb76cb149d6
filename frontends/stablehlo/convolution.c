// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.convolution, as a product of matrices: patches of the input by the kernel. Patches are made one dimension
// after the other: a slice for each element of the kernel along it, all put side by side as more features.

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/convolution_dimensions.h"
#include "frontends/stablehlo/dot_general.h"
#include "frontends/stablehlo/movement.h"
#include "frontends/stablehlo/operation.h"
#include "frontends/stablehlo/window.h"

#include <stdlib.h>

typedef struct Convolution {
  MlirOperation op;
  AccyStablehloConvolutionDimensions dimensions;
  int64_t groups;
  // Over dimensions 1, 2, … of the input once it is batch, spatial dimensions, features.
  AccyStablehloWindow windows[accyStablehloMaxRank];
  bool reversed[accyStablehloMaxRank];
} Convolution;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// The operations that a convolution becomes grow with the extents of its kernel.
enum { max_kernel_extent = 1024 };

static MlirLogicalResult read_optional_integer(MlirOperation op, const char *name, int64_t *outValue) {
  *outValue = 1;
  return mlirAttributeIsNull(accyStablehloGetAttribute(op, name)) ? mlirLogicalResultSuccess()
                                                                  : accyStablehloReadInteger(op, name, outValue);
}

static MlirLogicalResult read_groups(Convolution *convolution) {
  MlirOperation op = convolution->op;
  const AccyStablehloConvolutionDimensions *dimensions = &convolution->dimensions;
  int64_t batch_groups, groups;
  if (mlirLogicalResultIsFailure(read_optional_integer(op, "batch_group_count", &batch_groups)) ||
      mlirLogicalResultIsFailure(read_optional_integer(op, "feature_group_count", &groups)))
    return mlirLogicalResultFailure();
  if (batch_groups != 1)
    return accyEmitOpError(op, "has batch_group_count %lld; only 1 is supported [UnsupportedOperation]",
                           (long long)batch_groups);
  MlirValue input = mlirOperationGetOperand(op, 0), kernel = mlirOperationGetOperand(op, 1);
  int64_t features = accyStablehloExtent(input, dimensions->input.inner);
  int64_t kernel_features = accyStablehloExtent(kernel, dimensions->kernel.inner);
  int64_t result_features = accyStablehloExtent(kernel, dimensions->kernel.outer);
  convolution->groups = groups;
  if (groups >= 1 && features % groups == 0 && result_features % groups == 0 && features / groups == kernel_features)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(op,
                         "has %lld input features, a kernel for %lld with %lld results, and feature_group_count %lld; "
                         "the kernel must be for input features / groups, and both features divisible by groups",
                         (long long)features, (long long)kernel_features, (long long)result_features,
                         (long long)groups);
}

static bool read_flag(MlirAttribute flags, intptr_t index) {
  return mlirAttributeIsADenseBoolArray(flags) ? mlirDenseBoolArrayGetElement(flags, index)
                                               : mlirDenseElementsAttrGetBoolValue(flags, index);
}

static intptr_t count_flags(MlirAttribute flags) {
  if (mlirAttributeIsADenseBoolArray(flags))
    return mlirDenseArrayGetNumElements(flags);
  bool boolean =
      mlirAttributeIsADenseElements(flags) &&
      accyElementTypeGetKind(mlirShapedTypeGetElementType(mlirAttributeGetType(flags))) == AccyElementBoolean;
  return boolean ? (intptr_t)mlirElementsAttrGetNumElements(flags) : -1;
}

static MlirLogicalResult read_reversal(Convolution *convolution) {
  MlirAttribute flags = accyStablehloGetAttribute(convolution->op, "window_reversal");
  intptr_t count = convolution->dimensions.numSpatial;
  if (!mlirAttributeIsNull(flags) && count_flags(flags) != count) {
    char *text = accyPrintAttribute(flags);
    accyEmitOpError(
        convolution->op,
        "has a malformed attribute 'window_reversal': expected a flag for each of %ld spatial dimensions as "
        "array<i1: false, true>, found %.200s",
        (long)count, text ? text : "?");
    free(text);
    return mlirLogicalResultFailure();
  }
  for (intptr_t i = 0; i < count; ++i)
    convolution->reversed[i] = !mlirAttributeIsNull(flags) && read_flag(flags, i);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult read_windows(Convolution *convolution) {
  static const AccyStablehloWindowNames names = {"lhs_dilation", "rhs_dilation"};
  MlirValue kernel = mlirOperationGetOperand(convolution->op, 1);
  intptr_t count = convolution->dimensions.numSpatial;
  for (intptr_t i = 0; i < count; ++i) {
    int64_t size = accyStablehloExtent(kernel, convolution->dimensions.kernel.spatial[i]);
    if (size > max_kernel_extent)
      return accyEmitOpError(convolution->op,
                             "has a kernel of extent %lld along spatial dimension %ld; at most %d are supported "
                             "[UnsupportedOperation]",
                             (long long)size, (long)i, max_kernel_extent);
    convolution->windows[i] = (AccyStablehloWindow){.dim = i + 1, .size = size};
  }
  return accyStablehloReadWindows(convolution->op, &names, count, convolution->windows);
}

static MlirLogicalResult read_convolution(MlirOperation op, Convolution *convolution) {
  convolution->op = op;
  if (mlirLogicalResultIsFailure(accyStablehloReadConvolutionDimensions(op, &convolution->dimensions)) ||
      mlirLogicalResultIsFailure(read_groups(convolution)) || mlirLogicalResultIsFailure(read_windows(convolution)))
    return mlirLogicalResultFailure();
  return read_reversal(convolution);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static MlirValue build_zero(MlirOperation before, MlirType element) {
  MlirType type = mlirRankedTensorTypeGet(0, NULL, element, mlirAttributeGetNull());
  MlirAttribute zero = mlirTypeIsAFloat(element) ? mlirFloatAttrDoubleGet(mlirOperationGetContext(before), element, 0)
                                                 : mlirIntegerAttrGet(element, 0);
  MlirNamedAttribute value = accyNamed("value", mlirDenseElementsAttrSplatGet(type, zero));
  return accyStablehloBuild(before, AccyOp_constant, type, 0, NULL, 1, &value);
}

// Along one dimension, what lies under each element of the kernel, for all windows: as features before those there are.
static MlirLogicalResult unfold(const Convolution *convolution, const AccyStablehloWindow *window, MlirValue *value) {
  int64_t count = accyStablehloCountWindows(window, accyStablehloExtent(*value, window->dim));
  MlirValue *slices = malloc(sizeof(MlirValue) * (size_t)window->size);
  if (!slices)
    return accyEmitOpError(convolution->op, "cannot be converted: out of memory [OutOfMemory]");
  for (int64_t i = 0; i < window->size; ++i)
    slices[i] = accyStablehloSliceDimension(convolution->op, *value, window->dim, count == 0 ? 0 : i * window->dilation,
                                            count, window->stride);
  *value = accyStablehloConcatenate(convolution->op, window->size, slices, convolution->dimensions.numSpatial + 1);
  free(slices);
  return mlirLogicalResultSuccess();
}

// The input as batch, spatial dimensions, and features: those under the whole kernel, in its order.
static MlirLogicalResult build_patches(const Convolution *convolution, MlirValue *outPatches) {
  MlirOperation op = convolution->op;
  intptr_t count = convolution->dimensions.numSpatial;
  const AccyStablehloConvolutionTensor *dimensions = &convolution->dimensions.input;
  int64_t permutation[accyStablehloMaxRank];
  permutation[0] = dimensions->outer;
  for (intptr_t i = 0; i < count; ++i)
    permutation[i + 1] = dimensions->spatial[i];
  permutation[count + 1] = dimensions->inner;
  *outPatches = accyStablehloTranspose(op, mlirOperationGetOperand(op, 0), permutation);
  MlirValue zero = build_zero(op, accyStablehloElementType(*outPatches));
  if (mlirLogicalResultIsFailure(accyStablehloPadForWindows(op, count, convolution->windows, zero, outPatches)))
    return mlirLogicalResultFailure();
  for (intptr_t i = count - 1; i >= 0; --i)
    if (mlirLogicalResultIsFailure(unfold(convolution, &convolution->windows[i], outPatches)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

// The kernel as spatial dimensions, input features, result features.
static MlirValue build_kernel(const Convolution *convolution) {
  MlirOperation op = convolution->op;
  MlirValue kernel = mlirOperationGetOperand(op, 1);
  intptr_t count = convolution->dimensions.numSpatial, num_reversed = 0;
  const AccyStablehloConvolutionTensor *dimensions = &convolution->dimensions.kernel;
  int64_t permutation[accyStablehloMaxRank], reversed[accyStablehloMaxRank];
  for (intptr_t i = 0; i < count; ++i) {
    permutation[i] = dimensions->spatial[i];
    if (convolution->reversed[i])
      reversed[num_reversed++] = i;
  }
  permutation[count] = dimensions->inner;
  permutation[count + 1] = dimensions->outer;
  kernel = accyStablehloTranspose(op, kernel, permutation);
  if (num_reversed == 0)
    return kernel;
  MlirNamedAttribute dims =
      accyNamed("dims", accyI64ArrayAttribute(mlirOperationGetContext(op), num_reversed, reversed));
  return accyStablehloBuild(op, AccyOp_reverse, mlirValueGetType(kernel), 1, &kernel, 1, &dims);
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

// How many elements there are in `count` dimensions from `first` on. What is beyond 2^63-1, accy's rules refuse.
static int64_t count_elements(MlirValue tensor, intptr_t first, intptr_t count) {
  int64_t product = 1;
  for (intptr_t i = first; i < first + count; ++i)
    if (__builtin_mul_overflow(product, accyStablehloExtent(tensor, i), &product))
      return INT64_MAX;
  return product;
}

// Patches of shape (rows, kernel elements, groups, features), the kernel of (kernel elements, features, groups, result
// features); the product is of (groups, rows, result features).
static MlirLogicalResult multiply_groups(const Convolution *convolution, MlirValue patches, MlirValue kernel,
                                         MlirValue *outProduct) {
  MlirOperation op = convolution->op;
  MlirContext context = mlirOperationGetContext(op);
  intptr_t count = convolution->dimensions.numSpatial;
  int64_t elements = count_elements(kernel, 0, count), groups = convolution->groups;
  int64_t features = accyStablehloExtent(kernel, count), results = accyStablehloExtent(kernel, count + 1) / groups;
  int64_t rows = count_elements(patches, 0, count + 1);
  MlirValue operands[2] = {
      accyStablehloReshape(op, patches, 4, (int64_t[]){rows, elements, groups, features}),
      accyStablehloReshape(op, kernel, 4, (int64_t[]){elements, features, groups, results}),
  };
  AccyStablehloDotDimensions dimensions = {
      .lhs_batch = accyI64ArrayAttribute(context, 1, (int64_t[]){2}),
      .rhs_batch = accyI64ArrayAttribute(context, 1, (int64_t[]){2}),
      .lhs_contract = accyI64ArrayAttribute(context, 2, (int64_t[]){1, 3}),
      .rhs_contract = accyI64ArrayAttribute(context, 2, (int64_t[]){0, 1}),
  };
  MlirType element = accyStablehloElementType(mlirOperationGetResult(op, 0));
  MlirType type = mlirRankedTensorTypeGet(3, (int64_t[]){groups, rows, results}, element, mlirAttributeGetNull());
  if (mlirLogicalResultIsFailure(accyStablehloBuildDotGeneral(op, operands, type, &dimensions, outProduct)))
    return mlirLogicalResultFailure();
  *outProduct = accyStablehloTranspose(op, *outProduct, (int64_t[]){1, 0, 2});
  return mlirLogicalResultSuccess();
}

// Patches with all features under the kernel in their last dimension, the kernel as a matrix.
static MlirLogicalResult multiply(const Convolution *convolution, MlirValue patches, MlirValue kernel, MlirType type,
                                  MlirValue *outProduct) {
  MlirOperation op = convolution->op;
  MlirContext context = mlirOperationGetContext(op);
  intptr_t count = convolution->dimensions.numSpatial;
  int64_t matrix[2] = {count_elements(kernel, 0, count + 1), accyStablehloExtent(kernel, count + 1)};
  MlirValue operands[2] = {patches, accyStablehloReshape(op, kernel, 2, matrix)};
  MlirAttribute none = accyI64ArrayAttribute(context, 0, NULL);
  AccyStablehloDotDimensions dimensions = {
      .lhs_batch = none,
      .rhs_batch = none,
      .lhs_contract = accyI64ArrayAttribute(context, 1, (int64_t[]){count + 1}),
      .rhs_contract = accyI64ArrayAttribute(context, 1, (int64_t[]){0}),
  };
  return accyStablehloBuildDotGeneral(op, operands, type, &dimensions, outProduct);
}

MlirLogicalResult accyStablehloConvertConvolution(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  Convolution convolution;
  MlirValue patches, product;
  if (mlirLogicalResultIsFailure(read_convolution(op, &convolution)) ||
      mlirLogicalResultIsFailure(build_patches(&convolution, &patches)))
    return mlirLogicalResultFailure();
  MlirValue kernel = build_kernel(&convolution);
  // The result's shape as batch, spatial dimensions, features, and where its dimensions are in that.
  intptr_t count = convolution.dimensions.numSpatial;
  const AccyStablehloConvolutionTensor *result = &convolution.dimensions.result;
  int64_t shape[accyStablehloMaxRank], permutation[accyStablehloMaxRank];
  for (intptr_t i = 0; i < count + 1; ++i)
    shape[i] = accyStablehloExtent(patches, i);
  shape[count + 1] = accyStablehloExtent(kernel, count + 1);
  permutation[result->outer] = 0;
  permutation[result->inner] = count + 1;
  for (intptr_t i = 0; i < count; ++i)
    permutation[result->spatial[i]] = i + 1;
  MlirType element = accyStablehloElementType(mlirOperationGetResult(op, 0));
  MlirType type = mlirRankedTensorTypeGet(count + 2, shape, element, mlirAttributeGetNull());
  if (mlirLogicalResultIsFailure(convolution.groups == 1 ? multiply(&convolution, patches, kernel, type, &product)
                                                         : multiply_groups(&convolution, patches, kernel, &product)))
    return mlirLogicalResultFailure();
  product = accyStablehloReshape(op, product, count + 2, shape);
  return accyStablehloReplace(op, 0, accyStablehloTranspose(op, product, permutation));
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.reduce_window of one operand by one operation. Dimensions are folded one after the other. Along each,
// windows of c elements are combined to windows of up to 2 c, each with the one that lies c further on, until they have
// all elements: a window of n takes a number of operations that grows with log n, of which each computes all windows.

#include "frontends/stablehlo/attributes.h"
#include "frontends/stablehlo/combiner.h"
#include "frontends/stablehlo/converters.h"
#include "frontends/stablehlo/movement.h"
#include "frontends/stablehlo/operation.h"
#include "frontends/stablehlo/window.h"

// What is being folded along one dimension.
typedef struct Fold {
  MlirOperation op;
  const AccyStablehloCombiner *combiner;
  const AccyStablehloWindow *window;
  // The elements themselves, and what the windows of `covered` elements from each of them on combine to.
  MlirValue elements, windows;
  int64_t covered;
} Fold;

// Appends to each window what `tail` has `distance` steps further on, so that `covered` elements are under it. The last
// time, only the windows that the stride keeps are computed.
static void extend_windows(Fold *fold, MlirValue tail, int64_t distance, int64_t covered) {
  const AccyStablehloWindow *window = fold->window;
  int64_t extent = accyStablehloExtent(fold->elements, window->dim), stride = 1;
  int64_t count = extent - (covered - 1) * window->dilation;
  if (covered == window->size) {
    stride = window->stride;
    count = accyStablehloCountWindows(window, extent);
  }
  MlirValue left = accyStablehloSliceDimension(fold->op, fold->windows, window->dim, 0, count, stride);
  MlirValue right =
      accyStablehloSliceDimension(fold->op, tail, window->dim, distance * window->dilation, count, stride);
  fold->windows = accyStablehloCombine(fold->op, fold->combiner, left, right);
  fold->covered = covered;
}

// Combining an element with itself changes nothing, so that windows may overlap.
static bool is_idempotent(const AccyStablehloCombiner *combiner) {
  return combiner->opcode != AccyOp_add && combiner->opcode != AccyOp_mul;
}

static void fold_overlapping(Fold *fold, int bit) {
  int64_t covered = ((fold->window->size - 1) >> bit) + 1;
  if (covered > fold->covered)
    extend_windows(fold, fold->windows, covered - fold->covered, covered);
}

static void fold_disjoint(Fold *fold, int bit) {
  int64_t covered = fold->window->size >> bit;
  if (covered / 2 == 0)
    return;
  extend_windows(fold, fold->windows, fold->covered, 2 * fold->covered);
  if (covered > fold->covered)
    extend_windows(fold, fold->elements, fold->covered, covered);
}

static MlirValue fold_dimension(MlirOperation op, const AccyStablehloCombiner *combiner,
                                const AccyStablehloWindow *window, MlirValue value) {
  int64_t count = accyStablehloCountWindows(window, accyStablehloExtent(value, window->dim));
  if (count == 0 || window->size == 1)
    return accyStablehloSliceDimension(op, value, window->dim, 0, count, window->stride);
  Fold fold = {op, combiner, window, value, value, 1};
  void (*step)(Fold *, int) = is_idempotent(combiner) ? fold_overlapping : fold_disjoint;
  for (int bit = 31; bit >= 0; --bit)
    step(&fold, bit);
  return fold.windows;
}

// Windows over all dimensions of the operand.
static MlirLogicalResult read_windows(MlirOperation op, intptr_t rank, AccyStablehloWindow *windows) {
  static const AccyStablehloWindowNames names = {"base_dilations", "window_dilations"};
  MlirAttribute sizes;
  if (mlirLogicalResultIsFailure(accyStablehloReadIntegers(op, "window_dimensions", &sizes)))
    return mlirLogicalResultFailure();
  if (mlirDenseArrayGetNumElements(sizes) != rank)
    return accyEmitOpError(op, "has %ld entries in 'window_dimensions', but an operand of %ld dimensions",
                           (long)mlirDenseArrayGetNumElements(sizes), (long)rank);
  for (intptr_t i = 0; i < rank; ++i)
    windows[i] = (AccyStablehloWindow){.dim = i, .size = mlirDenseI64ArrayGetElement(sizes, i)};
  return accyStablehloReadWindows(op, &names, rank, windows);
}

MlirLogicalResult accyStablehloConvertReduceWindow(MlirOperation op, const AccyStablehloRow *row) {
  (void)row;
  if (mlirOperationGetNumOperands(op) != 2 || mlirOperationGetNumResults(op) != 1)
    return accyEmitOpError(op,
                           "has %ld operands and %ld results; only one operand, one start value and one result are "
                           "supported [UnsupportedOperation]",
                           (long)mlirOperationGetNumOperands(op), (long)mlirOperationGetNumResults(op));
  MlirValue value = mlirOperationGetOperand(op, 0);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(value));
  AccyStablehloCombiner combiner;
  AccyStablehloWindow windows[accyStablehloMaxRank];
  if (mlirLogicalResultIsFailure(accyStablehloReadCombiner(op, &combiner)) ||
      mlirLogicalResultIsFailure(read_windows(op, rank, windows)) ||
      mlirLogicalResultIsFailure(accyStablehloPadForWindows(op, rank, windows, combiner.start, &value)))
    return mlirLogicalResultFailure();
  for (intptr_t i = rank - 1; i >= 0; --i)
    value = fold_dimension(op, &combiner, &windows[i], value);
  return accyStablehloReplace(op, 0, accyStablehloCombineWithStart(op, &combiner, value));
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-split-reductions: a reduction of few outputs becomes two, so that many threadgroups have work: one folded
// dimension is split into parts, which are folded first, and then the parts' results are.

#include "accy-c/Dialects.h"
#include "dialects/accy/ops.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/target.h"
#include "support/ir.h"

#include <stdlib.h>

enum {
  /// The elements that a part has at least: fewer are not worth another kernel.
  LeastElements = 8192,
  /// The parts that are worth it, at least.
  LeastParts = 8,
  /// Outputs that a threadgroup makes where neighbours are not folded together.
  Columns = 32,
  /// A divisor of the extent is taken though it is this much smaller than the parts wanted.
  Leeway = 16,
  /// Parts that leave a rest have a multiple of so many elements, so that they can be read in vectors.
  PartMultiple = 16,
};

// A reduce and how it is split: dimension `dim` into `parts` of `part`, and `rest` after them.
typedef struct Split {
  MlirOperation reduce;
  MlirType operand;
  intptr_t rank, dim;
  int64_t parts, part, rest;
} Split;

static bool folds(MlirOperation reduce, intptr_t dimension) {
  for (intptr_t i = 0, n = accyGetI64ArraySize(reduce, "dims"); i < n; ++i)
    if (accyGetI64ArrayElement(reduce, "dims", i) == dimension)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Whether and how
//===----------------------------------------------------------------------===//

static int64_t find_divisor(int64_t number, int64_t most) {
  int64_t divisor = most < number ? most : number;
  while (number % divisor != 0)
    --divisor;
  return divisor;
}

// How many parts give each of `groups` threadgroups one, of enough elements.
static int64_t count_wanted(const Split *split, int64_t groups) {
  int64_t outputs = 1, extent = 1;
  bool isAlongRows = false;
  for (intptr_t i = 0; i < split->rank; ++i) {
    int64_t size = mlirShapedTypeGetDimSize(split->operand, i);
    if (size == 0)
      return 0;
    *(folds(split->reduce, i) ? &extent : &outputs) *= size;
    isAlongRows = size == 1 ? isAlongRows : folds(split->reduce, i);
  }
  int64_t busy = isAlongRows ? outputs : (outputs + Columns - 1) / Columns;
  int64_t wanted = groups / busy, most = extent / LeastElements;
  return wanted < most ? wanted : most;
}

// The folded dimension that has the divisor nearest to what is wanted; or, where there is one dimension only, parts
// that leave a rest.
static bool choose_split(Split *split, int64_t groups) {
  split->operand = mlirValueGetType(mlirOperationGetOperand(split->reduce, 0));
  split->rank = mlirShapedTypeGetRank(split->operand);
  int64_t wanted = count_wanted(split, groups);
  if (wanted < LeastParts)
    return false;
  for (intptr_t i = 0; i < split->rank; ++i) {
    int64_t extent = mlirShapedTypeGetDimSize(split->operand, i), parts = find_divisor(extent, wanted);
    if (folds(split->reduce, i) && parts > split->parts)
      split->dim = i, split->parts = parts, split->part = extent / parts;
  }
  if (split->parts >= LeastParts && split->parts >= wanted / Leeway)
    return true;
  int64_t extent = mlirShapedTypeGetDimSize(split->operand, split->dim);
  split->parts = wanted;
  split->part = extent / wanted / PartMultiple * PartMultiple;
  split->rest = extent - split->parts * split->part;
  return accyGetI64ArraySize(split->reduce, "dims") == 1 && split->part > 0;
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

// Puts a new operation before the reduce; null stays null.
static MlirValue insert(const Split *split, MlirOperation op) {
  if (mlirOperationIsNull(op))
    return (MlirValue){NULL};
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(split->reduce), split->reduce, op);
  return mlirOperationGetResult(op, 0);
}

static MlirLocation location_of(const Split *split) {
  return mlirOperationGetLocation(split->reduce);
}

// The elements from `start` below `limit` along the split dimension.
static MlirValue insert_slice(const Split *split, MlirValue value, int64_t start, int64_t limit) {
  int64_t *bounds = malloc((size_t)split->rank * 3 * sizeof *bounds);
  if (!bounds)
    return (MlirValue){NULL};
  int64_t *starts = bounds, *limits = bounds + split->rank, *strides = limits + split->rank;
  for (intptr_t i = 0; i < split->rank; ++i) {
    starts[i] = i == split->dim ? start : 0;
    limits[i] = i == split->dim ? limit : mlirShapedTypeGetDimSize(split->operand, i);
    strides[i] = 1;
  }
  MlirValue slice = insert(split, accySliceCreate(location_of(split), value, split->rank, starts, limits, strides));
  free(bounds);
  return slice;
}

// Sums and products of narrow floats stay in f32 until the end.
static bool is_widened(const Split *split) {
  MlirStringRef kind = accyGetString(split->reduce, "kind");
  MlirType element = mlirShapedTypeGetElementType(split->operand);
  return (mlirTypeIsAF16(element) || mlirTypeIsABF16(element)) &&
         (accyTextEquals(kind, "sum") || accyTextEquals(kind, "prod"));
}

static MlirValue insert_widening(const Split *split, MlirValue value) {
  if (!is_widened(split) || mlirValueIsNull(value))
    return value;
  MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(split->reduce));
  return insert(split, accyConvertCreate(location_of(split), value, f32));
}

// With the split dimension as two.
static MlirValue insert_reshape(const Split *split, MlirValue value) {
  int64_t *extents = malloc((size_t)(split->rank + 1) * sizeof *extents);
  if (!extents)
    return (MlirValue){NULL};
  for (intptr_t i = 0; i < split->rank; ++i)
    extents[i + (i > split->dim)] = mlirShapedTypeGetDimSize(split->operand, i);
  extents[split->dim] = split->parts;
  extents[split->dim + 1] = split->part;
  MlirType type = mlirRankedTensorTypeGet(
      split->rank + 1, extents, mlirShapedTypeGetElementType(mlirValueGetType(value)), mlirAttributeGetNull());
  free(extents);
  return insert(split, accyReshapeCreate(location_of(split), value, type));
}

static MlirValue insert_reduce(const Split *split, MlirValue value, intptr_t count, const int64_t *dims) {
  static const char *const kinds[] = {
      [AccyReduceSum] = "sum",   [AccyReduceMax] = "max", [AccyReduceMin] = "min",
      [AccyReduceProd] = "prod", [AccyReduceAnd] = "and", [AccyReduceOr] = "or",
  };
  MlirStringRef kind = accyGetString(split->reduce, "kind");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    if (accyTextEquals(kind, kinds[i]))
      return insert(split, accyReduceCreate(location_of(split), value, (AccyReduceKind)i, count, dims));
  return (MlirValue){NULL};
}

// Folds all but the parts, the dimension before the one that is folded of the split two.
static MlirValue insert_partial(const Split *split, MlirValue value) {
  intptr_t count = accyGetI64ArraySize(split->reduce, "dims");
  int64_t *dims = malloc((size_t)count * sizeof *dims);
  if (!dims)
    return (MlirValue){NULL};
  for (intptr_t i = 0; i < count; ++i) {
    int64_t dim = accyGetI64ArrayElement(split->reduce, "dims", i);
    dims[i] = dim + (dim >= split->dim);
  }
  MlirValue partial = insert_reduce(split, insert_reshape(split, value), count, dims);
  free(dims);
  return partial;
}

// The result of the split reduce, null when memory runs out.
static MlirValue insert_all(const Split *split) {
  MlirValue operand = mlirOperationGetOperand(split->reduce, 0), value = operand;
  int64_t whole = split->parts * split->part, position = 0;
  for (intptr_t i = 0; i < split->dim; ++i)
    position += !folds(split->reduce, i);
  if (split->rest > 0)
    value = insert_slice(split, operand, 0, whole);
  value = insert_widening(split, value);
  if (!mlirValueIsNull(value))
    value = insert_partial(split, value);
  if (split->rest > 0 && !mlirValueIsNull(value)) {
    MlirValue rest = insert_widening(split, insert_slice(split, operand, whole, whole + split->rest));
    if (mlirValueIsNull(rest))
      return rest;
    value = insert(split, accyConcatenateCreate(location_of(split), 2, (MlirValue[]){value, rest}, position));
  }
  if (!mlirValueIsNull(value))
    value = insert_reduce(split, value, 1, &position);
  if (!is_widened(split) || mlirValueIsNull(value))
    return value;
  return insert(split, accyConvertCreate(location_of(split), value, mlirShapedTypeGetElementType(split->operand)));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

// What the pass was asked for.
typedef struct Request {
  int64_t groups;
  MlirStringRef target, format;
} Request;

// Whether the function's kernels run in entry points that loop over the grid on one thread, as on a processor: more
// threadgroups are no gain there. Without a target they do not.
static MlirLogicalResult runs_on_host(MlirOperation function, const Request *request, bool *out) {
  MlirAttribute recorded = accyGetAttribute(mlirOperationGetParentOperation(function), "choir.target");
  AccyProgramTarget target;
  *out = false;
  if (request->target.length == 0 && request->format.length == 0 && mlirAttributeIsNull(recorded))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyProgramChooseTarget(function, request->target, request->format, &target)))
    return mlirLogicalResultFailure();
  *out = accyFormatIsHostLoop(target.profile.format);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult split_reduce(const Split *split) {
  MlirValue result = insert_all(split);
  if (mlirValueIsNull(result))
    return accyEmitOpError(split->reduce, "cannot be split [OutOfMemory]");
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(split->reduce, 0), result);
  mlirOperationDestroy(split->reduce);
  return mlirLogicalResultSuccess();
}

// Asks for the target only where something is to be split: what is wrong with it is accy-legalize's to say.
static MlirLogicalResult split_function(MlirOperation function, const Request *request) {
  MlirBlock body = accyGetBlock(function, 0);
  if (mlirBlockIsNull(body)) // accy-schedule says what it takes
    return mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; !mlirOperationIsNull(op); op = next) {
    Split split = {.reduce = op};
    bool isOnHost;
    next = mlirOperationGetNextInBlock(op);
    if (!accyOperationIs(op, "accy.reduce") || !choose_split(&split, request->groups))
      continue;
    if (mlirLogicalResultIsFailure(runs_on_host(function, request, &isOnHost)))
      return mlirLogicalResultFailure();
    if (!isOnHost && mlirLogicalResultIsFailure(split_reduce(&split)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  const Request request = {accyOptionsGetInteger(options, "groups"), accyOptionsGetString(options, "target"),
                           accyOptionsGetString(options, "format")};
  if (request.groups < 0)
    return accyEmitOpError(module, "cannot be split: groups is at least 0, not %lld", (long long)request.groups);
  ACCY_FOR_EACH(function, accyGetBlock(module, 0), "func.func") {
    if (mlirLogicalResultIsFailure(split_function(function, &request)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static const AccyOptionRow options[] = {
    {"groups", AccyOptionInteger, "the threadgroups that should have work; 0: as it is", "1024"},
    {"target", AccyOptionString, "as accy-legalize's; on processors nothing is split", ""},
    {"format", AccyOptionString, "as accy-legalize's", ""},
};

const AccyPassRow accySplitReductionsPass = {
    .argument = "accy-split-reductions",
    .description = "Fold large reductions of few outputs in two steps",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

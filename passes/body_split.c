// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See body_split.h.

#include "passes/body_split.h"

#include "accy-c/Dialects.h"
#include "dialects/accy/ops.h"
#include "support/ir.h"
#include "support/pointer_map.h"

#include <stdlib.h>

// The work in hand.
typedef struct Splitter {
  MlirBlock body;
  intptr_t most;
  bool (*take)(AccyBodyPart part, void *userData);
  void *userData;
} Splitter;

//===----------------------------------------------------------------------===//
// What a value is computed from
//===----------------------------------------------------------------------===//

// The arguments that some values are computed from, in the order in which they are met.
typedef struct Sources {
  AccyPointerMap seen; // values and operations
  intptr_t *arguments;
  intptr_t count, capacity;
} Sources;

static void sources_destroy(Sources *sources) {
  accyPointerMapDestroy(&sources->seen);
  free(sources->arguments);
}

static bool sources_add_argument(Sources *sources, intptr_t number) {
  if (sources->count == sources->capacity) {
    intptr_t capacity = sources->capacity ? 2 * sources->capacity : 16;
    intptr_t *grown = realloc(sources->arguments, (size_t)capacity * sizeof *grown);
    if (!grown)
      return false;
    sources->arguments = grown;
    sources->capacity = capacity;
  }
  sources->arguments[sources->count++] = number;
  return true;
}

// Returns false when memory runs out.
static bool sources_add(Sources *sources, MlirValue value) {
  bool isArgument = mlirValueIsABlockArgument(value);
  const void *key = isArgument ? value.ptr : mlirOpResultGetOwner(value).ptr;
  if (accyPointerMapGet(&sources->seen, key, 0))
    return true;
  if (!accyPointerMapSet(&sources->seen, key, 1))
    return false;
  if (isArgument)
    return sources_add_argument(sources, mlirBlockArgumentGetArgNumber(value));
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!sources_add(sources, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

// How many arguments the operands `begin` to `end` of the operation are computed from; -1 when memory runs out.
static intptr_t count_sources(MlirOperation op, intptr_t begin, intptr_t end) {
  Sources sources = {0};
  bool added = true;
  for (intptr_t i = begin; i < end && added; ++i)
    added = sources_add(&sources, mlirOperationGetOperand(op, i));
  sources_destroy(&sources);
  return added ? sources.count : -1;
}

//===----------------------------------------------------------------------===//
// Taking a value out
//===----------------------------------------------------------------------===//

// A part under construction, and what stands in it for values of the body: as integers.
typedef struct PartBuilder {
  MlirBlock block;
  AccyPointerMap copyOfValue;
} PartBuilder;

static MlirValue copy_of(const PartBuilder *part, MlirValue value) {
  return (MlirValue){(void *)(intptr_t)accyPointerMapGet(&part->copyOfValue, value.ptr, 0)};
}

static bool set_copy(PartBuilder *part, MlirValue value, MlirValue copy) {
  return accyPointerMapSet(&part->copyOfValue, value.ptr, (int64_t)(intptr_t)copy.ptr);
}

// Copies the operation that defines the value, and before it those of its operands.
static bool copy_value(PartBuilder *part, MlirValue value) {
  if (!mlirValueIsNull(copy_of(part, value)))
    return true;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!copy_value(part, mlirOperationGetOperand(op, i)))
      return false;
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    mlirOperationSetOperand(copy, i, copy_of(part, mlirOperationGetOperand(op, i)));
  mlirBlockAppendOwnedOperation(part->block, copy);
  return set_copy(part, value, mlirOperationGetResult(copy, 0));
}

static bool fill_part(PartBuilder *part, MlirBlock body, const Sources *sources, MlirValue value) {
  MlirLocation location = mlirOperationGetLocation(mlirOpResultGetOwner(value));
  for (intptr_t i = 0; i < sources->count; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, sources->arguments[i]);
    if (!set_copy(part, argument, mlirBlockAddArgument(part->block, mlirValueGetType(argument), location)))
      return false;
  }
  if (!copy_value(part, value))
    return false;
  MlirValue copy = copy_of(part, value);
  accyAppendOperation(part->block,
                      &(AccyOpSpec){.name = "choir.yield", .location = location, .numOperands = 1, .operands = &copy});
  return true;
}

// What computes the value, an operation's, becomes a part; the value's uses get the body's new argument.
static bool take_out(const Splitter *splitter, MlirValue value) {
  Sources sources = {0};
  PartBuilder part = {.block = mlirBlockCreate(0, NULL, NULL)};
  bool done = sources_add(&sources, value) && fill_part(&part, splitter->body, &sources, value);
  accyPointerMapDestroy(&part.copyOfValue);
  if (done) {
    MlirLocation location = mlirOperationGetLocation(mlirOpResultGetOwner(value));
    MlirValue argument = mlirBlockAddArgument(splitter->body, mlirValueGetType(value), location);
    mlirValueReplaceAllUsesOfWith(value, argument);
    done = splitter->take((AccyBodyPart){part.block, sources.arguments, sources.count}, splitter->userData);
  } else {
    mlirBlockDestroy(part.block);
  }
  sources_destroy(&sources);
  return done;
}

//===----------------------------------------------------------------------===//
// Wide concatenations
//===----------------------------------------------------------------------===//

// The same concatenation with the operands `begin` to `end` joined in one of their own, whose result is returned. `*op`
// is replaced.
static MlirValue join_operands(MlirOperation *op, intptr_t begin, intptr_t end) {
  intptr_t count = mlirOperationGetNumOperands(*op), left = count - (end - begin) + 1;
  int64_t dim = accyGetInteger(*op, "dim", 0);
  MlirLocation location = mlirOperationGetLocation(*op);
  MlirBlock block = mlirOperationGetBlock(*op);
  MlirValue *operands = malloc((size_t)count * sizeof *operands);
  if (!operands)
    return (MlirValue){NULL};
  for (intptr_t i = begin; i < end; ++i)
    operands[i - begin] = mlirOperationGetOperand(*op, i);
  MlirOperation joined = accyConcatenateCreate(location, end - begin, operands, dim);
  mlirBlockInsertOwnedOperationBefore(block, *op, joined);
  for (intptr_t i = 0, to = 0; i < count; i = i == begin ? end : i + 1)
    operands[to++] = i == begin ? mlirOperationGetResult(joined, 0) : mlirOperationGetOperand(*op, i);
  MlirOperation outer = accyConcatenateCreate(location, left, operands, dim);
  free(operands);
  mlirBlockInsertOwnedOperationBefore(block, *op, outer);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(*op, 0), mlirOperationGetResult(outer, 0));
  mlirOperationDestroy(*op);
  *op = outer;
  return mlirOperationGetResult(joined, 0);
}

// Joins neighbours until the concatenation reads few enough values: no more of them than it takes, since what is joined
// is copied once more, and each level from left to right, so that nothing is copied oftener than it must be.
static bool narrow_concatenation(const Splitter *splitter, MlirOperation op) {
  intptr_t begin = 0, total;
  while ((total = count_sources(op, 0, mlirOperationGetNumOperands(op))) > splitter->most) {
    intptr_t count = mlirOperationGetNumOperands(op), end = begin, read = 0;
    if (begin >= count)
      begin = end = 0; // the next level
    while (end < count && read <= total - splitter->most) {
      intptr_t longer = count_sources(op, begin, end + 1);
      if (longer < 0)
        return false;
      if (longer > splitter->most && end > begin)
        break;
      read = longer;
      ++end;
    }
    if (read > 1) {
      MlirValue joined = end - begin > 1 ? join_operands(&op, begin, end) : mlirOperationGetOperand(op, begin);
      if (mlirValueIsNull(joined) || !take_out(splitter, joined))
        return false;
    }
    ++begin;
  }
  return total >= 0;
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

// Takes out the operands that are computed from most values, one by one.
static bool narrow_operation(const Splitter *splitter, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op), total;
  while ((total = count_sources(op, 0, count)) > splitter->most) {
    intptr_t widest = 0, reads = 0;
    for (intptr_t i = 0; i < count; ++i) {
      intptr_t own = count_sources(op, i, i + 1);
      if (own > reads)
        widest = i, reads = own;
    }
    if (reads < 2) // more operands than `most`, which only a concatenation can have
      return true;
    if (!take_out(splitter, mlirOperationGetOperand(op, widest)))
      return false;
  }
  return total >= 0;
}

// Returns false when memory runs out.
static bool erase_unused(MlirBlock body) {
  intptr_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ++count;
  MlirOperation *ops = malloc((size_t)count * sizeof *ops);
  if (!ops)
    return false;
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (intptr_t i = 0; i < count; ++i, op = mlirOperationGetNextInBlock(op))
    ops[i] = op;
  for (intptr_t i = count - 1; i >= 0; --i) // users before what they use
    if (mlirOperationGetNumResults(ops[i]) == 1 && accyValueIsUnused(mlirOperationGetResult(ops[i], 0)))
      mlirOperationDestroy(ops[i]);
  free(ops);
  return true;
}

bool accyBodySplit(MlirBlock body, intptr_t most, bool (*take)(AccyBodyPart part, void *userData), void *userData) {
  Splitter splitter = {body, most, take, userData};
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    bool narrowed = accyOpGetOpcode(op) == AccyOp_concatenate ? narrow_concatenation(&splitter, op)
                                                              : narrow_operation(&splitter, op);
    if (!narrowed)
      return false;
  }
  return erase_unused(body);
}

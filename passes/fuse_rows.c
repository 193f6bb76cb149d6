// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-fuse-rows: work items that fold rows, and those that compute with what was folded, become one where threads of
// the target can share a row: what lies between is then never in memory.
//
// A work item takes in the one that writes a temporary slot which it alone reads, as long as the whole works on rows
// (kernels/row_structure.h) and a strategy can build it.

#include "dialects/accy/ops.h"
#include "kernels/row_structure.h"
#include "kernels/strategy.h"
#include "passes/kernel_call.h"
#include "passes/legality.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/target.h"
#include "passes/work_item.h"
#include "support/ir.h"
#include "support/pointer_map.h"

#include <stdlib.h>

// What the pass knows of one program.
typedef struct RowFuser {
  AccyProgramTarget target;
  int64_t max_columns, max_ops;
} RowFuser;

//===----------------------------------------------------------------------===//
// Two work items as one
//===----------------------------------------------------------------------===//

// A body under construction, and the slots that its arguments stand for.
typedef struct FusedItem {
  MlirOperation producer, consumer;
  MlirBlock body;
  MlirValue *slots; // room for those of both work items and the output
  intptr_t num_slots;
  AccyPointerMap argument_of_slot; // slot → number of the argument
  AccyPointerMap copies;           // value of either body → value of this one, as an integer
} FusedItem;

static intptr_t count_inputs(MlirOperation item) {
  return mlirOperationGetNumOperands(item) - 1;
}

static MlirValue get_output(MlirOperation item) {
  return mlirOperationGetOperand(item, count_inputs(item));
}

static bool set_copy(FusedItem *fused, MlirValue original, MlirValue copy) {
  return accyPointerMapSet(&fused->copies, original.ptr, (int64_t)(intptr_t)copy.ptr);
}

static MlirValue get_copy(const FusedItem *fused, MlirValue original) {
  return (MlirValue){(void *)(intptr_t)accyPointerMapGet(&fused->copies, original.ptr, 0)};
}

// Lets an argument stand for the slot, and for the body's argument of that slot.
static bool add_argument(FusedItem *fused, MlirValue slot, MlirValue original) {
  int64_t number = accyPointerMapGet(&fused->argument_of_slot, slot.ptr, -1);
  if (number >= 0)
    return set_copy(fused, original, mlirBlockGetArgument(fused->body, number));
  MlirLocation location = mlirOperationGetLocation(fused->consumer);
  MlirValue argument = mlirBlockAddArgument(fused->body, mlirValueGetType(original), location);
  number = fused->num_slots++;
  fused->slots[number] = slot;
  return accyPointerMapSet(&fused->argument_of_slot, slot.ptr, number) && set_copy(fused, original, argument);
}

// Appends copies of the work item's operations; what stands for its `replaced` slot is there already.
static bool add_body(FusedItem *fused, MlirOperation item, MlirValue replaced, MlirValue replacement) {
  MlirBlock body = accyGetBlock(item, 0);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  bool done = true;
  for (intptr_t i = 0, n = count_inputs(item); i < n && done; ++i) {
    MlirValue slot = mlirOperationGetOperand(item, i), argument = mlirBlockGetArgument(body, i);
    done =
        mlirValueEqual(slot, replaced) ? set_copy(fused, argument, replacement) : add_argument(fused, slot, argument);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body); done && !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op)) {
    MlirOperation copy = mlirOperationClone(op);
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
      mlirOperationSetOperand(copy, i, get_copy(fused, mlirOperationGetOperand(op, i)));
    mlirBlockAppendOwnedOperation(fused->body, copy);
    for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n && done; ++i)
      done = set_copy(fused, mlirOperationGetResult(op, i), mlirOperationGetResult(copy, i));
  }
  return done;
}

static MlirValue get_yielded(MlirOperation item) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(accyGetBlock(item, 0)), 0);
}

// Fills the body. Returns false when memory runs out.
static bool build_body(FusedItem *fused) {
  MlirValue none = {NULL}, slot = get_output(fused->producer);
  if (!add_body(fused, fused->producer, none, none) ||
      !add_body(fused, fused->consumer, slot, get_copy(fused, get_yielded(fused->producer))))
    return false;
  MlirValue result = get_copy(fused, get_yielded(fused->consumer));
  accyAppendOperation(fused->body, &(AccyOpSpec){.name = "choir.yield",
                                                 .location = mlirOperationGetLocation(fused->consumer),
                                                 .numOperands = 1,
                                                 .operands = &result});
  return true;
}

//===----------------------------------------------------------------------===//
// What may be fused
//===----------------------------------------------------------------------===//

static intptr_t count_ops(MlirBlock body) {
  intptr_t count = -1; // the terminator
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ++count;
  return count;
}

// Whether the body works on rows and the target's threads can share them.
static bool is_row_pipeline(const RowFuser *fuser, MlirBlock body) {
  const AccyTargetCapabilities *target = &fuser->target.profile.capabilities;
  MlirValue result = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  AccyRowStructure structure;
  AccyKernelWork work = {.body = body,
                         .result = result,
                         .elementCount = (int64_t)accyShapedTypeElementCount(mlirValueGetType(result)),
                         .kind = accyText("row_pipeline"),
                         .format = fuser->target.profile.format,
                         .target = target};
  uint64_t buffers = accyCountBindings(body, work.kind);
  return accyRowStructureRead(body, &structure) && structure.columns <= fuser->max_columns &&
         buffers <= target->bindings.max_buffers && count_ops(body) <= fuser->max_ops &&
         accyStrategyChoose(&work, /*onlyGeneric=*/false) != NULL;
}

static bool may_be_fused(MlirOperation item) {
  static const char *const kinds[] = {"elementwise", "reduction", "row_pipeline"};
  MlirStringRef kind = accyGetString(item, "kind");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    if (accyTextEquals(kind, kinds[i]))
      return mlirOperationGetNumResults(item) == 0;
  return false;
}

// The work item that writes the slot, if the consumer alone reads it and nobody else may look into it; else null.
static MlirOperation find_producer(MlirOperation consumer, MlirValue slot) {
  MlirOperation none = {NULL}, producer = none;
  if (!accyTextEquals(accyGetString(mlirOpResultGetOwner(slot), "role"), "temporary"))
    return none;
  for (MlirOpOperand use = mlirValueGetFirstUse(slot); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(user, consumer))
      continue;
    bool writes = accyOperationIs(user, "choir.work_item") && mlirValueEqual(get_output(user), slot);
    if (!writes || !mlirOperationIsNull(producer))
      return none;
    producer = user;
  }
  return !mlirOperationIsNull(producer) && may_be_fused(producer) ? producer : none;
}

// Whether the work item writes a slot that the other reads: its output, or what a kernel call of the caller's changes.
static bool overwrites_input(MlirOperation item, MlirOperation reader) {
  MlirBlock body = accyGetBlock(item, 0);
  MlirOperation call = accyWorkItemFindAnchor(body, "accy.kernel_call");
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(item); i < n; ++i) {
    bool writes = i + 1 == n || (!mlirOperationIsNull(call) && accyKernelCallWrites(call, i));
    for (intptr_t k = 0; writes && k < count_inputs(reader); ++k)
      if (mlirValueEqual(mlirOperationGetOperand(item, i), mlirOperationGetOperand(reader, k)))
        return true;
  }
  return false;
}

// Whether the producer reads the same where the consumer stands.
static bool can_move(MlirOperation producer, MlirOperation consumer) {
  for (MlirOperation op = mlirOperationGetNextInBlock(producer); !mlirOperationEqual(op, consumer);
       op = mlirOperationGetNextInBlock(op))
    if (accyOperationIs(op, "choir.work_item") && overwrites_input(op, producer))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Fusing
//===----------------------------------------------------------------------===//

// Puts the new work item in the consumer's place. The slot between them goes.
static MlirLogicalResult replace(FusedItem *fused, MlirOperation *outItem) {
  MlirOperation slot = mlirOpResultGetOwner(get_output(fused->producer));
  fused->slots[fused->num_slots++] = get_output(fused->consumer);
  *outItem = accyWorkItemCreate(mlirOperationGetLocation(fused->consumer), accyGetInteger(fused->consumer, "id", 0),
                                fused->body, fused->num_slots, fused->slots, (MlirType){NULL});
  fused->body = (MlirBlock){NULL};
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(fused->consumer), fused->consumer, *outItem);
  mlirOperationDestroy(fused->consumer);
  mlirOperationDestroy(fused->producer);
  mlirOperationDestroy(slot);
  return accyWorkItemMeasure(*outItem);
}

// Fuses the two if they are to be; `*outItem` is then the new work item, and else null.
static MlirLogicalResult fuse(const RowFuser *fuser, MlirOperation producer, MlirOperation consumer,
                              MlirOperation *outItem) {
  size_t slots = (size_t)(mlirOperationGetNumOperands(producer) + mlirOperationGetNumOperands(consumer));
  FusedItem fused = {.producer = producer, .consumer = consumer, .body = mlirBlockCreate(0, NULL, NULL)};
  fused.slots = malloc(slots * sizeof *fused.slots);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  *outItem = (MlirOperation){NULL};
  if (!fused.slots || !build_body(&fused))
    result = accyEmitOpError(consumer, "cannot be fused: out of memory [OutOfMemory]");
  else if (is_row_pipeline(fuser, fused.body))
    result = replace(&fused, outItem);
  if (!mlirBlockIsNull(fused.body))
    mlirBlockDestroy(fused.body);
  accyPointerMapDestroy(&fused.argument_of_slot);
  accyPointerMapDestroy(&fused.copies);
  free(fused.slots);
  return result;
}

// Takes one producer into the work item, the last of those that can be: `*outItem` is what has become of it, or null
// when there is none.
static MlirLogicalResult fuse_one(const RowFuser *fuser, MlirOperation item, MlirOperation *outItem) {
  *outItem = (MlirOperation){NULL};
  for (intptr_t i = count_inputs(item); i-- > 0;) {
    MlirOperation producer = find_producer(item, mlirOperationGetOperand(item, i));
    if (mlirOperationIsNull(producer) || !can_move(producer, item))
      continue;
    MlirLogicalResult result = fuse(fuser, producer, item, outItem);
    if (mlirLogicalResultIsFailure(result) || !mlirOperationIsNull(*outItem))
      return result;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult fuse_producers(const RowFuser *fuser, MlirOperation item, MlirOperation *outItem) {
  MlirOperation fused = item;
  while (!mlirOperationIsNull(fused)) {
    *outItem = fused;
    if (mlirLogicalResultIsFailure(fuse_one(fuser, *outItem, &fused)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirLogicalResult fuse_program(MlirOperation program, void *userData) {
  RowFuser fuser = *(const RowFuser *)userData;
  MlirStringRef none = mlirStringRefCreate("", 0);
  if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, none, none, &fuser.target)))
    return mlirLogicalResultFailure();
  if (accyFormatIsHostLoop(fuser.target.profile.format)) // one thread would compute again what it could have kept
    return mlirLogicalResultSuccess();
  for (MlirOperation item = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(program, 0)), "choir.work_item");
       !mlirOperationIsNull(item); item = accyFindNext(mlirOperationGetNextInBlock(item), "choir.work_item"))
    if (may_be_fused(item) && mlirLogicalResultIsFailure(fuse_producers(&fuser, item, &item)))
      return mlirLogicalResultFailure();
  accyProgramRenumber(program, "choir.slot");
  accyProgramRenumber(program, "choir.work_item");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  RowFuser fuser = {.max_columns = accyOptionsGetInteger(options, "max-columns"),
                    .max_ops = accyOptionsGetInteger(options, "max-ops")};
  return accyForEachProgram(module, fuse_program, &fuser);
}

static const AccyOptionRow options[] = {
    {"max-columns", AccyOptionInteger,
     "most elements of a row, which several threadgroups fold faster when there are more; 0: nothing is fused",
     "65536"},
    {"max-ops", AccyOptionPositiveInteger, "most operations in one work item", "128"},
};

const AccyPassRow accyFuseRowsPass = {
    .argument = "accy-fuse-rows",
    .description = "Fuse work items that fold rows with those that compute with what was folded, where threads of the "
                   "target can share a row",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

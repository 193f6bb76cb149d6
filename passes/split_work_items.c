// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-split-work-items: work items that bind more buffers than their target's kernels can become several, which hand
// what they compute on through temporary slots.

#include "dialects/accy/ops.h"
#include "passes/body_split.h"
#include "passes/legality.h"
#include "passes/legality_sizes.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/slot.h"
#include "passes/target.h"
#include "passes/work_item.h"
#include "support/ir.h"

#include <stdlib.h>

// A work item that is being split.
typedef struct ItemSplit {
  MlirOperation item;
  MlirValue *slots; // of the body's arguments, in order
  intptr_t numSlots, capacity;
  int64_t *nextId; // of a work item
  bool hasRecords; // whether slots have a memory space and a layout already
} ItemSplit;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

static bool add_slot(ItemSplit *split, MlirValue slot) {
  if (split->numSlots == split->capacity) {
    intptr_t capacity = split->capacity ? 2 * split->capacity : 16;
    MlirValue *grown = realloc(split->slots, (size_t)capacity * sizeof *grown);
    if (!grown)
      return false;
    split->slots = grown;
    split->capacity = capacity;
  }
  split->slots[split->numSlots++] = slot;
  return true;
}

// A work item with that body before the one that is split; `operands` are what it reads and the slot it writes.
static bool insert_work_item(const ItemSplit *split, MlirBlock body, int64_t id, intptr_t count,
                             const MlirValue *operands) {
  MlirLocation location = mlirOperationGetLocation(mlirBlockGetTerminator(body));
  MlirOperation item = accyWorkItemCreate(location, id, body, count, operands, (MlirType){NULL});
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(split->item), split->item, item);
  return mlirLogicalResultIsSuccess(accyWorkItemMeasure(item));
}

// A temporary slot before the work item. Ids are put in order when all is done.
static MlirValue insert_slot(const ItemSplit *split, MlirType tensor) {
  MlirOperation slot =
      accySlotCreate(mlirOperationGetLocation(split->item), 0, "temporary", tensor, mlirAttributeGetNull());
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(split->item), split->item, slot);
  return mlirOperationGetResult(slot, 0);
}

static bool assign_records(MlirOperation slot) {
  return mlirLogicalResultIsSuccess(accySlotAssignMemorySpace(slot)) &&
         mlirLogicalResultIsSuccess(accySlotAssignLayout(slot));
}

// The part becomes a work item that writes a slot, which the split one reads.
static bool take_part(AccyBodyPart part, void *userData) {
  ItemSplit *split = userData;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(part.body), 0));
  MlirValue slot = insert_slot(split, type);
  MlirValue *operands = malloc((size_t)(part.numInputs + 1) * sizeof *operands);
  if (!operands || !add_slot(split, slot)) {
    free(operands);
    mlirBlockDestroy(part.body);
    return false;
  }
  for (intptr_t i = 0; i < part.numInputs; ++i)
    operands[i] = split->slots[part.inputs[i]];
  operands[part.numInputs] = slot;
  bool inserted = insert_work_item(split, part.body, (*split->nextId)++, part.numInputs + 1, operands);
  free(operands);
  return inserted && (!split->hasRecords || assign_records(mlirOpResultGetOwner(slot)));
}

// Takes the arguments out of the body that nothing uses any more, and their slots.
static void erase_unused_arguments(ItemSplit *split, MlirBlock body) {
  intptr_t kept = 0;
  for (intptr_t i = 0; i < split->numSlots; ++i) {
    if (accyValueIsUnused(mlirBlockGetArgument(body, kept)))
      mlirBlockEraseArgument(body, (unsigned)kept);
    else
      split->slots[kept++] = split->slots[i];
  }
  split->numSlots = kept;
}

// What is left of the work item, in its place.
static bool replace_work_item(ItemSplit *split, MlirValue output) {
  MlirBlock body = accyGetBlock(split->item, 0);
  erase_unused_arguments(split, body);
  if (!add_slot(split, output))
    return false;
  mlirBlockDetach(body);
  bool inserted = insert_work_item(split, body, accyGetInteger(split->item, "id", 0), split->numSlots, split->slots);
  mlirOperationDestroy(split->item);
  return inserted;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

// What the pass knows of one program.
typedef struct ProgramSplit {
  uint64_t maxBuffers;
  int64_t nextId;
} ProgramSplit;

static MlirLogicalResult split_item(MlirOperation item, ProgramSplit *program) {
  MlirBlock body = accyGetBlock(item, 0);
  intptr_t inputs = mlirBlockGetNumArguments(body);
  MlirValue output = mlirOperationGetOperand(item, inputs);
  ItemSplit split = {.item = item,
                     .nextId = &program->nextId,
                     .hasRecords = !mlirAttributeIsNull(accyGetAttribute(mlirOpResultGetOwner(output), "layout"))};
  bool done = true;
  for (intptr_t i = 0; i < inputs && done; ++i)
    done = add_slot(&split, mlirOperationGetOperand(item, i));
  // Its output and, where it takes one, the element count are the other two buffers of a kernel.
  done = done && accyBodySplit(body, (intptr_t)program->maxBuffers - 2, take_part, &split) &&
         replace_work_item(&split, output);
  free(split.slots);
  return done ? mlirLogicalResultSuccess() : accyEmitOpError(item, "cannot be split: out of memory [OutOfMemory]");
}

// Kernels of the caller's are what they are, and those that were fused along rows are so within the target's limits.
static bool is_to_split(MlirOperation item, const ProgramSplit *program) {
  MlirStringRef kind = accyGetString(item, "kind");
  return program->maxBuffers >= ACCY_FEWEST_BUFFERS_TO_SPLIT && !accyTextEquals(kind, "kernel_call") &&
         !accyTextEquals(kind, "row_pipeline") && accyCountBindings(accyGetBlock(item, 0), kind) > program->maxBuffers;
}

static int64_t next_id(MlirOperation program) {
  int64_t next = 0;
  ACCY_FOR_EACH(item, accyGetBlock(program, 0), "choir.work_item") {
    int64_t id = accyGetInteger(item, "id", 0);
    next = id >= next ? id + 1 : next;
  }
  return next;
}

static MlirLogicalResult split_program(MlirOperation program, void *userData) {
  int64_t asked = *(const int64_t *)userData;
  ProgramSplit split = {.maxBuffers = (uint64_t)asked, .nextId = next_id(program)};
  AccyProgramTarget target;
  MlirStringRef none = mlirStringRefCreate("", 0);
  if (asked == 0) {
    if (mlirLogicalResultIsFailure(accyProgramChooseTarget(program, none, none, &target)))
      return mlirLogicalResultFailure();
    split.maxBuffers = target.profile.capabilities.bindings.max_buffers;
  }
  MlirOperation next;
  for (MlirOperation item = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(program, 0)), "choir.work_item");
       !mlirOperationIsNull(item); item = next) {
    next = accyFindNext(mlirOperationGetNextInBlock(item), "choir.work_item");
    if (is_to_split(item, &split) && mlirLogicalResultIsFailure(split_item(item, &split)))
      return mlirLogicalResultFailure();
  }
  accyProgramRenumber(program, "choir.slot");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  int64_t maxBuffers = accyOptionsGetInteger(options, "max-buffers");
  if (maxBuffers != 0 && maxBuffers < ACCY_FEWEST_BUFFERS_TO_SPLIT)
    return accyEmitOpError(module, "cannot be split: max-buffers is %lld; it is 0 or at least %d",
                           (long long)maxBuffers, ACCY_FEWEST_BUFFERS_TO_SPLIT);
  return accyForEachProgram(module, split_program, &maxBuffers);
}

static const AccyOptionRow options[] = {
    {"max-buffers", AccyOptionInteger, "most buffers of one kernel; 0: what the program's target allows", "0"},
};

const AccyPassRow accySplitWorkItemsPass = {
    .argument = "accy-split-work-items",
    .description = "Split work items that bind more buffers than their target allows",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

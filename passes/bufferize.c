// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-bufferize: a scheduled function becomes a choir.program, its tensors slots that work items read and write.

#include "passes/authored.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/slot.h"
#include "support/ir.h"
#include "support/pointer_map.h"

#include <stdlib.h>

// A program under construction.
typedef struct ProgramBuilder {
  MlirContext context;
  MlirBlock body;
  int64_t numSlots;
  AccyPointerMap slotOfValue; // tensor value → memref value, as an integer
} ProgramBuilder;

static bool add_slot(ProgramBuilder *builder, MlirValue tensor, const char *role, MlirAttribute value,
                     MlirLocation location) {
  MlirOperation op = accySlotCreate(location, builder->numSlots++, role, mlirValueGetType(tensor), value);
  mlirBlockAppendOwnedOperation(builder->body, op);
  MlirValue slot = mlirOperationGetResult(op, 0);
  return accyPointerMapSet(&builder->slotOfValue, tensor.ptr, (int64_t)(intptr_t)slot.ptr);
}

static MlirValue slot_of(const ProgramBuilder *builder, MlirValue tensor) {
  return (MlirValue){(void *)(intptr_t)accyPointerMapGet(&builder->slotOfValue, tensor.ptr, 0)};
}

static bool is_terminator(MlirOperation op) {
  return accyOperationIs(op, "func.return") || accyOperationIs(op, "accy.return");
}

static bool is_returned(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (is_terminator(mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

// The slots of the operation's operands, and room for one more; null when memory runs out.
static MlirValue *slots_of_operands(const ProgramBuilder *builder, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *slots = malloc((size_t)(count + 1) * sizeof *slots);
  for (intptr_t i = 0; slots && i < count; ++i)
    slots[i] = slot_of(builder, mlirOperationGetOperand(op, i));
  return slots;
}

// The operation's attributes, the caller's own among them; null when memory runs out.
static MlirNamedAttribute *attributes_of(MlirOperation op) {
  intptr_t count = mlirOperationGetNumAttributes(op);
  MlirNamedAttribute *attributes = malloc((size_t)(count + 1) * sizeof *attributes);
  for (intptr_t i = 0; attributes && i < count; ++i)
    attributes[i] = mlirOperationGetAttribute(op, i);
  return attributes;
}

static bool convert_work_item(ProgramBuilder *builder, MlirOperation item) {
  MlirLocation location = mlirOperationGetLocation(item);
  MlirValue result = mlirOperationGetResult(item, 0);
  if (!add_slot(builder, result, is_returned(result) ? "output" : "temporary", mlirAttributeGetNull(), location))
    return false;
  intptr_t inputs = mlirOperationGetNumOperands(item);
  MlirValue *slots = slots_of_operands(builder, item);
  MlirNamedAttribute *attributes = attributes_of(item);
  if (!slots || !attributes) {
    free(attributes);
    free(slots);
    return false;
  }
  slots[inputs] = slot_of(builder, result);
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(item, 0));
  accyAppendOperation(builder->body, &(AccyOpSpec){.name = "choir.work_item",
                                                   .location = location,
                                                   .numOperands = inputs + 1,
                                                   .operands = slots,
                                                   .numAttributes = mlirOperationGetNumAttributes(item),
                                                   .attributes = attributes,
                                                   .numRegions = 1,
                                                   .regions = &region});
  free(attributes);
  free(slots);
  return true;
}

static bool convert_return(ProgramBuilder *builder, MlirOperation op) {
  MlirValue *slots = slots_of_operands(builder, op);
  if (!slots)
    return false;
  accyAppendOperation(builder->body, &(AccyOpSpec){.name = "choir.return",
                                                   .location = mlirOperationGetLocation(op),
                                                   .numOperands = mlirOperationGetNumOperands(op),
                                                   .operands = slots});
  free(slots);
  return true;
}

static MlirLogicalResult convert_operation(ProgramBuilder *builder, MlirOperation op) {
  bool done;
  if (accyOperationIs(op, "choir.work_item"))
    done = convert_work_item(builder, op);
  else if (accyOperationIs(op, "accy.constant"))
    done = add_slot(builder, mlirOperationGetResult(op, 0), "constant", accyGetAttribute(op, "value"),
                    mlirOperationGetLocation(op));
  else if (is_terminator(op))
    done = convert_return(builder, op);
  else
    return accyEmitOpError(op, "is in no work item: run accy-schedule before accy-bufferize "
                               "[MissingScheduleWorkItem]");
  return done ? mlirLogicalResultSuccess() : accyEmitOpError(op, "cannot be bufferized: out of memory [OutOfMemory]");
}

static MlirLogicalResult fill_program(ProgramBuilder *builder, MlirOperation function) {
  MlirBlock block = accyGetBlock(function, 0);
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
    if (!add_slot(builder, mlirBlockGetArgument(block, i), "input", mlirAttributeGetNull(),
                  mlirOperationGetLocation(function)))
      return accyEmitOpError(function, "cannot be bufferized: out of memory [OutOfMemory]");
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(convert_operation(builder, op)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_function(MlirOperation function) {
  MlirBlock block = accyGetBlock(function, 0);
  if (!mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return accyEmitOpError(function, "has several blocks; accy-bufferize takes straight-line functions "
                                     "[UnsupportedOperation]");
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(block, i));
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
      return accyEmitOpError(function,
                             "takes as argument %ld what is no ranked tensor of static shape "
                             "[UnsupportedOperation]",
                             (long)i);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult convert_function(MlirOperation function) {
  if (mlirLogicalResultIsFailure(check_function(function)))
    return mlirLogicalResultFailure();
  MlirContext context = mlirOperationGetContext(function);
  ProgramBuilder builder = {.context = context, .body = mlirBlockCreate(0, NULL, NULL)};
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, builder.body);
  MlirNamedAttribute name = accyNamed("sym_name", accyStringRefAttribute(context, accyGetString(function, "sym_name")));
  MlirOperation program = accyCreateOperation(&(AccyOpSpec){.name = "choir.program",
                                                            .location = mlirOperationGetLocation(function),
                                                            .numAttributes = 1,
                                                            .attributes = &name,
                                                            .numRegions = 1,
                                                            .regions = &region});
  MlirLogicalResult result = fill_program(&builder, function);
  accyPointerMapDestroy(&builder.slotOfValue);
  if (mlirLogicalResultIsFailure(result)) {
    mlirOperationDestroy(program);
    return result;
  }
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(function), function, program);
  mlirOperationDestroy(function);
  return result;
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  (void)options;
  MlirOperation next;
  for (MlirOperation function = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(module, 0)), "func.func");
       !mlirOperationIsNull(function); function = next) {
    next = accyFindNext(mlirOperationGetNextInBlock(function), "func.func");
    if (mlirBlockIsNull(accyGetBlock(function, 0)))
      continue; // a declaration
    if (mlirLogicalResultIsFailure(convert_function(function)))
      return mlirLogicalResultFailure();
  }
  return accyModuleAdoptAuthored(module);
}

const AccyPassRow accyBufferizePass = {
    .argument = "accy-bufferize",
    .description = "Turn scheduled functions into programs of slots and the work items that read and write them",
    .anchor = "builtin.module",
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

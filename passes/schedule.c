// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-schedule: wraps the operations that run in one kernel into a choir.work_item with its kind and resources.

#include "dialects/accy/ops.h"
#include "passes/fusion.h"
#include "passes/kernel_call_effects.h"
#include "passes/passes.h"
#include "passes/program.h"
#include "passes/work_item.h"
#include "support/ir.h"

#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Input checks
//===----------------------------------------------------------------------===//

static MlirLogicalResult check_operation(MlirOperation op) {
  if (accyOperationIs(op, "func.return") || accyOpGetOpcode(op) != AccyOp_none)
    return mlirLogicalResultSuccess();
  if (accyOperationIs(op, "func.call"))
    return accyEmitOpError(op, "cannot be scheduled: calls are inlined first (run 'inline', and define the callee) "
                               "[UnsupportedOperation]");
  return accyEmitOpError(op, "cannot be scheduled: accy-schedule takes functions of accy operations; convert it to "
                             "them first [UnsupportedOperation]");
}

static MlirLogicalResult check_function(MlirOperation function) {
  MlirRegion region = mlirOperationGetRegion(function, 0);
  MlirBlock block = mlirRegionGetFirstBlock(region);
  if (!mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return accyEmitOpError(function, "has several blocks; accy-schedule takes straight-line functions "
                                     "[UnsupportedOperation]");
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(block, i));
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
        accyElementTypeGetKind(mlirShapedTypeGetElementType(type)) == 0)
      return accyEmitOpError(function,
                             "takes as argument %ld what is no ranked tensor of static shape and supported "
                             "elements [UnsupportedOperation]",
                             (long)i);
  }
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(check_operation(op)))
      result = mlirLogicalResultFailure();
  return result;
}

//===----------------------------------------------------------------------===//
// Building one work item
//===----------------------------------------------------------------------===//

// A work item under construction: the values from outside, the body arguments that stand for them, and the copies.
typedef struct WorkItemBuilder {
  const AccyFusion *fusion;
  MlirBlock body;
  MlirValue *inputs;
  intptr_t numInputs, capacity;
  bool keepsRepeats;           // a kernel of the caller's takes its operands one by one, however often one is the same
  AccyPointerMap inputOfValue; // value → index in `inputs`
  AccyPointerMap copyOfNode;   // original operation → copy, as an integer
} WorkItemBuilder;

static MlirValue copied_value(WorkItemBuilder *builder, int64_t node) {
  MlirOperation original = builder->fusion->nodes[node].op;
  MlirOperation copy = {(void *)(intptr_t)accyPointerMapGet(&builder->copyOfNode, original.ptr, 0)};
  return mlirOperationIsNull(copy) ? (MlirValue){NULL} : mlirOperationGetResult(copy, 0);
}

// The body argument for a value from outside, added when it is first met.
static MlirValue input_value(WorkItemBuilder *builder, MlirValue value, MlirLocation location) {
  int64_t index = builder->keepsRepeats ? -1 : accyPointerMapGet(&builder->inputOfValue, value.ptr, -1);
  if (index >= 0)
    return mlirBlockGetArgument(builder->body, index);
  if (builder->numInputs == builder->capacity) {
    intptr_t capacity = builder->capacity ? 2 * builder->capacity : 8;
    MlirValue *grown = realloc(builder->inputs, (size_t)capacity * sizeof *grown);
    if (!grown)
      return (MlirValue){NULL};
    builder->inputs = grown;
    builder->capacity = capacity;
  }
  if (!accyPointerMapSet(&builder->inputOfValue, value.ptr, builder->numInputs))
    return (MlirValue){NULL};
  builder->inputs[builder->numInputs++] = value;
  return mlirBlockAddArgument(builder->body, mlirValueGetType(value), location);
}

static bool copy_node(WorkItemBuilder *builder, int64_t group, int64_t index);

// What stands in the body for an operand of a copied operation; null when memory runs out.
static MlirValue inner_value(WorkItemBuilder *builder, int64_t group, MlirValue operand, MlirLocation location) {
  int64_t defining = accyFusionGetDefiningNode(builder->fusion, operand);
  const AccyFusionNode *node = defining < 0 ? NULL : &builder->fusion->nodes[defining];
  bool inside = node && (node->role == AccyFusionFree || (node->role == AccyFusionMember && node->group == group));
  if (!inside)
    return input_value(builder, operand, location);
  MlirValue copy = copied_value(builder, defining);
  if (mlirValueIsNull(copy) && copy_node(builder, group, defining))
    copy = copied_value(builder, defining);
  return copy;
}

// Copies the operation, and before it the free ones that it uses.
static bool copy_node(WorkItemBuilder *builder, int64_t group, int64_t index) {
  MlirOperation original = builder->fusion->nodes[index].op;
  MlirOperation copy = mlirOperationClone(original);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(original); i < n; ++i) {
    MlirValue inner =
        inner_value(builder, group, mlirOperationGetOperand(original, i), mlirOperationGetLocation(original));
    if (mlirValueIsNull(inner)) {
      mlirOperationDestroy(copy);
      return false;
    }
    mlirOperationSetOperand(copy, i, inner);
  }
  mlirBlockAppendOwnedOperation(builder->body, copy);
  return accyPointerMapSet(&builder->copyOfNode, original.ptr, (int64_t)(intptr_t)copy.ptr);
}

static bool fill_body(WorkItemBuilder *builder, int64_t group) {
  const AccyFusion *fusion = builder->fusion;
  const AccyFusionGroup *row = &fusion->groups[group];
  int64_t left = row->numOps, first = row->root;
  for (; left > 0; --first) // the members end at the root
    left -= fusion->nodes[first].role == AccyFusionMember && fusion->nodes[first].group == group;
  for (int64_t i = first + 1; i <= row->root; ++i)
    if (fusion->nodes[i].role == AccyFusionMember && fusion->nodes[i].group == group && !copy_node(builder, group, i))
      return false;
  MlirValue root = copied_value(builder, row->root);
  accyAppendOperation(builder->body, &(AccyOpSpec){.name = "choir.yield",
                                                   .location = mlirOperationGetLocation(fusion->nodes[row->root].op),
                                                   .numOperands = 1,
                                                   .operands = &root});
  return true;
}

static void release(WorkItemBuilder *builder) {
  free(builder->inputs);
  accyPointerMapDestroy(&builder->inputOfValue);
  accyPointerMapDestroy(&builder->copyOfNode);
}

// Puts the group's work item where its root stands and hands its result to the root's users.
static MlirLogicalResult build_work_item(const AccyFusion *fusion, int64_t group, int64_t id) {
  MlirOperation root = fusion->nodes[fusion->groups[group].root].op;
  MlirLocation location = mlirOperationGetLocation(root);
  WorkItemBuilder builder = {.fusion = fusion, .body = mlirBlockCreate(0, NULL, NULL)};
  builder.keepsRepeats = accyOpGetOpcode(root) == AccyOp_kernel_call;
  if (!fill_body(&builder, group)) {
    release(&builder);
    mlirBlockDestroy(builder.body);
    return accyEmitError(location, "out of memory [OutOfMemory]");
  }
  MlirType type = mlirValueGetType(mlirOperationGetResult(root, 0));
  MlirOperation item = accyWorkItemCreate(location, id, builder.body, builder.numInputs, builder.inputs, type);
  release(&builder);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(root), root, item);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(root, 0), mlirOperationGetResult(item, 0));
  return accyWorkItemMeasure(item);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void erase_scheduled(const AccyFusion *fusion) {
  for (int64_t i = fusion->numNodes - 1; i >= 0; --i) {
    const AccyFusionNode *node = &fusion->nodes[i];
    bool unusedConstant = node->role == AccyFusionOutside && accyOpGetOpcode(node->op) == AccyOp_constant &&
                          accyValueIsUnused(mlirOperationGetResult(node->op, 0));
    if (node->role != AccyFusionOutside || unusedConstant)
      mlirOperationDestroy(node->op);
  }
}

static MlirLogicalResult schedule_function(MlirOperation function, AccyFusionLimits limits) {
  if (mlirLogicalResultIsFailure(check_function(function)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(accyPrepareKernelCalls(accyGetBlock(function, 0))))
    return mlirLogicalResultFailure();
  AccyFusion fusion;
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (!accyFusionCompute(accyGetBlock(function, 0), limits, &fusion))
    result = accyEmitOpError(function, "cannot be scheduled: out of memory [OutOfMemory]");
  int64_t id = 0;
  // Groups were found from the last root to the first.
  for (int64_t group = fusion.numGroups - 1; group >= 0 && mlirLogicalResultIsSuccess(result); --group)
    result = build_work_item(&fusion, group, id++);
  if (mlirLogicalResultIsSuccess(result))
    erase_scheduled(&fusion);
  accyFusionDestroy(&fusion);
  return result;
}

static bool is_scheduled(MlirOperation function) {
  MlirBlock block = accyGetBlock(function, 0);
  return mlirBlockIsNull(block) || // a declaration
         !mlirOperationIsNull(accyFindNext(mlirBlockGetFirstOperation(block), "choir.work_item"));
}

static MlirLogicalResult run(MlirOperation module, AccyOptions options) {
  AccyFusionLimits limits = {.maxOps = accyOptionsGetInteger(options, "max-ops"),
                             .maxInputs = accyOptionsGetInteger(options, "max-inputs"),
                             .inlineSplats = accyOptionsGetBool(options, "inline-splats")};
  ACCY_FOR_EACH(function, accyGetBlock(module, 0), "func.func")
  if (!is_scheduled(function) && mlirLogicalResultIsFailure(schedule_function(function, limits)))
    return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static const AccyOptionRow options[] = {
    {"max-ops", AccyOptionPositiveInteger, "most operations in one work item", "128"},
    {"max-inputs", AccyOptionPositiveInteger, "most inputs that fusion gives one work item", "6"},
    {"inline-splats", AccyOptionBool, "put constants of equal elements into the kernels instead of slots", "true"},
};

const AccyPassRow accySchedulePass = {
    .argument = "accy-schedule",
    .description = "Group the operations of each function into work items, one for each kernel",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof options[0],
    .dependentDialects = accyProgramDependentDialects,
    .run = run,
};

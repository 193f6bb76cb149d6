// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grouping of operations into kernels; see fusion.h.

#include "passes/fusion.h"

#include "dialects/accy/ops.h"
#include "passes/kernel_call.h"
#include "support/ir.h"

#include <stdlib.h>
#include <string.h>

enum { noFrame = -1, closedFrame = -2 };

static bool same_extents(MlirType left, MlirType right) {
  intptr_t rank = mlirShapedTypeGetRank(left);
  if (rank != mlirShapedTypeGetRank(right))
    return false;
  for (intptr_t i = 0; i < rank; ++i)
    if (mlirShapedTypeGetDimSize(left, i) != mlirShapedTypeGetDimSize(right, i))
      return false;
  return true;
}

static AccyOpClass class_of(MlirOperation op) {
  return accyOpGetDefinition(accyOpGetOpcode(op))->opClass;
}

int64_t accyFusionGetDefiningNode(const AccyFusion *fusion, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return -1;
  return accyPointerMapGet(&fusion->nodeOfOp, mlirOpResultGetOwner(value).ptr, -1);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

static int64_t new_frame(AccyFusion *fusion, bool repeats) {
  if (fusion->numFrames == fusion->frameCapacity) {
    int64_t capacity = fusion->frameCapacity ? 2 * fusion->frameCapacity : 64;
    bool *grown = realloc(fusion->frameRepeats, (size_t)capacity * sizeof *grown);
    if (!grown)
      return closedFrame;
    fusion->frameRepeats = grown;
    fusion->frameCapacity = capacity;
  }
  fusion->frameRepeats[fusion->numFrames] = repeats;
  return fusion->numFrames++;
}

// The frame in which `user` wants the elements of its operand `index`.
static int64_t wanted_frame(AccyFusion *fusion, const AccyFusionNode *user, intptr_t index) {
  MlirType operand = mlirValueGetType(mlirOperationGetOperand(user->op, index));
  MlirType result = mlirValueGetType(mlirOperationGetResult(user->op, 0));
  bool repeats = fusion->frameRepeats[user->frame];
  switch (class_of(user->op)) {
  case AccyClassUnary:
  case AccyClassConvert:
  case AccyClassBinary:
  case AccyClassCompare:
  case AccyClassSelect:
  case AccyClassClamp:
    if (same_extents(operand, result))
      return user->frame;
    return new_frame(fusion, repeats || accyShapedTypeElementCount(result) > 1);
  case AccyClassBroadcast:
    return new_frame(fusion, repeats || accyShapedTypeElementCount(result) > accyShapedTypeElementCount(operand));
  case AccyClassGather: // of the first operand, any element may be wanted
    if (index == 0)
      return closedFrame;
    return new_frame(fusion, repeats || accyShapedTypeElementCount(result) > accyShapedTypeElementCount(operand));
  case AccyClassPad:
    return new_frame(fusion, repeats || (index == 1 && accyShapedTypeElementCount(result) > 1));
  case AccyClassReshape:
  case AccyClassTranspose:
  case AccyClassSlice:
  case AccyClassConcatenate:
  case AccyClassReverse:
  case AccyClassReduce:
    return new_frame(fusion, repeats);
  default:
    return closedFrame;
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

// The one group that all uses of the node's result are in and the one frame that they want it in; false when there is
// no such group or frame.
static bool find_consumer(AccyFusion *fusion, const AccyFusionNode *node, int64_t *outGroup, int64_t *outFrame) {
  int64_t group = -1, frame = noFrame;
  MlirValue result = mlirOperationGetResult(node->op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    int64_t user = accyPointerMapGet(&fusion->nodeOfOp, mlirOpOperandGetOwner(use).ptr, -1);
    if (user < 0 || fusion->nodes[user].role != AccyFusionMember)
      return false;
    if (group >= 0 && fusion->nodes[user].group != group)
      return false;
    group = fusion->nodes[user].group;
    int64_t wanted = wanted_frame(fusion, &fusion->nodes[user], (intptr_t)mlirOpOperandGetOperandNumber(use));
    if (wanted == closedFrame || (frame != noFrame && frame != wanted))
      return false;
    frame = wanted;
  }
  *outGroup = group;
  *outFrame = frame;
  return group >= 0;
}

// Distinct values from outside that the group reads once `joining` is in it.
static int64_t count_inputs(const AccyFusion *fusion, int64_t group, const AccyFusionNode *joining) {
  AccyPointerMap seen = {0};
  int64_t last = fusion->groups[group].root;
  for (int64_t i = (int64_t)(joining - fusion->nodes); i <= last; ++i) {
    const AccyFusionNode *node = &fusion->nodes[i];
    if (node != joining && (node->role != AccyFusionMember || node->group != group))
      continue;
    for (intptr_t o = 0, n = mlirOperationGetNumOperands(node->op); o < n; ++o) {
      MlirValue operand = mlirOperationGetOperand(node->op, o);
      int64_t defining = accyFusionGetDefiningNode(fusion, operand);
      const AccyFusionNode *producer = defining < 0 ? NULL : &fusion->nodes[defining];
      bool inside = producer && (producer == joining || producer->role == AccyFusionFree ||
                                 (producer->role == AccyFusionMember && producer->group == group));
      if (!inside)
        (void)accyPointerMapSet(&seen, operand.ptr, 1);
    }
  }
  int64_t count = (int64_t)seen.count;
  accyPointerMapDestroy(&seen);
  return count;
}

// Whether the node reads a buffer that is written between it and `root`.
static bool is_overwritten_before(const AccyFusion *fusion, const AccyFusionNode *node, int64_t root) {
  if (fusion->writerOfValue.count == 0)
    return false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(node->op); i < n; ++i) {
    int64_t writer =
        accyPointerMapGet(&fusion->writerOfValue, mlirOperationGetOperand(node->op, i).ptr, fusion->numNodes);
    if (writer > node - fusion->nodes && writer < root)
      return true;
  }
  return false;
}

static bool may_join(const AccyFusion *fusion, const AccyFusionNode *node, int64_t group, int64_t frame) {
  const AccyFusionGroup *target = &fusion->groups[group];
  if (is_overwritten_before(fusion, node, target->root))
    return false;
  switch (class_of(node->op)) {
  case AccyClassReduce:
  case AccyClassKernelCall:
    return false;
  case AccyClassDotGeneral:
    if (target->anchor >= 0 || frame != fusion->nodes[target->root].frame)
      return false;
    break;
  default:
    if (fusion->frameRepeats[frame] && !accyOpIsShape(node->op))
      return false;
  }
  return target->numOps < fusion->limits.maxOps && count_inputs(fusion, group, node) <= fusion->limits.maxInputs;
}

static bool is_anchor(MlirOperation op) {
  AccyOpClass opClass = class_of(op);
  return opClass == AccyClassReduce || opClass == AccyClassDotGeneral || opClass == AccyClassKernelCall;
}

// Returns false when memory runs out.
static bool place(AccyFusion *fusion, int64_t index) {
  AccyFusionNode *node = &fusion->nodes[index];
  int64_t group, frame;
  if (!find_consumer(fusion, node, &group, &frame) || !may_join(fusion, node, group, frame)) {
    group = fusion->numGroups++;
    fusion->groups[group] = (AccyFusionGroup){.root = index, .anchor = -1};
    frame = new_frame(fusion, false);
    if (frame == closedFrame)
      return false;
  }
  node->group = group;
  node->frame = frame;
  fusion->groups[group].numOps++;
  if (is_anchor(node->op))
    fusion->groups[group].anchor = index;
  return true;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

// How many operations a free shape operation is in a kernel, in which each use of a free value may be computed anew:
// those of its operands, counted once a use, and itself. The most there is when an operand is not free.
static int64_t count_copied_ops(const AccyFusion *fusion, MlirOperation op) {
  int64_t count = 1;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    int64_t index = accyFusionGetDefiningNode(fusion, mlirOperationGetOperand(op, i));
    const AccyFusionNode *node = index < 0 ? NULL : &fusion->nodes[index];
    if (!node || node->role != AccyFusionFree || node->copiedOps > INT64_MAX - count)
      return INT64_MAX;
    count += node->copiedOps;
  }
  return count;
}

// Whether some use needs the value in memory: the terminator, or a kernel of the caller's.
static bool needs_memory(const AccyFusion *fusion, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    AccyOpcode opcode = accyOpGetOpcode(user);
    if (accyPointerMapGet(&fusion->nodeOfOp, user.ptr, -1) < 0 || opcode == AccyOp_none ||
        opcode == AccyOp_kernel_call || opcode == AccyOp_return)
      return true;
  }
  return false;
}

static AccyFusionRole role_of(const AccyFusion *fusion, MlirOperation op, int64_t copiedOps) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  if (opcode == AccyOp_none || opcode == AccyOp_return)
    return AccyFusionOutside;
  if (opcode == AccyOp_constant) {
    MlirAttribute value = accyGetAttribute(op, "value");
    bool scalar = accyShapedTypeElementCount(mlirAttributeGetType(value)) == 1;
    bool splat = mlirAttributeIsADenseElements(value) && mlirDenseElementsAttrIsSplat(value);
    return splat && (scalar || fusion->limits.inlineSplats) && !needs_memory(fusion, op) ? AccyFusionFree
                                                                                         : AccyFusionOutside;
  }
  bool free = opcode == AccyOp_iota || (accyOpIsShape(op) && copiedOps <= fusion->limits.maxOps);
  return free && !needs_memory(fusion, op) ? AccyFusionFree : AccyFusionMember;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static bool collect_nodes(AccyFusion *fusion, MlirBlock block) {
  int64_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!accyPointerMapSet(&fusion->nodeOfOp, op.ptr, count++))
      return false;
  fusion->nodes = calloc((size_t)count + 1, sizeof *fusion->nodes);
  fusion->groups = calloc((size_t)count + 1, sizeof *fusion->groups);
  if (!fusion->nodes || !fusion->groups)
    return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    AccyFusionNode *node = &fusion->nodes[fusion->numNodes++];
    int64_t copiedOps = accyOpIsShape(op) ? count_copied_ops(fusion, op) : 1;
    *node = (AccyFusionNode){
        .op = op, .role = role_of(fusion, op, copiedOps), .copiedOps = copiedOps, .group = -1, .frame = -1};
  }
  return true;
}

static bool collect_writers(AccyFusion *fusion) {
  for (int64_t i = 0; i < fusion->numNodes; ++i) {
    MlirOperation op = fusion->nodes[i].op;
    if (accyOpGetOpcode(op) != AccyOp_kernel_call)
      continue;
    for (intptr_t o = 0, n = mlirOperationGetNumOperands(op); o < n; ++o)
      if (accyKernelCallWrites(op, o) &&
          !accyPointerMapSet(&fusion->writerOfValue, mlirOperationGetOperand(op, o).ptr, i))
        return false;
  }
  return true;
}

bool accyFusionCompute(MlirBlock block, AccyFusionLimits limits, AccyFusion *outFusion) {
  *outFusion = (AccyFusion){.limits = limits};
  if (!collect_nodes(outFusion, block) || !collect_writers(outFusion))
    return false;
  for (int64_t i = outFusion->numNodes - 1; i >= 0; --i)
    if (outFusion->nodes[i].role == AccyFusionMember && !place(outFusion, i))
      return false;
  return true;
}

void accyFusionDestroy(AccyFusion *fusion) {
  free(fusion->nodes);
  free(fusion->groups);
  free(fusion->frameRepeats);
  accyPointerMapDestroy(&fusion->nodeOfOp);
  accyPointerMapDestroy(&fusion->writerOfValue);
  *fusion = (AccyFusion){0};
}

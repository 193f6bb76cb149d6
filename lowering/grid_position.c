// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel asks for a thread's place in the grid; see grid_position.h.

#include "lowering/grid_position.h"

#include "support/ir.h"

// Whether the operation is the named one of gpu's index operations in the dimension.
static bool is_query(MlirOperation op, const char *name, int dimension) {
  static const char *const dimensions[] = {"#gpu<dim x>", "#gpu<dim y>", "#gpu<dim z>"};
  if (!accyOperationIs(op, name))
    return false;
  MlirAttribute wanted = mlirAttributeParseGet(mlirOperationGetContext(op), accyText(dimensions[dimension]));
  return mlirAttributeEqual(accyGetAttribute(op, "dimension"), wanted);
}

static bool is_query_result(MlirValue value, const char *name, int dimension) {
  return mlirValueIsAOpResult(value) && is_query(mlirOpResultGetOwner(value), name, dimension);
}

// Whether the operation is `name` of two values of which one (`used` is the number of the other) is the query's.
static bool is_binary_with_query(MlirOperation op, const char *name, unsigned used, const char *query, int dimension) {
  return accyOperationIs(op, name) && is_query_result(mlirOperationGetOperand(op, 1 - used), query, dimension);
}

// Whether the value is block_id * block_dim in the dimension.
static bool is_block_start(MlirValue value, int dimension) {
  if (!accyValueIsResultOf(value, "arith.muli"))
    return false;
  MlirOperation product = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < 2; ++i)
    if (is_query_result(mlirOperationGetOperand(product, i), "gpu.block_id", dimension) &&
        is_query_result(mlirOperationGetOperand(product, 1 - i), "gpu.block_dim", dimension))
      return true;
  return false;
}

// Whether the operation is block_id * block_dim + thread_id in the dimension.
static bool is_linear_id(MlirOperation op, int dimension) {
  if (!accyOperationIs(op, "arith.addi"))
    return false;
  for (intptr_t i = 0; i < 2; ++i)
    if (is_block_start(mlirOperationGetOperand(op, i), dimension) &&
        is_query_result(mlirOperationGetOperand(op, 1 - i), "gpu.thread_id", dimension))
      return true;
  return false;
}

static bool has_linear_uses(MlirValue value, int dimension) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!is_linear_id(mlirOpOperandGetOwner(use), dimension))
      return false;
  return true;
}

static bool has_block_start_uses(MlirValue blockId, int dimension) {
  for (MlirOpOperand use = mlirValueGetFirstUse(blockId); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    unsigned number = mlirOpOperandGetOperandNumber(use);
    if (!is_binary_with_query(user, "arith.muli", number, "gpu.block_dim", dimension) ||
        !has_linear_uses(mlirOperationGetResult(user, 0), dimension))
      return false;
  }
  return true;
}

// What the walk that answers accyGridPositionIsLinear carries.
typedef struct LinearCheck {
  int dimension;
  bool isLinear;
} LinearCheck;

static MlirWalkResult check_query(MlirOperation op, void *userData) {
  LinearCheck *check = userData;
  if (is_query(op, "gpu.block_id", check->dimension))
    check->isLinear = has_block_start_uses(mlirOperationGetResult(op, 0), check->dimension);
  else if (is_query(op, "gpu.thread_id", check->dimension))
    check->isLinear = has_linear_uses(mlirOperationGetResult(op, 0), check->dimension);
  return check->isLinear ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool accyGridPositionIsLinear(MlirOperation kernel, int dimension) {
  LinearCheck check = {dimension, true};
  mlirOperationWalk(kernel, check_query, &check, MlirWalkPreOrder);
  return check.isLinear;
}

static void replace(MlirOperation op, MlirValue value) {
  if (!mlirValueIsNull(value))
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
}

static MlirWalkResult replace_linear_id(MlirOperation op, void *userData) {
  const AccyGridPosition *positions = userData;
  for (int i = 0; i < 3; ++i)
    if (!mlirValueIsNull(positions[i].linearId) && is_linear_id(op, i))
      replace(op, positions[i].linearId);
  return MlirWalkResultAdvance;
}

static MlirWalkResult replace_query(MlirOperation op, void *userData) {
  const AccyGridPosition *positions = userData;
  for (int i = 0; i < 3; ++i) {
    if (is_query(op, "gpu.block_id", i))
      replace(op, positions[i].blockId);
    else if (is_query(op, "gpu.thread_id", i))
      replace(op, positions[i].threadId);
    else if (is_query(op, "gpu.block_dim", i))
      replace(op, positions[i].blockDim);
    else if (is_query(op, "gpu.grid_dim", i))
      replace(op, positions[i].gridDim);
  }
  return MlirWalkResultAdvance;
}

void accyGridPositionReplace(MlirOperation root, const AccyGridPosition positions[3]) {
  mlirOperationWalk(root, replace_linear_id, (void *)positions, MlirWalkPreOrder);
  mlirOperationWalk(root, replace_query, (void *)positions, MlirWalkPreOrder);
}

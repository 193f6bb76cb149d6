// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel_name.h.

#include "passes/kernel_name.h"

#include "dialects/accy/ops.h"
#include "passes/kernel_shape.h"
#include "passes/work_item.h"
#include "planner/entry_name.h"
#include "support/ir.h"

#include <stdlib.h>

// The names of the body's operations, constants left out; null when memory runs out. Released by free.
static const char **list_op_names(MlirBlock body, uint32_t *outCount) {
  size_t capacity = 1;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ++capacity;
  const char **names = malloc(capacity * sizeof *names);
  *outCount = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); names && !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    AccyOpcode opcode = accyOpGetOpcode(op);
    if (opcode != AccyOp_none && opcode != AccyOp_constant)
      names[(*outCount)++] = accyOpGetDefinition(opcode)->mnemonic;
  }
  return names;
}

static bool describe_dot(MlirOperation dot, AccyEntryNameRequest *request) {
  AccyDotShape shape;
  if (mlirOperationIsNull(dot) || !accyReadDotShape(dot, &shape))
    return false;
  request->dtype = shape.inputDtype;
  request->m = shape.m;
  request->n = shape.n;
  request->k = shape.k;
  return true;
}

static bool describe_reduction(MlirOperation reduce, AccyEntryNameRequest *request) {
  AccyReductionShape shape;
  if (mlirOperationIsNull(reduce) || !accyReadReductionShape(reduce, &shape))
    return false;
  request->dtype = shape.dtype;
  request->reduction = shape.kind;
  request->reduction_rank = shape.rank;
  request->reduction_axis = shape.axis;
  return true;
}

static bool describe(MlirBlock body, AccyEntryNameRequest *request) {
  switch (request->kind) {
  case AccyKernelKindDotGeneral:
    return describe_dot(accyWorkItemFindAnchor(body, "accy.dot_general"), request);
  case AccyKernelKindReduction:
    return describe_reduction(accyWorkItemFindAnchor(body, "accy.reduce"), request);
  default:
    return request->op_count > 0;
  }
}

MlirLogicalResult accyKernelName(MlirOperation item, int64_t id, char outName[ACCY_NAME_CAPACITY]) {
  MlirBlock body = accyGetBlock(item, 0);
  MlirStringRef kind = accyGetString(item, "kind");
  AccyEntryNameRequest request = {.kernel_id = (uint32_t)id};
  const char **names = list_op_names(body, &request.op_count);
  if (!names)
    return accyEmitOpError(item, "cannot be named: out of memory [OutOfMemory]");
  request.op_names = names;
  bool described = accyKernelKindParse(kind.data, kind.length, &request.kind) && describe(body, &request);
  if (described)
    accyEntryName(&request, outName);
  free(names);
  if (described)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(item, "has a body that does not fit its kind '%.*s' [InvalidArtifact]", (int)kind.length,
                         kind.data);
}

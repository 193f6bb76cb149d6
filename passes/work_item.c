// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a work item's body; see work_item.h.

#include "passes/work_item.h"

#include "accy-c/Launch.h"
#include "dialects/accy/ops.h"
#include "passes/dtype.h"
#include "passes/kernel_shape.h"
#include "passes/plan_records.h"
#include "support/ir.h"

#include <stdlib.h>

MlirOperation accyWorkItemFindAnchor(MlirBlock body, const char *name) {
  return accyFindNext(mlirBlockGetFirstOperation(body), name);
}

static bool has(MlirBlock body, const char *name) {
  return !mlirOperationIsNull(accyWorkItemFindAnchor(body, name));
}

static bool yields_its_only_reduce(MlirBlock body) {
  MlirOperation reduce = accyWorkItemFindAnchor(body, "accy.reduce");
  MlirValue result = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  return mlirValueEqual(result, mlirOperationGetResult(reduce, 0)) &&
         mlirOperationIsNull(accyFindNext(mlirOperationGetNextInBlock(reduce), "accy.reduce"));
}

const char *accyWorkItemClassify(MlirBlock body) {
  if (has(body, "accy.kernel_call"))
    return "kernel_call";
  if (has(body, "accy.dot_general"))
    return "dot_general";
  if (has(body, "accy.reduce"))
    return yields_its_only_reduce(body) ? "reduction" : "row_pipeline";
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (accyOpIsElementwise(op))
      return "elementwise";
  return has(body, "accy.iota") ? "elementwise" : "shape"; // an iota computes, too
}

MlirOperation accyWorkItemCreate(MlirLocation location, int64_t id, MlirBlock body, intptr_t numOperands,
                                 const MlirValue *operands, MlirType result) {
  MlirContext context = mlirLocationGetContext(location);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirNamedAttribute attributes[] = {
      accyNamed("id", accyI64Attribute(context, id)),
      accyNamed("kind", accyStringAttribute(context, accyWorkItemClassify(body))),
  };
  return accyCreateOperation(&(AccyOpSpec){.name = "choir.work_item",
                                           .location = location,
                                           .numOperands = numOperands,
                                           .operands = operands,
                                           .numResults = !mlirTypeIsNull(result),
                                           .results = &result,
                                           .numAttributes = 2,
                                           .attributes = attributes,
                                           .numRegions = 1,
                                           .regions = &region});
}

// Whether the operation is counted: constants and the terminator are not, and an iota only where it stands alone.
static bool counts(MlirOperation op) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  return opcode != AccyOp_none && opcode != AccyOp_constant && opcode != AccyOp_iota;
}

static bool is_counted_result(MlirValue value) {
  return mlirValueIsAOpResult(value) && counts(mlirOpResultGetOwner(value));
}

static void count_operands(MlirBlock body, AccyWorkItem *item) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!counts(op))
      continue;
    ++item->op_count;
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
      MlirValue operand = mlirOperationGetOperand(op, i);
      item->external_operand_count += mlirValueIsABlockArgument(operand);
      item->chain_operand_count += is_counted_result(operand);
    }
  }
  if (item->op_count == 0) // a lone iota
    item->op_count = 1;
}

// The work of a dot_general or a reduction goes by other extents than the output's.
static void read_anchor(MlirBlock body, AccyWorkItem *item) {
  MlirOperation dot = accyWorkItemFindAnchor(body, "accy.dot_general");
  MlirOperation reduce = accyWorkItemFindAnchor(body, "accy.reduce");
  AccyDotShape shape;
  if (!mlirOperationIsNull(dot) && accyReadDotShape(dot, &shape)) {
    item->kind = AccyKernelKindDotGeneral;
    item->m = shape.m, item->n = shape.n, item->k = shape.k, item->batch = shape.batch;
  } else if (!mlirOperationIsNull(reduce)) {
    item->kind = yields_its_only_reduce(body) ? AccyKernelKindReduction : AccyKernelKindRowPipeline;
    item->input_element_count = accyShapedTypeElementCount(mlirValueGetType(mlirOperationGetOperand(reduce, 0)));
  }
}

// Every shape is static.
static AccyValueSize value_size(MlirType tensor) {
  return (AccyValueSize){.is_static = true, .bytes = accyShapedTypeByteSize(tensor)};
}

MlirLogicalResult accyWorkItemComputeResources(MlirOperation operation, AccyResources *outResources) {
  MlirBlock body = accyGetBlock(operation, 0);
  MlirType result = mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  intptr_t inputCount = mlirBlockGetNumArguments(body);
  AccyValueSize output = value_size(result);
  AccyValueSize *inputs = calloc((size_t)inputCount + 1, sizeof *inputs);
  if (!inputs)
    return accyEmitOpError(operation, "has too many inputs [OutOfMemory]");
  for (intptr_t i = 0; i < inputCount; ++i)
    inputs[i] = value_size(mlirValueGetType(mlirBlockGetArgument(body, i)));
  AccyDtype dtype = AccyDtypeF32;
  (void)accyDtypeOfType(mlirShapedTypeGetElementType(result), &dtype);
  AccyWorkItem item = {.kind = AccyKernelKindElementwise,
                       .inputs = inputs,
                       .input_count = (uint32_t)inputCount,
                       .outputs = &output,
                       .output_count = 1,
                       .element_count = accyShapedTypeElementCount(result),
                       .element_size = accyDtypeByteSize(dtype)};
  count_operands(body, &item);
  read_anchor(body, &item);
  accyResourcesCompute(&item, outResources);
  free(inputs);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyWorkItemMeasure(MlirOperation operation) {
  AccyResources resources;
  if (mlirLogicalResultIsFailure(accyWorkItemComputeResources(operation, &resources)))
    return mlirLogicalResultFailure();
  AccyAttributeMaker maker = accyAttributeMakerForOne(mlirOperationGetContext(operation));
  accySetAttribute(operation, "resources", accyResourcesAttribute(&maker, &resources));
  return mlirLogicalResultSuccess();
}

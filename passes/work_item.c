// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a work item's body; see work_item.h.

#include "passes/work_item.h"

#include "dialects/accy/ops.h"
#include "passes/dtype.h"
#include "passes/plan_records.h"
#include "support/ir.h"
#include "support/pointer_map.h"

MlirOperation accyWorkItemFindAnchor(MlirBlock body, const char *name) {
  return accyFindNext(mlirBlockGetFirstOperation(body), name);
}

static bool has(MlirBlock body, const char *name) {
  return !mlirOperationIsNull(accyWorkItemFindAnchor(body, name));
}

const char *accyWorkItemClassify(MlirBlock body) {
  if (has(body, "accy.kernel_call"))
    return "kernel_call";
  if (has(body, "accy.dot_general"))
    return "dot_general";
  if (has(body, "accy.reduce"))
    return "reduction";
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (accyOpIsElementwise(op))
      return "elementwise";
  return has(body, "accy.iota") ? "elementwise" : "shape"; // an iota computes, too
}

// Whether the operation is counted: constants and the terminator are not, and an iota only where it stands alone.
static bool counts(MlirOperation op) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  return opcode != AccyOp_none && opcode != AccyOp_constant && opcode != AccyOp_iota;
}

static bool is_counted_result(MlirValue value) {
  return mlirValueIsAOpResult(value) && counts(mlirOpResultGetOwner(value));
}

typedef struct Counts {
  int64_t ops, externalOperands, chainOperands;
} Counts;

static Counts count_operands(MlirBlock body) {
  Counts result = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!counts(op))
      continue;
    ++result.ops;
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
      MlirValue operand = mlirOperationGetOperand(op, i);
      result.externalOperands += mlirValueIsABlockArgument(operand);
      result.chainOperands += is_counted_result(operand);
    }
  }
  if (result.ops == 0) // a lone iota
    result.ops = 1;
  return result;
}

static uint64_t saturating_multiply(uint64_t a, uint64_t b) {
  return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

// 2·M·N·K·batch: each output element sums over the contracting dimensions.
static uint64_t dot_ops(MlirOperation dot) {
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(dot, 0));
  uint64_t ops = 2 * accyShapedTypeElementCount(mlirValueGetType(mlirOperationGetResult(dot, 0)));
  for (intptr_t i = 0, n = accyGetI64ArraySize(dot, "lhs_contract"); i < n; ++i)
    ops = saturating_multiply(ops,
                              (uint64_t)mlirShapedTypeGetDimSize(lhs, accyGetI64ArrayElement(dot, "lhs_contract", i)));
  return ops;
}

static uint64_t estimate_ops(MlirBlock body, int64_t opCount, uint64_t elements) {
  MlirOperation dot = accyWorkItemFindAnchor(body, "accy.dot_general");
  if (!mlirOperationIsNull(dot))
    return dot_ops(dot);
  MlirOperation reduce = accyWorkItemFindAnchor(body, "accy.reduce");
  if (!mlirOperationIsNull(reduce))
    return accyShapedTypeElementCount(mlirValueGetType(mlirOperationGetOperand(reduce, 0)));
  return saturating_multiply(elements, (uint64_t)opCount);
}

MlirAttribute accyWorkItemMeasure(MlirOperation item) {
  MlirContext context = mlirOperationGetContext(item);
  MlirBlock body = accyGetBlock(item, 0);
  MlirType output = mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  uint64_t readBytes = 0, writeBytes = accyShapedTypeByteSize(output), elements = accyShapedTypeElementCount(output);
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i)
    readBytes += accyShapedTypeByteSize(mlirValueGetType(mlirBlockGetArgument(body, i)));
  Counts operands = count_operands(body);
  AccyDtype dtype = AccyDtypeF32;
  (void)accyDtypeOfType(mlirShapedTypeGetElementType(output), &dtype);
  AccyResources resources = {
      .static_read_bytes = readBytes,
      .static_write_bytes = writeBytes,
      .static_total_bytes = readBytes + writeBytes,
      .static_bytes_complete = true, // every shape is static
      .op_count = (uint32_t)operands.ops,
      .external_input_value_count = (uint32_t)mlirBlockGetNumArguments(body),
      .external_operand_count = (uint32_t)operands.externalOperands,
      .chain_operand_count = (uint32_t)operands.chainOperands,
      .element_count = elements,
      .element_size = accyDtypeByteSize(dtype),
      .estimated_element_ops = estimate_ops(body, operands.ops, elements),
  };
  return accyResourcesAttribute(context, &resources);
}

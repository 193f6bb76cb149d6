// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type rules of the elementwise operations.

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

static bool is_boolean(MlirType element) {
  return accyElementTypeGetKind(element) == AccyElementBoolean;
}

static MlirType infer_like_operand(const AccyOpInputs *inputs) {
  return inputs->operands[0];
}

const AccyTypeRule accyUnaryRule = {.infer = infer_like_operand, .resultConstraint = "C1"};

static MlirLogicalResult check_convert(const AccyOpInputs *inputs, MlirType result) {
  AccyShape from = accyShapeGet(inputs->operands[0]), to = accyShapeGet(result);
  if (accyShapeHasSameExtents(&from, &to))
    return mlirLogicalResultSuccess();
  return accyRejectTypes(inputs, "C1", "operand and result must have the same shape", inputs->operands[0], result);
}

const AccyTypeRule accyConvertRule = {.check = check_convert};

static MlirType infer_binary(const AccyOpInputs *inputs) {
  if (mlirTypeEqual(inputs->operands[0], inputs->operands[1]))
    return inputs->operands[0];
  accyRejectTypes(inputs, "C1", "operands and result must have the same type", inputs->operands[0],
                  inputs->operands[1]);
  return (MlirType){NULL};
}

const AccyTypeRule accyBinaryRule = {.infer = infer_binary, .resultConstraint = "C1"};

static MlirType infer_compare(const AccyOpInputs *inputs) {
  if (!mlirTypeEqual(inputs->operands[0], inputs->operands[1])) {
    accyRejectTypes(inputs, "C1", "operands must have the same type", inputs->operands[0], inputs->operands[1]);
    return (MlirType){NULL};
  }
  AccyShape shape = accyShapeGet(inputs->operands[0]);
  shape.element = mlirIntegerTypeGet(mlirTypeGetContext(shape.element), 1);
  return accyShapeToType(&shape);
}

const AccyTypeRule accyCompareRule = {.infer = infer_compare, .resultConstraint = "C2"};

static MlirType infer_select(const AccyOpInputs *inputs) {
  AccyShape predicate = accyShapeGet(inputs->operands[0]), value = accyShapeGet(inputs->operands[1]);
  if (!is_boolean(predicate.element))
    accyRejectTypes(inputs, "C1", "the first operand must have elements of i1", inputs->operands[0],
                    inputs->operands[1]);
  else if (!mlirTypeEqual(inputs->operands[1], inputs->operands[2]))
    accyRejectTypes(inputs, "C2", "the second and third operand must have the same type", inputs->operands[1],
                    inputs->operands[2]);
  else if (!accyShapeIsScalar(&predicate) && !accyShapeHasSameExtents(&predicate, &value))
    accyRejectTypes(inputs, "C3", "the first operand must be a scalar or have the others' shape", inputs->operands[0],
                    inputs->operands[1]);
  else
    return inputs->operands[1];
  return (MlirType){NULL};
}

const AccyTypeRule accySelectRule = {.infer = infer_select, .resultConstraint = "C4"};

static bool is_bound_of(MlirType bound, MlirType value) {
  AccyShape shape = accyShapeGet(bound);
  return accyShapeIsScalar(&shape) || mlirTypeEqual(bound, value);
}

static MlirType infer_clamp(const AccyOpInputs *inputs) {
  MlirType value = inputs->operands[1];
  for (intptr_t i = 0; i < 3; i += 2) {
    if (!mlirTypeEqual(mlirShapedTypeGetElementType(inputs->operands[i]), mlirShapedTypeGetElementType(value))) {
      accyRejectTypes(inputs, "C1", "operands must have the same elements", inputs->operands[i], value);
      return (MlirType){NULL};
    }
    if (!is_bound_of(inputs->operands[i], value)) {
      accyRejectTypes(inputs, "C2", "the first and third operand must be scalars or have the second's shape",
                      inputs->operands[i], value);
      return (MlirType){NULL};
    }
  }
  return value;
}

const AccyTypeRule accyClampRule = {.infer = infer_clamp, .resultConstraint = "C3"};

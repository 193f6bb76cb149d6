// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The general constraints, the table of rules, and what the rules share; see type_rules.h.

#include "dialects/accy/type_rules.h"

#include "support/ir.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Reading inputs
//===----------------------------------------------------------------------===//

MlirAttribute accyInputsGetAttribute(const AccyOpInputs *inputs, const char *name) {
  for (intptr_t i = 0; i < inputs->numAttributes; ++i)
    if (accyTextEquals(mlirIdentifierStr(inputs->attributes[i].name), name))
      return inputs->attributes[i].attribute;
  return mlirAttributeGetNull();
}

AccyIntegers accyInputsGetIntegers(const AccyOpInputs *inputs, const char *name) {
  AccyIntegers integers = {0};
  MlirAttribute attribute = accyInputsGetAttribute(inputs, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsADenseI64Array(attribute))
    return integers;
  integers.count = mlirDenseArrayGetNumElements(attribute);
  for (intptr_t i = 0; i < integers.count && i < ACCY_MAX_RANK; ++i)
    integers.values[i] = mlirDenseI64ArrayGetElement(attribute, i);
  return integers;
}

int64_t accyInputsGetInteger(const AccyOpInputs *inputs, const char *name) {
  MlirAttribute attribute = accyInputsGetAttribute(inputs, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute))
    return 0;
  return mlirIntegerAttrGetValueInt(attribute);
}

MlirStringRef accyInputsGetString(const AccyOpInputs *inputs, const char *name) {
  MlirAttribute attribute = accyInputsGetAttribute(inputs, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return mlirStringRefCreate("", 0);
  return mlirStringAttrGetValue(attribute);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

AccyShape accyShapeGet(MlirType type) {
  AccyShape shape = {.rank = mlirShapedTypeGetRank(type), .element = mlirShapedTypeGetElementType(type)};
  for (intptr_t i = 0; i < shape.rank && i < ACCY_MAX_RANK; ++i)
    shape.extents[i] = mlirShapedTypeGetDimSize(type, i);
  return shape;
}

MlirType accyShapeToType(const AccyShape *shape) {
  return mlirRankedTensorTypeGet(shape->rank, shape->extents, shape->element, mlirAttributeGetNull());
}

bool accyShapeHasSameExtents(const AccyShape *left, const AccyShape *right) {
  if (left->rank != right->rank)
    return false;
  for (intptr_t i = 0; i < left->rank; ++i)
    if (left->extents[i] != right->extents[i])
      return false;
  return true;
}

bool accyShapeIsScalar(const AccyShape *shape) {
  return shape->rank == 0;
}

int64_t accyShapeGetNumElements(const AccyShape *shape) {
  int64_t count = 1;
  for (intptr_t i = 0; i < shape->rank; ++i)
    count *= shape->extents[i];
  return count;
}

int64_t accyElementTypeGetBytes(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return (mlirIntegerTypeGetWidth(type) + 7) / 8;
  return mlirFloatTypeGetWidth(type) / 8;
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

MlirLogicalResult accyReject(const AccyOpInputs *inputs, const char *constraint, const char *format, ...) {
  char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return accyEmitError(inputs->location, "'accy.%s' op (%s) %s", inputs->definition->mnemonic, constraint, message);
}

MlirLogicalResult accyRejectTypes(const AccyOpInputs *inputs, const char *constraint, const char *rule, MlirType left,
                                  MlirType right) {
  char *left_text = accyPrintType(left), *right_text = accyPrintType(right);
  MlirLogicalResult result = accyReject(inputs, constraint, "%s, but has '%s' and '%s'", rule,
                                        left_text ? left_text : "?", right_text ? right_text : "?");
  free(left_text);
  free(right_text);
  return result;
}

static MlirLogicalResult reject_type(const AccyOpInputs *inputs, const char *constraint, const char *what,
                                     intptr_t index, const char *rule, MlirType type) {
  char number[24] = "";
  if (index >= 0)
    snprintf(number, sizeof number, " %ld", (long)index);
  char *text = accyPrintType(type);
  MlirLogicalResult result =
      accyReject(inputs, constraint, "%s%s %s, but is '%s'", what, number, rule, text ? text : "?");
  free(text);
  return result;
}

MlirLogicalResult accyCheckDimensions(const AccyOpInputs *inputs, const char *constraint, const char *what,
                                      const AccyIntegers *dimensions, intptr_t rank) {
  if (dimensions->count > rank)
    return accyReject(inputs, constraint, "'%s' must have at most one entry for each of %ld dimensions, but has %ld",
                      what, (long)rank, (long)dimensions->count);
  bool seen[ACCY_MAX_RANK] = {false};
  for (intptr_t i = 0; i < dimensions->count; ++i) {
    int64_t dimension = dimensions->values[i];
    if (dimension < 0 || dimension >= rank)
      return accyReject(inputs, constraint, "'%s' must be at least 0 and below %ld, but has %lld", what, (long)rank,
                        (long long)dimension);
    if (seen[dimension])
      return accyReject(inputs, constraint, "'%s' must not repeat a dimension, but repeats %lld", what,
                        (long long)dimension);
    seen[dimension] = true;
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// General constraints
//===----------------------------------------------------------------------===//

typedef struct ElementKindRow {
  uint32_t kinds;
  const char *text;
} ElementKindRow;

static const ElementKindRow element_kinds[] = {
    {AccyElementFloat, "floats"},
    {AccyElementSigned, "floats or signed integers"},
    {AccyElementInteger, "integers"},
    {AccyElementIntegral, "integers or i1"},
    {AccyElementNumber, "floats or integers"},
};

static const char *element_kinds_text(uint32_t kinds) {
  for (size_t i = 0; i < sizeof element_kinds / sizeof element_kinds[0]; ++i)
    if (element_kinds[i].kinds == kinds)
      return element_kinds[i].text;
  return "other elements";
}

// One general constraint, and whether a type that fits those before it fits it.
typedef struct GeneralRow {
  const char *constraint;
  bool (*fits)(MlirType type);
  const char *rule;
} GeneralRow;

static bool is_plain_tensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type));
}

static bool has_supported_rank(MlirType type) {
  return mlirShapedTypeGetRank(type) <= ACCY_MAX_RANK;
}

static bool has_supported_elements(MlirType type) {
  return accyElementTypeGetKind(mlirShapedTypeGetElementType(type)) != 0;
}

// An extent of 0 does not hide the others: loops and strides are computed from them.
static bool has_supported_size(MlirType type) {
  AccyShape shape = accyShapeGet(type);
  int64_t bytes = accyElementTypeGetBytes(shape.element);
  for (intptr_t i = 0; i < shape.rank; ++i)
    if (shape.extents[i] > 0 && __builtin_mul_overflow(bytes, shape.extents[i], &bytes))
      return false;
  return true;
}

static const GeneralRow general_constraints[] = {
    {"G1", is_plain_tensor, "must be a ranked tensor of static shape and no encoding"},
    {"G2", has_supported_rank, "must have at most 8 dimensions"},
    {"G3", has_supported_elements,
     "must have elements of f16, bf16, f32, f64, i1, i8, i16, i32, i64, ui8, ui16, ui32 or ui64"},
    {"G4", has_supported_size, "must have at most 2^63-1 bytes"},
};

// The first constraint that the type does not fit, or null.
static const GeneralRow *find_violated(MlirType type) {
  for (size_t i = 0; i < sizeof general_constraints / sizeof general_constraints[0]; ++i)
    if (!general_constraints[i].fits(type))
      return &general_constraints[i];
  return NULL;
}

bool accyTypeIsSupported(MlirType type) {
  return !find_violated(type);
}

MlirLogicalResult accyCheckType(const AccyOpInputs *inputs, const char *what, intptr_t index, MlirType type) {
  const GeneralRow *row = find_violated(type);
  return row ? reject_type(inputs, row->constraint, what, index, row->rule, type) : mlirLogicalResultSuccess();
}

static MlirLogicalResult check_elements(const AccyOpInputs *inputs, const char *what, intptr_t index, MlirType type) {
  uint32_t kinds = inputs->definition->elements;
  if (accyElementTypeGetKind(mlirShapedTypeGetElementType(type)) & kinds)
    return mlirLogicalResultSuccess();
  char rule[64];
  snprintf(rule, sizeof rule, "must have elements that are %s", element_kinds_text(kinds));
  return reject_type(inputs, "G5", what, index, rule, type);
}

static MlirLogicalResult check_operands(const AccyOpInputs *inputs) {
  for (intptr_t i = 0; i < inputs->numOperands; ++i)
    if (mlirLogicalResultIsFailure(accyCheckType(inputs, "operand", i, inputs->operands[i])) ||
        mlirLogicalResultIsFailure(check_elements(inputs, "operand", i, inputs->operands[i])))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static const AccyTypeRule no_rule;

static const AccyTypeRule *const rules[] = {
    [AccyClassConstant] = &accyConstantRule,
    [AccyClassIota] = &accyIotaRule,
    [AccyClassUnary] = &accyUnaryRule,
    [AccyClassConvert] = &accyConvertRule,
    [AccyClassBinary] = &accyBinaryRule,
    [AccyClassCompare] = &accyCompareRule,
    [AccyClassSelect] = &accySelectRule,
    [AccyClassClamp] = &accyClampRule,
    [AccyClassBroadcast] = &accyBroadcastRule,
    [AccyClassReshape] = &accyReshapeRule,
    [AccyClassTranspose] = &accyTransposeRule,
    [AccyClassSlice] = &accySliceRule,
    [AccyClassPad] = &accyPadRule,
    [AccyClassConcatenate] = &accyConcatenateRule,
    [AccyClassReverse] = &accyReverseRule,
    [AccyClassGather] = &accyGatherRule,
    [AccyClassReduce] = &accyReduceRule,
    [AccyClassDotGeneral] = &accyDotGeneralRule,
    [AccyClassKernelCall] = &accyKernelCallRule,
    [AccyClassReturn] = &no_rule,
};

MlirType accyInferResult(const AccyOpInputs *inputs) {
  const AccyTypeRule *rule = rules[inputs->definition->opClass];
  if (mlirLogicalResultIsFailure(check_operands(inputs)))
    return (MlirType){NULL};
  if (rule->infer)
    return rule->infer(inputs);
  accyEmitError(inputs->location, "'accy.%s' op needs its result type: it does not follow from the operands",
                inputs->definition->mnemonic);
  return (MlirType){NULL};
}

MlirLogicalResult accyCheckInputsAndResult(const AccyOpInputs *inputs, MlirType result) {
  const AccyTypeRule *rule = rules[inputs->definition->opClass];
  if (mlirLogicalResultIsFailure(check_operands(inputs)))
    return mlirLogicalResultFailure();
  if (mlirTypeIsNull(result))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(accyCheckType(inputs, "result", -1, result)))
    return mlirLogicalResultFailure();
  if (inputs->numOperands == 0 && mlirLogicalResultIsFailure(check_elements(inputs, "result", -1, result)))
    return mlirLogicalResultFailure();
  if (rule->check)
    return rule->check(inputs, result);
  MlirType inferred = rule->infer(inputs);
  if (mlirTypeIsNull(inferred))
    return mlirLogicalResultFailure();
  if (mlirTypeEqual(inferred, result))
    return mlirLogicalResultSuccess();
  char *text = accyPrintType(inferred), rule_text[256];
  snprintf(rule_text, sizeof rule_text, "must be '%s'", text ? text : "?");
  free(text);
  return reject_type(inputs, rule->resultConstraint, "result", -1, rule_text, result);
}

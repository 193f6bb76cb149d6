// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule of kernel_call: its result type is the caller's word, its attributes are checked.

#include "dialects/accy/type_rules.h"
#include "support/ir.h"

typedef struct ScalarKindRow {
  const char *kind;
  int64_t largestBits; // as an unsigned pattern; -1: all 64 bits
} ScalarKindRow;

static const ScalarKindRow scalar_kinds[] = {
    {"i32", UINT32_MAX}, {"u32", UINT32_MAX}, {"f32", UINT32_MAX}, {"i64", -1}, {"u64", -1}, {"f64", -1},
};

static const char *const effect_names[] = {"read", "write", "readwrite"};

static const ScalarKindRow *find_scalar_kind(MlirAttribute kind) {
  if (mlirAttributeIsNull(kind) || !mlirAttributeIsAString(kind))
    return NULL;
  for (size_t i = 0; i < sizeof scalar_kinds / sizeof scalar_kinds[0]; ++i)
    if (accyTextEquals(mlirStringAttrGetValue(kind), scalar_kinds[i].kind))
      return &scalar_kinds[i];
  return NULL;
}

static bool is_i64(MlirAttribute attribute) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) && mlirIntegerTypeGetWidth(type) == 64;
}

static bool is_scalar(MlirAttribute attribute) {
  MlirAttribute bits = accyDictionaryGet(attribute, "bits");
  const ScalarKindRow *row = find_scalar_kind(accyDictionaryGet(attribute, "kind"));
  if (!row || !is_i64(bits) || mlirDictionaryAttrGetNumElements(attribute) != 2)
    return false;
  int64_t value = mlirIntegerAttrGetValueInt(bits);
  return row->largestBits < 0 || (value >= 0 && value <= row->largestBits);
}

static MlirLogicalResult check_scalars(const AccyOpInputs *inputs) {
  MlirAttribute scalars = accyInputsGetAttribute(inputs, "scalars");
  if (mlirAttributeIsNull(scalars))
    return mlirLogicalResultSuccess();
  bool fits = mlirAttributeIsAArray(scalars);
  for (intptr_t i = 0; fits && i < mlirArrayAttrGetNumElements(scalars); ++i)
    fits = is_scalar(mlirArrayAttrGetElement(scalars, i));
  if (fits)
    return mlirLogicalResultSuccess();
  return accyReject(
      inputs, "C3",
      "'scalars' must be an array of {kind = \"i32\", \"u32\", \"f32\", \"i64\", \"u64\" or \"f64\", bits "
      "= an i64 that holds no more bits than the kind}");
}

static bool is_effect(MlirAttribute attribute) {
  if (!mlirAttributeIsAString(attribute))
    return false;
  for (size_t i = 0; i < sizeof effect_names / sizeof effect_names[0]; ++i)
    if (accyTextEquals(mlirStringAttrGetValue(attribute), effect_names[i]))
      return true;
  return false;
}

static MlirLogicalResult check_effects(const AccyOpInputs *inputs) {
  MlirAttribute effects = accyInputsGetAttribute(inputs, "effects");
  if (mlirAttributeIsNull(effects))
    return mlirLogicalResultSuccess();
  bool fits = mlirAttributeIsAArray(effects) && mlirArrayAttrGetNumElements(effects) == inputs->numOperands;
  for (intptr_t i = 0; fits && i < inputs->numOperands; ++i)
    fits = is_effect(mlirArrayAttrGetElement(effects, i));
  if (fits)
    return mlirLogicalResultSuccess();
  return accyReject(inputs, "C4", "'effects' must have \"read\", \"write\" or \"readwrite\" for each of %ld operands",
                    (long)inputs->numOperands);
}

static MlirLogicalResult check_alias(const AccyOpInputs *inputs, MlirType result) {
  if (mlirAttributeIsNull(accyInputsGetAttribute(inputs, "alias")))
    return mlirLogicalResultSuccess();
  int64_t alias = accyInputsGetInteger(inputs, "alias");
  if (alias < 0 || alias >= inputs->numOperands)
    return accyReject(inputs, "C5", "'alias' must be an operand's number, 0 to %ld, but is %lld",
                      (long)inputs->numOperands - 1, (long long)alias);
  if (!mlirTypeEqual(inputs->operands[alias], result))
    return accyRejectTypes(inputs, "C6", "result and aliased operand must have the same type", result,
                           inputs->operands[alias]);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_kernel_call(const AccyOpInputs *inputs, MlirType result) {
  if (accyInputsGetString(inputs, "target").length == 0)
    return accyReject(inputs, "C1", "'target' must not be empty");
  int64_t version = accyInputsGetInteger(inputs, "version");
  if (version < 1 || version > UINT32_MAX)
    return accyReject(inputs, "C2", "'version' must be 1 to 2^32-1, but is %lld", (long long)version);
  if (mlirLogicalResultIsFailure(check_scalars(inputs)) || mlirLogicalResultIsFailure(check_effects(inputs)))
    return mlirLogicalResultFailure();
  return check_alias(inputs, result);
}

const AccyTypeRule accyKernelCallRule = {.check = check_kernel_call};

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How numbers of a kernel are held in WGSL; see number.h.

#include "lowering/webgpu_wgsl/number.h"

#include "support/ir.h"

AccyWgslKind accyWgslKindOf(MlirType type) {
  if (mlirTypeIsAF32(type))
    return AccyWgslFloat;
  return accyWgslWidth(type) == 1 ? AccyWgslBool : AccyWgslWord;
}

const char *accyWgslTypeName(MlirType type) {
  static const char *const names[] = {[AccyWgslBool] = "bool", [AccyWgslWord] = "u32", [AccyWgslFloat] = "f32"};
  return names[accyWgslKindOf(type)];
}

unsigned accyWgslWidth(MlirType type) {
  return mlirTypeIsAIndex(type) ? 32 : accyScalarTypeWidth(type);
}

uint32_t accyWgslMask(MlirType type) {
  return UINT32_MAX >> (32 - accyWgslWidth(type));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static void append_signed(AccyWgslWriter *writer, MlirType type, long long number) {
  unsigned width = accyWgslWidth(type);
  if (width == 1)
    ACCY_WGSL_APPEND(writer, "select(0i, -1i, v%lld)", number);
  else if (width == 32)
    ACCY_WGSL_APPEND(writer, "bitcast<i32>(v%lld)", number);
  else
    ACCY_WGSL_APPEND(writer, "extractBits(bitcast<i32>(v%lld), 0u, %uu)", number, width);
}

static void append_float(AccyWgslWriter *writer, MlirType type, long long number) {
  if (mlirTypeIsAF16(type))
    ACCY_WGSL_APPEND(writer, "%s(v%lld)", accyWgslCall(&writer->functions, AccyWgslF16ToF32), number);
  else if (mlirTypeIsABF16(type))
    ACCY_WGSL_APPEND(writer, "bitcast<f32>(v%lld << 16u)", number);
  else
    ACCY_WGSL_APPEND(writer, "v%lld", number);
}

void accyWgslAppendOperand(AccyWgslWriter *writer, MlirValue value, AccyWgslForm form) {
  MlirType type = mlirValueGetType(value);
  long long number = accyWgslNumber(writer, value);
  if (form == AccyWgslAsSigned)
    append_signed(writer, type, number);
  else if (form == AccyWgslAsFloat)
    append_float(writer, type, number);
  else if (form == AccyWgslAsUnsigned && accyWgslKindOf(type) == AccyWgslBool)
    ACCY_WGSL_APPEND(writer, "select(0u, 1u, v%lld)", number);
  else
    ACCY_WGSL_APPEND(writer, "v%lld", number);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// The function that rounds an f32 to the type; none for f32 itself.
static const char *rounding_function(AccyWgslWriter *writer, MlirType type) {
  if (mlirTypeIsAF16(type))
    return accyWgslCall(&writer->functions, AccyWgslF32ToF16);
  return mlirTypeIsABF16(type) ? accyWgslCall(&writer->functions, AccyWgslF32ToBf16) : NULL;
}

// Whether the expression gives a word of which only some bits are the type's.
static bool is_masked(AccyWgslResult result) {
  bool isInteger = result.form == AccyWgslAsUnsigned || result.form == AccyWgslAsSigned;
  return isInteger && accyWgslWidth(result.type) < 32;
}

static bool needs_parentheses(AccyWgslResult result) {
  return is_masked(result) && result.form == AccyWgslAsUnsigned && result.hasOperators;
}

void accyWgslBeginResult(AccyWgslWriter *writer, AccyWgslResult result) {
  const char *function = result.form == AccyWgslAsFloat ? rounding_function(writer, result.type) : NULL;
  if (function)
    ACCY_WGSL_APPEND(writer, "%s(", function);
  if (is_masked(result) && accyWgslKindOf(result.type) == AccyWgslBool)
    ACCY_WGSL_APPEND(writer, "(");
  if (needs_parentheses(result))
    ACCY_WGSL_APPEND(writer, "(");
  if (result.form == AccyWgslAsSigned)
    ACCY_WGSL_APPEND(writer, "bitcast<u32>(");
}

void accyWgslEndResult(AccyWgslWriter *writer, AccyWgslResult result) {
  if ((result.form == AccyWgslAsFloat && rounding_function(writer, result.type)) || result.form == AccyWgslAsSigned)
    ACCY_WGSL_APPEND(writer, ")");
  if (needs_parentheses(result))
    ACCY_WGSL_APPEND(writer, ")");
  if (is_masked(result))
    ACCY_WGSL_APPEND(writer, " & %uu", accyWgslMask(result.type));
  if (is_masked(result) && accyWgslKindOf(result.type) == AccyWgslBool)
    ACCY_WGSL_APPEND(writer, ") != 0u");
}

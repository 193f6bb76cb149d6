// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants. A float that WGSL has no literal for (NaN, an infinity), may change in one (-0, a subnormal), or may
// compute with in another way than is written, is made from its bits when the kernel runs.

#include "lowering/narrow_floats.h"
#include "lowering/webgpu_wgsl/number.h"
#include "lowering/webgpu_wgsl/strictness.h"
#include "support/ir.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

// The shortest decimal that reads back as the number, with a point in every locale. It may not be above the greatest
// float, even where it would be rounded to that.
static void print_literal(float value, char *buffer, size_t size) {
  for (int digits = 1; digits <= DBL_DECIMAL_DIG; ++digits) {
    snprintf(buffer, size, "%.*g", digits, (double)value);
    if (strtof(buffer, NULL) == value && fabs(strtod(buffer, NULL)) <= (double)FLT_MAX)
      break;
  }
  bool isWhole = true;
  for (char *c = buffer; *c; ++c) {
    if (strchr("0123456789+-", *c))
      continue;
    isWhole = false;
    if (*c != 'e')
      *c = '.';
  }
  if (isWhole)
    strncat(buffer, ".0", size - strlen(buffer) - 1);
}

static uint32_t float_bits(double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  return bits;
}

static void write_float(AccyWgslWriter *writer, MlirValue result, double value) {
  long long number = accyWgslDefine(writer, result);
  if (!accyWgslIsHiddenConstant(result, (float)value)) {
    char literal[40];
    print_literal((float)value, literal, sizeof literal);
    accyWgslLine(writer, "let v%lld = %sf;", number, literal);
  } else {
    accyWgslLine(writer, "let v%lld = bitcast<f32>(0x%08xu ^ %s);", number, float_bits(value),
                 accyWgslHiddenZero(writer));
  }
}

// f16 and bf16 are held by their bits, and computed with as f32.
static void write_narrow_float(AccyWgslWriter *writer, MlirValue result, double value) {
  long long number = accyWgslDefine(writer, result);
  uint32_t bits = (uint32_t)accyNarrowFloatBits(mlirValueGetType(result), value);
  if (accyWgslIsHiddenConstant(result, (float)value))
    accyWgslLine(writer, "let v%lld = 0x%04xu ^ %s;", number, bits, accyWgslHiddenZero(writer));
  else
    accyWgslLine(writer, "let v%lld = %uu;", number, bits);
}

static MlirLogicalResult write_integer(AccyWgslWriter *writer, MlirOperation op, MlirValue result, int64_t value) {
  if (mlirTypeIsAIndex(mlirValueGetType(result)) && (value < INT32_MIN || value > UINT32_MAX))
    return accyWgslError(writer, op, "the index %lld does not fit in 32 bits [CapabilityMismatch]", (long long)value);
  long long number = accyWgslDefine(writer, result);
  uint32_t bits = (uint32_t)value & accyWgslMask(mlirValueGetType(result));
  if (accyWgslKindOf(mlirValueGetType(result)) == AccyWgslBool)
    accyWgslLine(writer, "let v%lld = %s;", number, bits ? "true" : "false");
  else
    accyWgslLine(writer, "let v%lld = %uu;", number, bits);
  return mlirLogicalResultSuccess();
}

bool accyWgslWriteConstant(AccyWgslWriter *writer, MlirOperation op, MlirLogicalResult *outResult) {
  if (!accyOperationIs(op, "arith.constant"))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirAttribute value = accyGetAttribute(op, "value");
  *outResult = mlirLogicalResultSuccess();
  if (mlirAttributeIsAInteger(value))
    *outResult = write_integer(writer, op, result, mlirIntegerAttrGetValueInt(value));
  else if (accyScalarTypeWidth(type) == 16)
    write_narrow_float(writer, result, mlirFloatAttrGetValueDouble(value));
  else
    write_float(writer, result, mlirFloatAttrGetValueDouble(value));
  return true;
}

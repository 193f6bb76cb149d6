// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of scalars between element types; see scalar.h.

#include "kernels/scalar.h"

#include "kernels/scalar_float.h"
#include "support/ir.h"

#include <math.h>

static MlirValue f32_to_narrow(AccyKernelBuilder *kernel, MlirType to, MlirValue value) {
  return mlirTypeIsABF16(to) ? accyBuildBf16Round(kernel, value) : accyBuildCast(kernel, "arith.truncf", value, to);
}

// Floats meet in f32, which holds every number of the 16-bit ones; an f64 that becomes one is rounded to odd in
// between, so that the second rounding sees on which side of a tie it is.
static MlirValue float_to_float(AccyKernelBuilder *kernel, MlirType from, MlirType to, MlirValue value) {
  unsigned fromWidth = accyScalarTypeWidth(from), toWidth = accyScalarTypeWidth(to);
  if (fromWidth == 16)
    value = mlirTypeIsABF16(from) ? accyBuildBf16Extend(kernel, value)
                                  : accyBuildCast(kernel, "arith.extf", value, accyF32Type(kernel));
  if (fromWidth == 64)
    value = toWidth == 16 ? accyBuildRoundToOdd(kernel, value)
                          : accyBuildCast(kernel, "arith.truncf", value, accyF32Type(kernel));
  if (toWidth == 16)
    return f32_to_narrow(kernel, to, value);
  return toWidth == 64 ? accyBuildCast(kernel, "arith.extf", value, to) : value;
}

static MlirValue integer_to_float(AccyKernelBuilder *kernel, MlirType from, MlirType to, MlirValue value) {
  bool isSigned = accyElementTypeGetKind(from) == AccyElementSignedInteger;
  MlirType wide = accyAccumulatorType(to);
  value = accyBuildCast(kernel, isSigned ? "arith.sitofp" : "arith.uitofp", value, wide);
  return mlirTypeEqual(wide, to) ? value : f32_to_narrow(kernel, to, value);
}

// arith.fptosi and arith.fptoui are poison out of range, so they see only what is in range.
static MlirValue float_to_integer(AccyScalarBuilder *builder, MlirType from, MlirType to, MlirValue value) {
  AccyKernelBuilder *kernel = &builder->kernel;
  // The limits of every integer type are numbers of f32; f16 has no 2^31.
  MlirType type = accyAccumulatorType(from);
  if (!mlirTypeEqual(type, from))
    value = float_to_float(&builder->kernel, from, type, value);
  bool isUnsigned = accyElementTypeGetKind(to) == AccyElementUnsigned;
  unsigned width = accyScalarTypeWidth(to);
  MlirType integer = accyScalarType(to);
  MlirValue low = accyBuildFloat(kernel, type, isUnsigned ? 0 : -ldexp(1, (int)width - 1));
  MlirValue high = accyBuildFloat(kernel, type, ldexp(1, (int)width - (isUnsigned ? 0 : 1)));
  MlirValue notBelow = accyBuildCompareFloats(kernel, AccyFloatGreaterEqual, value, low);
  MlirValue notAbove = accyBuildCompareFloats(kernel, AccyFloatLess, value, high);
  MlirValue inRange = accyBuildBinary(kernel, "arith.andi", notBelow, notAbove);
  MlirValue safe = accyBuildSelect(kernel, inRange, value, accyBuildFloat(kernel, type, 0));
  MlirValue result = accyBuildCast(kernel, isUnsigned ? "arith.fptoui" : "arith.fptosi", safe, integer);
  // What is out of range became 0, which is right for NaN and for what is below an unsigned type.
  if (!isUnsigned) {
    MlirValue below = accyBuildCompareFloats(kernel, AccyFloatLess, value, low);
    MlirValue least = accyBuildInteger(kernel, integer, (int64_t)(UINT64_MAX << (width - 1)));
    result = accyBuildSelect(kernel, below, least, result);
  }
  uint64_t most = UINT64_MAX >> (64 - width);
  MlirValue above = accyBuildCompareFloats(kernel, AccyFloatGreaterEqual, value, high);
  MlirValue greatest = accyBuildInteger(kernel, integer, (int64_t)(isUnsigned ? most : most >> 1));
  return accyBuildSelect(kernel, above, greatest, result);
}

static MlirValue integer_to_integer(AccyScalarBuilder *builder, MlirType from, MlirType to, MlirValue value) {
  AccyKernelBuilder *kernel = &builder->kernel;
  unsigned fromWidth = accyScalarTypeWidth(from), toWidth = accyScalarTypeWidth(to);
  if (fromWidth == toWidth)
    return value;
  if (fromWidth > toWidth)
    return accyBuildCast(kernel, "arith.trunci", value, accyScalarType(to));
  bool isSigned = accyElementTypeGetKind(from) == AccyElementSignedInteger;
  return accyBuildCast(kernel, isSigned ? "arith.extsi" : "arith.extui", value, accyScalarType(to));
}

static MlirValue to_boolean(AccyScalarBuilder *builder, MlirType from, MlirValue value) {
  AccyKernelBuilder *kernel = &builder->kernel;
  MlirValue zero = accyBuildNumber(kernel, mlirValueGetType(value), 0);
  if (accyElementTypeGetKind(from) == AccyElementFloat)
    return accyBuildCompareFloats(kernel, AccyFloatNotEqual, value, zero);
  return accyBuildCompareIntegers(kernel, AccyIntegerNotEqual, value, zero);
}

MlirValue accyBuildScalarConvert(AccyScalarBuilder *builder, MlirType from, MlirType to, MlirValue value) {
  if (mlirTypeEqual(from, to))
    return value;
  uint32_t fromKind = accyElementTypeGetKind(from), toKind = accyElementTypeGetKind(to);
  if (toKind == AccyElementBoolean)
    return to_boolean(builder, from, value);
  if (fromKind == AccyElementFloat)
    return toKind == AccyElementFloat ? float_to_float(&builder->kernel, from, to, value)
                                      : float_to_integer(builder, from, to, value);
  if (toKind != AccyElementFloat)
    return integer_to_integer(builder, from, to, value);
  return integer_to_float(&builder->kernel, from, to, value);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types, their values and conversions; see scalar.h.

#include "dialects/accy/scalar.h"

#include "support/ir.h"

#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

AccyScalarType accyScalarTypeGet(MlirType element) {
  AccyScalarType type = {.kind = (AccyElementKind)accyElementTypeGetKind(element)};
  if (type.kind != AccyElementFloat) {
    type.width = mlirIntegerTypeGetWidth(element);
    return type;
  }
  type.width = mlirFloatTypeGetWidth(element);
  if (mlirTypeIsABF16(element))
    type.fraction = 7;
  else
    type.fraction = type.width == 16 ? 10 : type.width == 32 ? 23 : 52;
  return type;
}

static uint64_t low_bits(unsigned count) {
  return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static uint64_t sign_bit(AccyScalarType type) {
  return UINT64_C(1) << (type.width - 1);
}

static unsigned exponent_width(AccyScalarType type) {
  return type.width - 1 - type.fraction;
}

static int exponent_bias(AccyScalarType type) {
  return (1 << (exponent_width(type) - 1)) - 1;
}

static uint64_t infinity_bits(AccyScalarType type) {
  return low_bits(exponent_width(type)) << type.fraction;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

double accyScalarToDouble(AccyScalarType type, uint64_t bits) {
  uint64_t fraction = bits & low_bits(type.fraction);
  int exponent = (int)((bits >> type.fraction) & low_bits(exponent_width(type)));
  double value;
  if (exponent == (int)low_bits(exponent_width(type)))
    value = fraction ? NAN : INFINITY;
  else if (exponent == 0)
    value = ldexp((double)fraction, 1 - exponent_bias(type) - (int)type.fraction);
  else
    value =
        ldexp((double)(fraction | (UINT64_C(1) << type.fraction)), exponent - exponent_bias(type) - (int)type.fraction);
  return bits & sign_bit(type) ? -value : value;
}

uint64_t accyScalarFromDouble(AccyScalarType type, double value) {
  if (isnan(value))
    return infinity_bits(type) | (UINT64_C(1) << (type.fraction - 1));
  uint64_t sign = signbit(value) ? sign_bit(type) : 0;
  double magnitude = fabs(value);
  int bias = exponent_bias(type), exponent;
  if (isinf(value))
    return sign | infinity_bits(type);
  frexp(magnitude, &exponent);
  --exponent; // of the leading bit
  if (magnitude == 0 || exponent < 1 - bias)
    exponent = 1 - bias; // subnormal
  // The fraction as an integer, leading bit included: rint rounds ties to even.
  uint64_t units = (uint64_t)rint(ldexp(magnitude, (int)type.fraction - exponent));
  if (units >> (type.fraction + 1)) {
    units >>= 1;
    ++exponent;
  }
  if (exponent > bias)
    return sign | infinity_bits(type);
  if (!(units >> type.fraction))
    return sign | units;
  return sign | ((uint64_t)(exponent + bias) << type.fraction) | (units & low_bits(type.fraction));
}

int64_t accyScalarToInteger(AccyScalarType type, uint64_t bits) {
  if (type.kind == AccyElementSignedInteger && (bits & sign_bit(type)))
    bits |= ~low_bits(type.width);
  int64_t value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

uint64_t accyScalarFromInteger(AccyScalarType type, uint64_t value) {
  return value & low_bits(type.width);
}

//===----------------------------------------------------------------------===//
// Special values
//===----------------------------------------------------------------------===//

uint64_t accyScalarZero(AccyScalarType type) {
  (void)type;
  return 0;
}

uint64_t accyScalarOne(AccyScalarType type) {
  return type.kind == AccyElementFloat ? accyScalarFromDouble(type, 1) : 1;
}

uint64_t accyScalarLeast(AccyScalarType type) {
  if (type.kind == AccyElementFloat)
    return sign_bit(type) | infinity_bits(type);
  return type.kind == AccyElementSignedInteger ? sign_bit(type) : 0;
}

uint64_t accyScalarGreatest(AccyScalarType type) {
  if (type.kind == AccyElementFloat)
    return infinity_bits(type);
  return low_bits(type.kind == AccyElementSignedInteger ? type.width - 1 : type.width);
}

uint64_t accyScalarOnes(AccyScalarType type) {
  return low_bits(type.width);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

// The integer as a double that rounds to the float type as the integer would: bits below the double's precision are
// gathered in its last bit, unless the double itself is the result.
static double integer_to_double(AccyScalarType from, AccyScalarType to, uint64_t bits) {
  bool negative = from.kind == AccyElementSignedInteger && (bits & sign_bit(from));
  uint64_t magnitude = negative ? low_bits(from.width) & (0 - bits) : bits;
  double value = (double)magnitude;
  if (to.width < 64 && magnitude >> 53) {
    uint64_t kept = magnitude >> 11, lost = magnitude & low_bits(11);
    value = ldexp((double)(kept | (lost != 0)), 11);
  }
  return negative ? -value : value;
}

// Toward zero, saturating; NaN gives 0.
static uint64_t double_to_integer(AccyScalarType to, double value) {
  if (isnan(value))
    return 0;
  value = trunc(value);
  bool is_signed = to.kind == AccyElementSignedInteger;
  double limit = ldexp(1, (int)to.width - (is_signed ? 1 : 0));
  if (value >= limit)
    return accyScalarGreatest(to);
  if (value < (is_signed ? -limit : 0))
    return accyScalarLeast(to);
  return accyScalarFromInteger(to, is_signed ? (uint64_t)(int64_t)value : (uint64_t)value);
}

uint64_t accyScalarConvert(AccyScalarType from, AccyScalarType to, uint64_t x) {
  bool from_float = from.kind == AccyElementFloat;
  if (to.kind == AccyElementBoolean)
    return from_float ? accyScalarToDouble(from, x) != 0 : x != 0;
  if (to.kind == AccyElementFloat)
    return accyScalarFromDouble(to, from_float ? accyScalarToDouble(from, x) : integer_to_double(from, to, x));
  if (from_float)
    return double_to_integer(to, accyScalarToDouble(from, x));
  return accyScalarFromInteger(to, (uint64_t)accyScalarToInteger(from, x));
}

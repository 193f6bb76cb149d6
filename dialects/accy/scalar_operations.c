// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unary and binary operations and comparisons of single elements; see scalar.h. The transcendental functions are not
// here: their answers are the kernels' alone.

#include "dialects/accy/scalar.h"
#include "support/ir.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

static uint64_t float_sign_bit(AccyScalarType type) {
  return UINT64_C(1) << (type.width - 1);
}

static double sign_of(double x) {
  return isnan(x) || x == 0 ? x : copysign(1, x);
}

static bool float_unary(AccyOpcode opcode, bool ties_even, AccyScalarType type, uint64_t x, uint64_t *out) {
  double value = accyScalarToDouble(type, x);
  switch (opcode) {
  case AccyOp_neg: // the sign of a NaN, too
    *out = x ^ float_sign_bit(type);
    return true;
  case AccyOp_abs:
    *out = x & ~float_sign_bit(type);
    return true;
  case AccyOp_sign:
    *out = accyScalarFromDouble(type, sign_of(value));
    return true;
  case AccyOp_floor:
    *out = accyScalarFromDouble(type, floor(value));
    return true;
  case AccyOp_ceil:
    *out = accyScalarFromDouble(type, ceil(value));
    return true;
  case AccyOp_round:
    *out = accyScalarFromDouble(type, ties_even ? rint(value) : round(value));
    return true;
  default:
    return false;
  }
}

static bool integer_unary(AccyOpcode opcode, AccyScalarType type, uint64_t x, uint64_t *out) {
  int64_t value = accyScalarToInteger(type, x);
  switch (opcode) {
  case AccyOp_neg:
    *out = accyScalarFromInteger(type, 0 - x);
    return true;
  case AccyOp_abs:
    *out = value < 0 ? accyScalarFromInteger(type, 0 - x) : x;
    return true;
  case AccyOp_sign:
    *out = accyScalarFromInteger(type, (uint64_t)((value > 0) - (value < 0)));
    return true;
  case AccyOp_not:
    *out = accyScalarFromInteger(type, ~x);
    return true;
  default:
    return false;
  }
}

bool accyScalarUnary(AccyOpcode opcode, bool ties_even, AccyScalarType type, uint64_t x, uint64_t *out) {
  if (type.kind == AccyElementFloat)
    return float_unary(opcode, ties_even, type, x, out);
  return integer_unary(opcode, type, x, out);
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

// NaN if either is; -0 is below +0.
static double larger(double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  if (a == b)
    return signbit(a) ? b : a;
  return a > b ? a : b;
}

static bool float_binary(AccyOpcode opcode, AccyScalarType type, uint64_t x, uint64_t y, uint64_t *out) {
  double a = accyScalarToDouble(type, x), b = accyScalarToDouble(type, y), result;
  switch (opcode) {
  case AccyOp_add:
    result = a + b;
    break;
  case AccyOp_sub:
    result = a - b;
    break;
  case AccyOp_mul:
    result = a * b;
    break;
  case AccyOp_div:
    result = a / b;
    break;
  case AccyOp_rem:
    result = fmod(a, b);
    break;
  case AccyOp_max:
    result = larger(a, b);
    break;
  case AccyOp_min:
    result = -larger(-a, -b);
    break;
  default:
    return false;
  }
  *out = accyScalarFromDouble(type, result);
  return true;
}

static bool is_signed(AccyScalarType type) {
  return type.kind == AccyElementSignedInteger;
}

// Rounds toward zero; x / 0 has all bits set, and the least value over -1 stays.
static uint64_t integer_quotient(AccyScalarType type, uint64_t x, uint64_t y) {
  if (y == 0)
    return accyScalarOnes(type);
  if (!is_signed(type))
    return x / y;
  int64_t a = accyScalarToInteger(type, x), b = accyScalarToInteger(type, y);
  return b == -1 ? 0 - x : (uint64_t)(a / b);
}

// Has the sign of x; x rem 0 is x.
static uint64_t integer_remainder(AccyScalarType type, uint64_t x, uint64_t y) {
  if (y == 0)
    return x;
  if (!is_signed(type))
    return x % y;
  int64_t a = accyScalarToInteger(type, x), b = accyScalarToInteger(type, y);
  return b == -1 ? 0 : (uint64_t)(a % b);
}

static bool integer_less(AccyScalarType type, uint64_t x, uint64_t y) {
  return is_signed(type) ? accyScalarToInteger(type, x) < accyScalarToInteger(type, y) : x < y;
}

// Amounts are unsigned; those of at least the width shift everything out.
static uint64_t shift_right(AccyScalarType type, uint64_t x, uint64_t amount) {
  if (!is_signed(type))
    return amount < type.width ? x >> amount : 0;
  int64_t value = accyScalarToInteger(type, x);
  uint64_t shifted = amount < type.width ? (uint64_t)(value < 0 ? ~value : value) >> amount : 0;
  return value < 0 ? ~shifted : shifted;
}

static bool integer_binary(AccyOpcode opcode, AccyScalarType type, uint64_t x, uint64_t y, uint64_t *out) {
  uint64_t result;
  switch (opcode) {
  case AccyOp_add:
    result = x + y;
    break;
  case AccyOp_sub:
    result = x - y;
    break;
  case AccyOp_mul:
    result = x * y;
    break;
  case AccyOp_div:
    result = integer_quotient(type, x, y);
    break;
  case AccyOp_rem:
    result = integer_remainder(type, x, y);
    break;
  case AccyOp_max:
    result = integer_less(type, x, y) ? y : x;
    break;
  case AccyOp_min:
    result = integer_less(type, x, y) ? x : y;
    break;
  case AccyOp_and:
    result = x & y;
    break;
  case AccyOp_or:
    result = x | y;
    break;
  case AccyOp_xor:
    result = x ^ y;
    break;
  case AccyOp_shl:
    result = y < type.width ? x << y : 0;
    break;
  case AccyOp_shr:
    result = shift_right(type, x, y);
    break;
  default:
    return false;
  }
  *out = accyScalarFromInteger(type, result);
  return true;
}

bool accyScalarBinary(AccyOpcode opcode, AccyScalarType type, uint64_t a, uint64_t b, uint64_t *out) {
  if (type.kind == AccyElementFloat)
    return float_binary(opcode, type, a, b, out);
  return integer_binary(opcode, type, a, b, out);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

// What the two are to each other, as bits; a NaN is nothing to anything.
enum { is_less = 1, is_equal = 2, is_greater = 4, is_unordered = 8 };

static int relate(AccyScalarType type, uint64_t x, uint64_t y) {
  if (type.kind != AccyElementFloat)
    return x == y ? is_equal : integer_less(type, x, y) ? is_less : is_greater;
  double a = accyScalarToDouble(type, x), b = accyScalarToDouble(type, y);
  if (isnan(a) || isnan(b))
    return is_unordered;
  return a == b ? is_equal : a < b ? is_less : is_greater;
}

typedef struct DirectionRow {
  const char *name;
  int relations;
} DirectionRow;

static const DirectionRow directions[] = {
    {"eq", is_equal},   {"ne", is_less | is_greater | is_unordered},
    {"lt", is_less},    {"le", is_less | is_equal},
    {"gt", is_greater}, {"ge", is_greater | is_equal},
};

bool accyScalarCompare(MlirStringRef direction, AccyScalarType type, uint64_t a, uint64_t b) {
  int relation = relate(type, a, b);
  for (size_t i = 0; i < sizeof directions / sizeof directions[0]; ++i)
    if (accyTextEquals(direction, directions[i].name))
      return relation & directions[i].relations;
  return false;
}

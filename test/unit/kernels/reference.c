// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements and operations as plain C computes them; see reference.h.

#include "reference.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const ElementType reference_types[] = {
    {"i1", AccyElementBoolean, 1, 1},         {"i8", AccyElementSignedInteger, 8, 1},
    {"i16", AccyElementSignedInteger, 16, 2}, {"i32", AccyElementSignedInteger, 32, 4},
    {"i64", AccyElementSignedInteger, 64, 8}, {"ui8", AccyElementUnsigned, 8, 1},
    {"ui16", AccyElementUnsigned, 16, 2},     {"ui32", AccyElementUnsigned, 32, 4},
    {"ui64", AccyElementUnsigned, 64, 8},     {"f16", AccyElementFloat, 16, 2},
    {"bf16", AccyElementFloat, 16, 2},        {"f32", AccyElementFloat, 32, 4},
    {"f64", AccyElementFloat, 64, 8},
};
const size_t reference_num_types = sizeof reference_types / sizeof *reference_types;

const ElementType *reference_find_type(const char *name) {
  for (size_t i = 0; i < reference_num_types; ++i)
    if (strcmp(reference_types[i].name, name) == 0)
      return &reference_types[i];
  abort();
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

// Bits of the significand, the hidden one included, and the least exponent of a normal number.
typedef struct FloatFormat {
  int precision, leastExponent;
  double greatest;
} FloatFormat;

static FloatFormat format_of(const ElementType *type) {
  if (strcmp(type->name, "f16") == 0)
    return (FloatFormat){11, -14, 65504};
  if (strcmp(type->name, "bf16") == 0)
    return (FloatFormat){8, -126, 0x1.FEp127};
  return type->width == 32 ? (FloatFormat){24, -126, FLT_MAX} : (FloatFormat){53, -1022, DBL_MAX};
}

// The unit in the last place of a number of the type.
static double unit(const ElementType *type, double value) {
  FloatFormat format = format_of(type);
  int exponent = value != 0 && isfinite(value) ? ilogb(value) : format.leastExponent;
  if (exponent < format.leastExponent)
    exponent = format.leastExponent;
  return ldexp(1, exponent - format.precision + 1);
}

// The nearest number of the type, ties to even.
static double round_to(const ElementType *type, double value) {
  if (type->width == 64 || !isfinite(value) || value == 0)
    return value;
  double step = unit(type, value), rounded = rint(value / step) * step;
  return fabs(rounded) > format_of(type).greatest ? copysign(INFINITY, value) : copysign(rounded, value);
}

static double load_half(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                     : exponent == 0 ? ldexp(fraction, -24)
                                     : ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -magnitude : magnitude;
}

static uint16_t store_half(double value) {
  uint16_t sign = signbit(value) ? 0x8000 : 0;
  double magnitude = fabs(value);
  if (isnan(value))
    return 0x7e00;
  if (isinf(value))
    return sign | 0x7c00;
  if (magnitude < 0x1p-14)
    return sign | (uint16_t)ldexp(magnitude, 24);
  int exponent = ilogb(magnitude);
  return sign | (uint16_t)((exponent + 15) << 10 | ((int)ldexp(magnitude, 10 - exponent) & 1023));
}

Number reference_load(const ElementType *type, const void *memory) {
  uint64_t bits = 0;
  memcpy(&bits, memory, type->bytes);
  if (type->kind == AccyElementSignedInteger)
    return (Number){.integer = (int64_t)(bits << (64 - type->width)) >> (64 - type->width)};
  if (type->kind != AccyElementFloat)
    return (Number){.integer = bits};
  if (strcmp(type->name, "f16") == 0)
    return (Number){.real = load_half((uint16_t)bits)};
  if (type->width == 64) {
    double value;
    memcpy(&value, memory, sizeof value);
    return (Number){.real = value};
  }
  uint32_t word = (uint32_t)(type->width == 16 ? bits << 16 : bits);
  float value;
  memcpy(&value, &word, sizeof value);
  return (Number){.real = value};
}

void reference_store(const ElementType *type, Number number, void *memory) {
  uint64_t bits = (uint64_t)number.integer;
  if (type->kind == AccyElementBoolean)
    bits &= 1;
  if (type->kind == AccyElementFloat) {
    double value = round_to(type, number.real);
    float narrow = (float)value;
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    memcpy(&bits, &value, sizeof bits);
    if (type->width < 64)
      bits = strcmp(type->name, "f16") == 0 ? store_half(value) : type->width == 16 ? word >> 16 : word;
  }
  memcpy(memory, &bits, type->bytes);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static const int64_t integers[] = {0,
                                   1,
                                   2,
                                   3,
                                   5,
                                   7,
                                   8,
                                   13,
                                   15,
                                   16,
                                   31,
                                   32,
                                   33,
                                   63,
                                   64,
                                   65,
                                   100,
                                   -1,
                                   -2,
                                   -3,
                                   -7,
                                   -100,
                                   INT8_MIN,
                                   INT8_MAX,
                                   INT16_MIN,
                                   INT16_MAX,
                                   INT32_MIN,
                                   INT32_MAX,
                                   INT64_MIN,
                                   INT64_MAX,
                                   INT32_MIN + 1,
                                   INT64_MAX - 1,
                                   0x12345678};
static const double reals[] = {0.0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               -0.5,
                               1.5,
                               2.5,
                               -2.5,
                               3,
                               -3.75,
                               10,
                               100.25,
                               -1000,
                               127.5,
                               128,
                               255.5,
                               256,
                               -128.5,
                               -129,
                               32767.5,
                               65504,
                               -40000,
                               1e-3,
                               1e-7,
                               6e-8,
                               1e30,
                               -1e30,
                               1e-40,
                               2147483648.0,
                               4294967296.0,
                               9223372036854775808.0,
                               -9223372036854775808.0,
                               18446744073709551616.0,
                               INFINITY,
                               -INFINITY,
                               NAN};

size_t reference_num_values(const ElementType *type) {
  if (type->kind == AccyElementBoolean)
    return 2;
  return type->kind == AccyElementFloat ? sizeof reals / sizeof *reals : sizeof integers / sizeof *integers;
}

// As stored and read back: wrapped or rounded.
Number reference_value(const ElementType *type, size_t index) {
  Number number = {.integer = type->kind == AccyElementBoolean ? (int64_t)index
                              : type->kind == AccyElementFloat ? 0
                                                               : integers[index],
                   .real = type->kind == AccyElementFloat ? reals[index] : 0};
  uint64_t memory = 0;
  reference_store(type, number, &memory);
  return reference_load(type, &memory);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static __int128 integer_power(__int128 base, __int128 exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t product = 1;
  for (__int128 i = 0; i < exponent % 128 + (exponent >= 128 ? 128 : 0); ++i)
    product *= (uint64_t)base;
  if (exponent < 128)
    return (__int128)product;
  // By squaring, in the low 64 bits.
  product = 1;
  for (uint64_t square = (uint64_t)base, rest = (uint64_t)exponent; rest; rest >>= 1, square *= square)
    if (rest & 1)
      product *= square;
  return (__int128)product;
}

static __int128 compute_integer(AccyOpcode opcode, const ElementType *type, __int128 a, __int128 b) {
  // A shift amount counts as unsigned.
  bool fits = b >= 0 && b < type->width;
  switch (opcode) {
  case AccyOp_neg:
    return -a;
  case AccyOp_abs:
    return a < 0 ? -a : a;
  case AccyOp_sign:
    return (a > 0) - (a < 0);
  case AccyOp_not:
    return ~a;
  case AccyOp_add:
    return a + b;
  case AccyOp_sub:
    return a - b;
  case AccyOp_mul:
    return (__int128)((uint64_t)a * (uint64_t)b);
  case AccyOp_div:
    return b == 0 ? -1 : a / b;
  case AccyOp_rem:
    return b == 0 ? a : a % b;
  case AccyOp_pow:
    return integer_power(a, b);
  case AccyOp_max:
    return a > b ? a : b;
  case AccyOp_min:
    return a < b ? a : b;
  case AccyOp_and:
    return a & b;
  case AccyOp_or:
    return a | b;
  case AccyOp_xor:
    return a ^ b;
  case AccyOp_shl:
    return fits ? (__int128)((uint64_t)a << b) : 0;
  case AccyOp_shr:
    return fits ? a >> b : a < 0 ? -1 : 0;
  default:
    printf("no reference for operation %d\n", opcode);
    abort();
  }
}

static double extreme(double a, double b, bool isGreatest) {
  if (isnan(a) || isnan(b))
    return NAN;
  if (a == b)
    return signbit(a) == isGreatest ? b : a;
  return (a > b) == isGreatest ? a : b;
}

static double compute_real(AccyOpcode opcode, double a, double b) {
  switch (opcode) {
  case AccyOp_neg:
    return -a;
  case AccyOp_abs:
    return fabs(a);
  case AccyOp_sign:
    return a > 0 ? 1 : a < 0 ? -1 : a;
  case AccyOp_exp:
    return exp(a);
  case AccyOp_expm1:
    return expm1(a);
  case AccyOp_log:
    return log(a);
  case AccyOp_log1p:
    return log1p(a);
  case AccyOp_sqrt:
    return sqrt(a);
  case AccyOp_rsqrt:
    return 1 / sqrt(a);
  case AccyOp_sin:
    return sin(a);
  case AccyOp_cos:
    return cos(a);
  case AccyOp_tan:
    return tan(a);
  case AccyOp_tanh:
    return tanh(a);
  case AccyOp_logistic:
    return 1 / (1 + exp(-a));
  case AccyOp_erf:
    return erf(a);
  case AccyOp_floor:
    return floor(a);
  case AccyOp_ceil:
    return ceil(a);
  case AccyOp_round:
    return rint(a);
  case AccyOp_add:
    return a + b;
  case AccyOp_sub:
    return a - b;
  case AccyOp_mul:
    return a * b;
  case AccyOp_div:
    return a / b;
  case AccyOp_rem:
    return fmod(a, b);
  case AccyOp_pow:
    return pow(a, b);
  case AccyOp_max:
    return extreme(a, b, true);
  case AccyOp_min:
    return extreme(a, b, false);
  default:
    printf("no reference for operation %d\n", opcode);
    abort();
  }
}

Number reference_compute(AccyOpcode opcode, const ElementType *type, Number left, Number right) {
  if (type->kind == AccyElementFloat)
    return (Number){.real = compute_real(opcode, left.real, right.real)};
  return (Number){.integer = compute_integer(opcode, type, left.integer, right.integer)};
}

bool reference_relation(const ElementType *type, const char *direction, Number left, Number right) {
  bool isFloat = type->kind == AccyElementFloat;
  bool less = isFloat ? left.real < right.real : left.integer < right.integer;
  bool equal = isFloat ? left.real == right.real : left.integer == right.integer;
  bool greater = isFloat ? left.real > right.real : left.integer > right.integer;
  switch (direction[0]) {
  case 'e':
    return equal;
  case 'n':
    return !equal;
  case 'l':
    return less || (direction[1] == 'e' && equal);
  default:
    return greater || (direction[1] == 'e' && equal);
  }
}

static __int128 saturate(const ElementType *to, double value) {
  bool isSigned = to->kind == AccyElementSignedInteger;
  __int128 most = ((__int128)1 << (to->width - isSigned)) - 1, least = isSigned ? -most - 1 : 0;
  if (isnan(value))
    return 0;
  double whole = trunc(value);
  return whole <= (double)least ? least : whole > (double)most ? most : (__int128)whole > most ? most : (__int128)whole;
}

Number reference_convert(const ElementType *from, const ElementType *to, Number number) {
  bool isFloat = from->kind == AccyElementFloat;
  if (to->kind == AccyElementBoolean)
    return (Number){.integer = isFloat ? number.real != 0 : number.integer != 0};
  if (to->kind == AccyElementFloat)
    return (Number){.real = isFloat ? number.real : (double)number.integer};
  return (Number){.integer = isFloat ? saturate(to, number.real) : number.integer};
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

bool reference_equal(const ElementType *type, Number actual, Number expected, bool isExact) {
  if (type->kind != AccyElementFloat)
    return actual.integer == expected.integer;
  if (isnan(actual.real) || isnan(expected.real))
    return isnan(actual.real) && isnan(expected.real);
  if (actual.real == expected.real)
    return actual.real != 0 || signbit(actual.real) == signbit(expected.real);
  return !isExact && fabs(actual.real - expected.real) <= 4 * unit(type, expected.real);
}

void reference_print(const ElementType *type, Number number, char *text) {
  if (type->kind == AccyElementFloat)
    snprintf(text, 64, "%.17g", number.real);
  else
    snprintf(text, 64, "%lld", (long long)number.integer);
}

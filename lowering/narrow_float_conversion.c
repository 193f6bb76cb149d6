// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between f32 and narrow floats as operations on integers; see narrow_floats.h. Numbers of f32 that are
// subnormal, and may be taken for 0, are not computed with.

#include "lowering/insert.h"
#include "lowering/narrow_floats.h"

#include <math.h>
#include <string.h>

// arith.cmpi's predicates, as its attribute encodes them.
typedef enum Predicate { PredicateUlt = 6, PredicateUgt = 8, PredicateUge = 9 } Predicate;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static MlirType word_type(MlirOperation anchor) {
  return mlirIntegerTypeGet(mlirOperationGetContext(anchor), 32);
}

static MlirValue word_constant(MlirOperation anchor, uint32_t number) {
  return accyInsertConstant(anchor, mlirIntegerAttrGet(word_type(anchor), (int32_t)number));
}

// A word combined with a constant.
static MlirValue combine(MlirOperation anchor, const char *name, MlirValue word, uint32_t number) {
  return accyInsertBinary(anchor, name, word, word_constant(anchor, number));
}

static MlirValue compare(MlirOperation anchor, Predicate predicate, MlirValue word, uint32_t number) {
  return accyInsertComparison(anchor, "arith.cmpi", predicate, word, word_constant(anchor, number));
}

static MlirValue word_of_f32(MlirOperation anchor, MlirValue value) {
  return accyInsertConversion(anchor, "arith.bitcast", value, word_type(anchor));
}

static MlirValue f32_of_word(MlirOperation anchor, MlirValue word) {
  return accyInsertConversion(anchor, "arith.bitcast", word, mlirF32TypeGet(mlirOperationGetContext(anchor)));
}

//===----------------------------------------------------------------------===//
// bf16
//===----------------------------------------------------------------------===//

static MlirValue extend_bf16(MlirOperation anchor, MlirValue bits) {
  return f32_of_word(anchor, combine(anchor, "arith.shli", bits, 16));
}

// Half a unit less one is added, and one more where the upper half is odd, so that a carry into it rounds up. It could
// turn a NaN into an infinity: the upper half of one is kept, made quiet.
static MlirValue round_to_bf16(MlirOperation anchor, MlirValue value) {
  MlirValue bits = word_of_f32(anchor, value);
  MlirValue upper = combine(anchor, "arith.shrui", bits, 16);
  MlirValue carry = combine(anchor, "arith.addi", combine(anchor, "arith.andi", upper, 1), 0x7fff);
  MlirValue sum = accyInsertBinary(anchor, "arith.addi", bits, carry);
  MlirValue rounded = combine(anchor, "arith.shrui", sum, 16);
  MlirValue quiet = combine(anchor, "arith.ori", upper, 0x40);
  MlirValue magnitude = combine(anchor, "arith.andi", bits, 0x7fffffff);
  return accyInsertSelect(anchor, compare(anchor, PredicateUgt, magnitude, 0x7f800000), quiet, rounded);
}

//===----------------------------------------------------------------------===//
// f16
//===----------------------------------------------------------------------===//

enum { F16Infinity = 0x7c00, F16QuietNan = 0x7e00, F16Sign = 0x8000, F16LeastNormal = 0x400 };

// The exponent moves from one bias to the other, and on to the greatest where it is the greatest of f16 (infinities and
// NaN). A subnormal number is its fraction times 2^-24.
static MlirValue extend_f16(MlirOperation anchor, MlirValue half) {
  MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(anchor));
  MlirValue magnitude = combine(anchor, "arith.andi", half, 0x7fff);
  MlirValue shifted = combine(anchor, "arith.shli", magnitude, 13);
  MlirValue normal = combine(anchor, "arith.addi", shifted, 0x38000000);
  MlirValue special = combine(anchor, "arith.addi", shifted, 0x70000000);
  MlirValue fraction = accyInsertConversion(anchor, "arith.uitofp", magnitude, f32);
  MlirValue unit = accyInsertConstant(anchor, mlirFloatAttrDoubleGet(mlirOperationGetContext(anchor), f32, 0x1p-24));
  MlirValue subnormal = word_of_f32(anchor, accyInsertBinary(anchor, "arith.mulf", fraction, unit));
  MlirValue bits = accyInsertSelect(anchor, compare(anchor, PredicateUge, magnitude, F16Infinity), special, normal);
  bits = accyInsertSelect(anchor, compare(anchor, PredicateUlt, magnitude, F16LeastNormal), subnormal, bits);
  MlirValue sign = combine(anchor, "arith.shli", combine(anchor, "arith.andi", half, F16Sign), 16);
  return f32_of_word(anchor, accyInsertBinary(anchor, "arith.ori", bits, sign));
}

// The significand, with its leading one, without the last `shift` bits: to nearest, ties to even.
static MlirValue round_off(MlirOperation anchor, MlirValue significand, MlirValue shift) {
  MlirValue one = word_constant(anchor, 1);
  MlirValue isOdd =
      accyInsertBinary(anchor, "arith.andi", accyInsertBinary(anchor, "arith.shrui", significand, shift), one);
  MlirValue half = accyInsertBinary(anchor, "arith.shli", one, accyInsertBinary(anchor, "arith.subi", shift, one));
  MlirValue belowHalf = accyInsertBinary(anchor, "arith.subi", half, one);
  MlirValue sum =
      accyInsertBinary(anchor, "arith.addi", significand, accyInsertBinary(anchor, "arith.addi", belowHalf, isOdd));
  return accyInsertBinary(anchor, "arith.shrui", sum, shift);
}

// What is below the least normal number of f16 is a multiple of 2^-24: as many bits of the significand fall off as the
// exponent is lower, at 25 all of them.
static MlirValue round_to_subnormal_f16(MlirOperation anchor, MlirValue magnitude) {
  MlirValue exponent = combine(anchor, "arith.shrui", magnitude, 23);
  MlirValue bias = word_constant(anchor, 126);
  MlirValue lower = accyInsertBinary(anchor, "arith.subi", bias, exponent);
  // An exponent above the bias is of another number, for which this is not used: the shift is in range all the same.
  MlirValue shift = combine(anchor, "arith.minui", lower, 25);
  shift = combine(anchor, "arith.maxui", shift, 1);
  MlirValue significand = combine(anchor, "arith.ori", combine(anchor, "arith.andi", magnitude, 0x7fffff), 0x800000);
  return round_off(anchor, significand, shift);
}

// Others lose 13 bits, and a carry moves the exponent; at 65520 and above, to infinity.
static MlirValue round_to_f16(MlirOperation anchor, MlirValue value) {
  MlirValue bits = word_of_f32(anchor, value);
  MlirValue magnitude = combine(anchor, "arith.andi", bits, 0x7fffffff);
  MlirValue sign = combine(anchor, "arith.andi", combine(anchor, "arith.shrui", bits, 16), F16Sign);
  MlirValue rebased = combine(anchor, "arith.subi", magnitude, 0x38000000);
  MlirValue thirteen = word_constant(anchor, 13);
  MlirValue normal = round_off(anchor, rebased, thirteen);
  MlirValue subnormal = round_to_subnormal_f16(anchor, magnitude);
  MlirValue infinity = word_constant(anchor, F16Infinity);
  MlirValue payload = combine(anchor, "arith.andi", combine(anchor, "arith.shrui", magnitude, 13), 0x3ff);
  MlirValue nan = combine(anchor, "arith.ori", payload, F16QuietNan);
  MlirValue result = accyInsertSelect(anchor, compare(anchor, PredicateUlt, magnitude, 0x38800000), subnormal, normal);
  result = accyInsertSelect(anchor, compare(anchor, PredicateUge, magnitude, 0x477ff000), infinity, result);
  result = accyInsertSelect(anchor, compare(anchor, PredicateUgt, magnitude, 0x7f800000), nan, result);
  return accyInsertBinary(anchor, "arith.ori", sign, result);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

bool accyIsNarrowFloat(MlirType type, AccySet dtypes) {
  return (mlirTypeIsABF16(type) && (dtypes & ACCY_BIT(AccyDtypeBf16))) ||
         (mlirTypeIsAF16(type) && (dtypes & ACCY_BIT(AccyDtypeF16)));
}

static uint32_t f16_bits(double value) {
  uint32_t sign = signbit(value) ? F16Sign : 0;
  if (isnan(value))
    return sign | F16QuietNan;
  if (isinf(value))
    return sign | F16Infinity;
  double magnitude = fabs(value);
  if (magnitude < 0x1p-14)
    return sign | (uint32_t)(magnitude * 0x1p24);
  int exponent;
  double fraction = frexp(magnitude, &exponent); // in [0.5, 1)
  return sign | ((uint32_t)(exponent + 14) << 10) | (uint32_t)((fraction * 2 - 1) * 1024);
}

uint32_t accyNarrowFloatBits(MlirType type, double value) {
  if (mlirTypeIsAF16(type))
    return f16_bits(value);
  float narrow = (float)value; // a bf16 is an f32
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  return bits >> 16;
}

MlirValue accyInsertNarrowFloatExtension(MlirOperation anchor, MlirValue value) {
  MlirType half = mlirIntegerTypeGet(mlirOperationGetContext(anchor), 16);
  MlirValue bits = accyInsertConversion(anchor, "arith.bitcast", value, half);
  bits = accyInsertConversion(anchor, "arith.extui", bits, word_type(anchor));
  return mlirTypeIsAF16(mlirValueGetType(value)) ? extend_f16(anchor, bits) : extend_bf16(anchor, bits);
}

MlirValue accyInsertNarrowFloatRounding(MlirOperation anchor, MlirValue value, MlirType type) {
  MlirValue bits = mlirTypeIsAF16(type) ? round_to_f16(anchor, value) : round_to_bf16(anchor, value);
  MlirType half = mlirIntegerTypeGet(mlirOperationGetContext(anchor), 16);
  return accyInsertConversion(anchor, "arith.bitcast", accyInsertConversion(anchor, "arith.trunci", bits, half), type);
}

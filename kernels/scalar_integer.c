// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic defined for all operands; see scalar_integer.h.

#include "kernels/scalar_integer.h"

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

static MlirValue integer(AccyKernelBuilder *builder, MlirValue like, int64_t value) {
  return accyBuildInteger(builder, mlirValueGetType(like), value);
}

static MlirValue negate(AccyKernelBuilder *builder, MlirValue value) {
  return accyBuildBinary(builder, "arith.subi", integer(builder, value, 0), value);
}

static MlirValue is_negative(AccyKernelBuilder *builder, MlirValue value) {
  return accyBuildCompareIntegers(builder, AccyIntegerSignedLess, value, integer(builder, value, 0));
}

static MlirValue equals(AccyKernelBuilder *builder, MlirValue value, int64_t other) {
  return accyBuildCompareIntegers(builder, AccyIntegerEqual, value, integer(builder, value, other));
}

MlirValue accyBuildIntegerUnary(AccyKernelBuilder *builder, AccyOpcode opcode, MlirValue value) {
  switch (opcode) {
  case AccyOp_neg:
    return negate(builder, value);
  case AccyOp_abs:
    return accyBuildSelect(builder, is_negative(builder, value), negate(builder, value), value);
  case AccyOp_sign: {
    MlirValue one = integer(builder, value, 1), minusOne = integer(builder, value, -1);
    MlirValue above = accyBuildCompareIntegers(builder, AccyIntegerSignedGreater, value, integer(builder, value, 0));
    MlirValue below = accyBuildSelect(builder, is_negative(builder, value), minusOne, integer(builder, value, 0));
    return accyBuildSelect(builder, above, one, below);
  }
  case AccyOp_not:
    return accyBuildBinary(builder, "arith.xori", value, integer(builder, value, -1));
  default:
    return (MlirValue){NULL};
  }
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

// A divisor with the same quotient as `right` where that is defined, else 1, whose quotient is the least integer for
// the least integer / -1.
static MlirValue build_safe_divisor(AccyKernelBuilder *builder, bool isUnsigned, MlirValue left, MlirValue right) {
  MlirValue undefined = equals(builder, right, 0);
  if (!isUnsigned) {
    unsigned width = mlirIntegerTypeGetWidth(mlirValueGetType(left));
    int64_t least = (int64_t)(UINT64_MAX << (width - 1));
    MlirValue overflows =
        accyBuildBinary(builder, "arith.andi", equals(builder, left, least), equals(builder, right, -1));
    undefined = accyBuildBinary(builder, "arith.ori", undefined, overflows);
  }
  return accyBuildSelect(builder, undefined, integer(builder, right, 1), right);
}

static MlirValue build_division(AccyKernelBuilder *builder, bool isUnsigned, MlirValue left, MlirValue right) {
  MlirValue divisor = build_safe_divisor(builder, isUnsigned, left, right);
  MlirValue quotient = accyBuildBinary(builder, isUnsigned ? "arith.divui" : "arith.divsi", left, divisor);
  return accyBuildSelect(builder, equals(builder, right, 0), integer(builder, left, -1), quotient);
}

static MlirValue build_remainder(AccyKernelBuilder *builder, bool isUnsigned, MlirValue left, MlirValue right) {
  MlirValue divisor = build_safe_divisor(builder, isUnsigned, left, right);
  MlirValue remainder = accyBuildBinary(builder, isUnsigned ? "arith.remui" : "arith.remsi", left, divisor);
  return accyBuildSelect(builder, equals(builder, right, 0), left, remainder);
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

static MlirValue build_shift(AccyKernelBuilder *builder, AccyOpcode opcode, bool isUnsigned, MlirValue left,
                             MlirValue right) {
  unsigned width = mlirIntegerTypeGetWidth(mlirValueGetType(left));
  MlirValue fits =
      accyBuildCompareIntegers(builder, AccyIntegerUnsignedLess, right, integer(builder, right, (int64_t)width));
  MlirValue most = integer(builder, right, (int64_t)width - 1);
  MlirValue amount = accyBuildSelect(builder, fits, right, most);
  if (opcode == AccyOp_shr && !isUnsigned) // by width - 1, only the sign is left
    return accyBuildBinary(builder, "arith.shrsi", left, amount);
  MlirValue shifted = accyBuildBinary(builder, opcode == AccyOp_shl ? "arith.shli" : "arith.shrui", left, amount);
  return accyBuildSelect(builder, fits, shifted, integer(builder, left, 0));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

// By repeated squaring, one turn a bit of the exponent.
static MlirValue build_unsigned_power(AccyKernelBuilder *builder, MlirValue base, MlirValue exponent) {
  MlirType type = mlirValueGetType(base);
  MlirType types[] = {type, type, type};
  AccyLoop loop = accyBeginLoop(builder, 3, types);
  AccyKernelBuilder body = *builder;
  body.block = loop.body;
  MlirValue product = accyLoopGetCarried(&loop, 0), square = accyLoopGetCarried(&loop, 1),
            rest = accyLoopGetCarried(&loop, 2), one = integer(builder, base, 1);
  MlirValue isOdd = equals(&body, accyBuildBinary(&body, "arith.andi", rest, one), 1);
  MlirValue multiplied = accyBuildBinary(&body, "arith.muli", product, square);
  MlirValue next[] = {accyBuildSelect(&body, isOdd, multiplied, product),
                      accyBuildBinary(&body, "arith.muli", square, square),
                      accyBuildBinary(&body, "arith.shrui", rest, one)};
  MlirValue initial[] = {one, base, exponent}, results[3];
  accyEndLoop(builder, &loop, mlirIntegerTypeGetWidth(type), 3, initial, next, results);
  return results[0];
}

static MlirValue build_power(AccyKernelBuilder *builder, bool isUnsigned, MlirValue base, MlirValue exponent) {
  MlirValue power = build_unsigned_power(builder, base, exponent);
  if (isUnsigned)
    return power;
  // The reciprocal of an integer is one only for 1 and -1.
  MlirValue one = integer(builder, base, 1), minusOne = integer(builder, base, -1), zero = integer(builder, base, 0);
  MlirValue isOdd = equals(builder, accyBuildBinary(builder, "arith.andi", exponent, one), 1);
  MlirValue alternating = accyBuildSelect(builder, isOdd, minusOne, one);
  MlirValue reciprocal = accyBuildSelect(builder, equals(builder, base, -1), alternating, zero);
  reciprocal = accyBuildSelect(builder, equals(builder, base, 1), one, reciprocal);
  return accyBuildSelect(builder, is_negative(builder, exponent), reciprocal, power);
}

MlirValue accyBuildIntegerBinary(AccyKernelBuilder *builder, AccyOpcode opcode, bool isUnsigned, MlirValue left,
                                 MlirValue right) {
  switch (opcode) {
  case AccyOp_div:
    return build_division(builder, isUnsigned, left, right);
  case AccyOp_rem:
    return build_remainder(builder, isUnsigned, left, right);
  case AccyOp_shl:
  case AccyOp_shr:
    return build_shift(builder, opcode, isUnsigned, left, right);
  case AccyOp_pow:
    return build_power(builder, isUnsigned, left, right);
  default:
    return (MlirValue){NULL};
  }
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roundings of floats as integer arithmetic; see scalar_float.h.

#include "kernels/scalar_float.h"

#include "support/ir.h"

// A constant stays one: some formats hide those that compilers would compute with otherwise.
MlirValue accyBuildBf16Extend(AccyKernelBuilder *builder, MlirValue value) {
  if (accyValueIsResultOf(value, "arith.constant")) {
    MlirAttribute constant = accyGetAttribute(mlirOpResultGetOwner(value), "value");
    return accyBuildFloat(builder, accyF32Type(builder), mlirFloatAttrGetValueDouble(constant));
  }
  MlirType word = accyIntegerType(builder, 32);
  MlirValue half = accyBuildCast(builder, "arith.bitcast", value, accyIntegerType(builder, 16));
  MlirValue bits = accyBuildBinary(builder, "arith.shli", accyBuildCast(builder, "arith.extui", half, word),
                                   accyBuildInteger(builder, word, 16));
  return accyBuildCast(builder, "arith.bitcast", bits, accyF32Type(builder));
}

MlirValue accyBuildBf16Round(AccyKernelBuilder *builder, MlirValue value) {
  MlirType word = accyIntegerType(builder, 32), half = accyIntegerType(builder, 16);
  MlirValue bits = accyBuildCast(builder, "arith.bitcast", value, word), one = accyBuildInteger(builder, word, 1);
  MlirValue sixteen = accyBuildInteger(builder, word, 16);
  MlirValue upper = accyBuildBinary(builder, "arith.shrui", bits, sixteen);
  // Half a unit less one, and one more where the upper half is odd: a carry into it rounds up, ties to even.
  MlirValue carry = accyBuildBinary(builder, "arith.addi", accyBuildBinary(builder, "arith.andi", upper, one),
                                    accyBuildInteger(builder, word, 0x7fff));
  MlirValue sum = accyBuildBinary(builder, "arith.addi", bits, carry);
  MlirValue rounded = accyBuildBinary(builder, "arith.shrui", sum, sixteen);
  // The carry could turn a NaN into an infinity: its upper half is kept, made quiet.
  MlirValue quiet = accyBuildBinary(builder, "arith.ori", upper, accyBuildInteger(builder, word, 0x40));
  MlirValue isNan = accyBuildCompareFloats(builder, AccyFloatNotEqual, value, value);
  MlirValue chosen = accyBuildSelect(builder, isNan, quiet, rounded);
  MlirValue stored = accyBuildCast(builder, "arith.trunci", chosen, half);
  return accyBuildCast(builder, "arith.bitcast", stored, mlirBF16TypeGet(builder->context));
}

MlirValue accyBuildRoundToOdd(AccyKernelBuilder *builder, MlirValue value) {
  MlirType word = accyIntegerType(builder, 32);
  MlirValue nearest = accyBuildCast(builder, "arith.truncf", value, accyF32Type(builder));
  MlirValue exact = accyBuildCast(builder, "arith.extf", nearest, mlirValueGetType(value));
  MlirValue bits = accyBuildCast(builder, "arith.bitcast", nearest, word), one = accyBuildInteger(builder, word, 1);
  // The neighbour on the other side is one step of the bits away: up when the nearest is smaller in magnitude.
  MlirValue isSmaller = accyBuildCompareFloats(builder, AccyFloatLess, accyBuildUnary(builder, "math.absf", exact),
                                               accyBuildUnary(builder, "math.absf", value));
  MlirValue isGreater = accyBuildCompareFloats(builder, AccyFloatGreater, accyBuildUnary(builder, "math.absf", exact),
                                               accyBuildUnary(builder, "math.absf", value));
  MlirValue up = accyBuildBinary(builder, "arith.addi", bits, one);
  MlirValue down = accyBuildBinary(builder, "arith.subi", bits, one);
  MlirValue isEven = accyBuildCompareIntegers(
      builder, AccyIntegerEqual, accyBuildBinary(builder, "arith.andi", bits, one), accyBuildInteger(builder, word, 0));
  MlirValue other = accyBuildSelect(builder, isSmaller, up, accyBuildSelect(builder, isGreater, down, bits));
  MlirValue odd = accyBuildSelect(builder, isEven, other, bits);
  return accyBuildCast(builder, "arith.bitcast", odd, accyF32Type(builder));
}

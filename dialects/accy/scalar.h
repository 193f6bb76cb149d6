// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on single elements at compile time, with the semantics of docs/spec.md. An element is its bits, zero
// extended to 64. Floats are computed as doubles and rounded once: a double has more than twice the precision of f32,
// f16 and bf16, plus two bits, so that sums, products and quotients come out as if they had been rounded directly.

#ifndef ACCY_DIALECTS_ACCY_SCALAR_H
#define ACCY_DIALECTS_ACCY_SCALAR_H

#include "dialects/accy/ops.h"

/// An element type, taken apart.
typedef struct AccyScalarType {
  AccyElementKind kind;
  /// Bits; 1 for i1.
  unsigned width;
  /// Bits of a float's fraction, without the leading one.
  unsigned fraction;
} AccyScalarType;

/// The parts of a supported element type.
AccyScalarType accyScalarTypeGet(MlirType element);

/// A float element's value; a NaN's payload is lost.
double accyScalarToDouble(AccyScalarType type, uint64_t bits);
/// The float element nearest to the value, ties to even; NaN becomes the positive quiet NaN.
uint64_t accyScalarFromDouble(AccyScalarType type, double value);
/// An integer element's value, sign extended if its type is signed.
int64_t accyScalarToInteger(AccyScalarType type, uint64_t bits);
/// The element that the value wraps to.
uint64_t accyScalarFromInteger(AccyScalarType type, uint64_t value);

/// The element of value 0 or 1.
uint64_t accyScalarZero(AccyScalarType type);
uint64_t accyScalarOne(AccyScalarType type);
/// The least and the greatest element; infinities for floats.
uint64_t accyScalarLeast(AccyScalarType type);
uint64_t accyScalarGreatest(AccyScalarType type);
/// All bits set, for integers and i1.
uint64_t accyScalarOnes(AccyScalarType type);

/// Applies a unary operation. `ties_even` is round's rule. False: it is not computed at compile time.
bool accyScalarUnary(AccyOpcode opcode, bool ties_even, AccyScalarType type, uint64_t x, uint64_t *out);

/// Applies a binary operation. False: it is not computed at compile time.
bool accyScalarBinary(AccyOpcode opcode, AccyScalarType type, uint64_t a, uint64_t b, uint64_t *out);

/// Whether `a` stands to `b` as the direction (eq, ne, lt, le, gt, ge) says.
bool accyScalarCompare(MlirStringRef direction, AccyScalarType type, uint64_t a, uint64_t b);

/// The element as one of another type.
uint64_t accyScalarConvert(AccyScalarType from, AccyScalarType to, uint64_t x);

#endif // ACCY_DIALECTS_ACCY_SCALAR_H

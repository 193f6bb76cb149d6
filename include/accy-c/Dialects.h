// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accy's dialects: `accy` says what is computed, `choir` how it is run.

#ifndef ACCY_C_DIALECTS_H
#define ACCY_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Puts `accy`, `choir`, the upstream dialects that Accy's passes read and write, and, where the registry does not
/// know `stablehlo`, a dialect that keeps StableHLO's generic form for the frontend to read, into the registry.
MLIR_CAPI_EXPORTED void accyRegisterAllDialects(MlirDialectRegistry registry);

//===----------------------------------------------------------------------===//
// Building operations of accy
//===----------------------------------------------------------------------===//

/// The functions below make one operation each. They infer its result type and check it by the constraints that
/// docs/spec.md numbers, as the parser and the verifier do.
///
/// Each returns a detached operation that the caller owns: insert it into a block, or destroy it. When the operands do
/// not fit, an error that names the constraint is reported at `location` and the operation is null; likewise when the
/// context does not know the dialect (see accyRegisterAllDialects). Values, types and attributes must not be null where
/// nothing else is said. Arrays are read during the call only.
///
/// The dimensions of a tensor count from 0.

/// The relation of accyCompareCreate.
typedef enum AccyCompareDirection {
  AccyCompareEqual,
  AccyCompareNotEqual,
  AccyCompareLess,
  AccyCompareLessEqual,
  AccyCompareGreater,
  AccyCompareGreaterEqual,
} AccyCompareDirection;

/// The operator of accyReduceCreate.
typedef enum AccyReduceKind {
  AccyReduceSum,
  AccyReduceMax,
  AccyReduceMin,
  AccyReduceProd,
  AccyReduceAnd,
  AccyReduceOr,
} AccyReduceKind;

/// Where accyRoundCreate takes values halfway between two integers.
typedef enum AccyRoundTies { AccyRoundTiesAway, AccyRoundTiesEven } AccyRoundTies;

/// Which dimensions of accyDotGeneralCreate's operands belong together: `lhs_batch[i]` and `rhs_batch[i]`,
/// `lhs_contract[i]` and `rhs_contract[i]`.
typedef struct AccyDotDimensions {
  intptr_t batch_count;
  int64_t const *lhs_batch;
  int64_t const *rhs_batch;
  intptr_t contract_count;
  int64_t const *lhs_contract;
  int64_t const *rhs_contract;
} AccyDotDimensions;

/// What accyKernelCallCreate says of a kernel besides its operands.
typedef struct AccyKernelCallOptions {
  /// The kernel's name in the registry, not empty.
  MlirStringRef target;
  /// 1 to 2^32-1.
  int64_t version;
  /// Null, or an array of dictionaries {kind, bits}.
  MlirAttribute scalars;
  /// Null, or an array of "read", "write" or "readwrite", one an operand.
  MlirAttribute effects;
  /// The operand that the result aliases, or -1.
  int64_t alias;
} AccyKernelCallOptions;

//===----------------------------------------------------------------------===//
// Operations without operands
//===----------------------------------------------------------------------===//

/// Makes accy.constant of a dense elements attribute; the result has its type.
MLIR_CAPI_EXPORTED MlirOperation accyConstantCreate(MlirLocation location, MlirAttribute value);

/// Makes accy.iota of the given tensor type: each element's index along dimension `dim`.
MLIR_CAPI_EXPORTED MlirOperation accyIotaCreate(MlirLocation location, MlirType type, int64_t dim);

//===----------------------------------------------------------------------===//
// Elementwise operations, one operand
//===----------------------------------------------------------------------===//

/// Makes accy.neg: -x.
MLIR_CAPI_EXPORTED MlirOperation accyNegCreate(MlirLocation location, MlirValue operand);

/// Makes accy.abs: the magnitude of x.
MLIR_CAPI_EXPORTED MlirOperation accyAbsCreate(MlirLocation location, MlirValue operand);

/// Makes accy.sign: -1, 0 or 1 by the sign of x.
MLIR_CAPI_EXPORTED MlirOperation accySignCreate(MlirLocation location, MlirValue operand);

/// Makes accy.exp: e to the power x.
MLIR_CAPI_EXPORTED MlirOperation accyExpCreate(MlirLocation location, MlirValue operand);

/// Makes accy.expm1: e to the power x, less 1.
MLIR_CAPI_EXPORTED MlirOperation accyExpm1Create(MlirLocation location, MlirValue operand);

/// Makes accy.log: the natural logarithm of x.
MLIR_CAPI_EXPORTED MlirOperation accyLogCreate(MlirLocation location, MlirValue operand);

/// Makes accy.log1p: the natural logarithm of 1 + x.
MLIR_CAPI_EXPORTED MlirOperation accyLog1pCreate(MlirLocation location, MlirValue operand);

/// Makes accy.sqrt: the square root of x.
MLIR_CAPI_EXPORTED MlirOperation accySqrtCreate(MlirLocation location, MlirValue operand);

/// Makes accy.rsqrt: 1 over the square root of x.
MLIR_CAPI_EXPORTED MlirOperation accyRsqrtCreate(MlirLocation location, MlirValue operand);

/// Makes accy.sin: the sine of x radians.
MLIR_CAPI_EXPORTED MlirOperation accySinCreate(MlirLocation location, MlirValue operand);

/// Makes accy.cos: the cosine of x radians.
MLIR_CAPI_EXPORTED MlirOperation accyCosCreate(MlirLocation location, MlirValue operand);

/// Makes accy.tan: the tangent of x radians.
MLIR_CAPI_EXPORTED MlirOperation accyTanCreate(MlirLocation location, MlirValue operand);

/// Makes accy.tanh: the hyperbolic tangent of x.
MLIR_CAPI_EXPORTED MlirOperation accyTanhCreate(MlirLocation location, MlirValue operand);

/// Makes accy.logistic: 1 / (1 + e to the power -x).
MLIR_CAPI_EXPORTED MlirOperation accyLogisticCreate(MlirLocation location, MlirValue operand);

/// Makes accy.erf: the error function of x.
MLIR_CAPI_EXPORTED MlirOperation accyErfCreate(MlirLocation location, MlirValue operand);

/// Makes accy.floor: x rounded down.
MLIR_CAPI_EXPORTED MlirOperation accyFloorCreate(MlirLocation location, MlirValue operand);

/// Makes accy.ceil: x rounded up.
MLIR_CAPI_EXPORTED MlirOperation accyCeilCreate(MlirLocation location, MlirValue operand);

/// Makes accy.not: each bit of x flipped.
MLIR_CAPI_EXPORTED MlirOperation accyNotCreate(MlirLocation location, MlirValue operand);

/// Makes accy.round: x rounded to the nearest integer.
MLIR_CAPI_EXPORTED MlirOperation accyRoundCreate(MlirLocation location, MlirValue operand, AccyRoundTies ties);

/// Makes accy.convert: x with elements of `elementType`.
MLIR_CAPI_EXPORTED MlirOperation accyConvertCreate(MlirLocation location, MlirValue operand, MlirType elementType);

//===----------------------------------------------------------------------===//
// Elementwise operations, several operands
//===----------------------------------------------------------------------===//

/// Makes accy.add: lhs + rhs.
MLIR_CAPI_EXPORTED MlirOperation accyAddCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.sub: lhs - rhs.
MLIR_CAPI_EXPORTED MlirOperation accySubCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.mul: lhs * rhs.
MLIR_CAPI_EXPORTED MlirOperation accyMulCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.div: lhs / rhs; integers round toward zero.
MLIR_CAPI_EXPORTED MlirOperation accyDivCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.rem: the remainder of lhs / rhs, with the sign of lhs.
MLIR_CAPI_EXPORTED MlirOperation accyRemCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.pow: lhs to the power rhs.
MLIR_CAPI_EXPORTED MlirOperation accyPowCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.max: the larger; NaN if either is NaN.
MLIR_CAPI_EXPORTED MlirOperation accyMaxCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.min: the smaller; NaN if either is NaN.
MLIR_CAPI_EXPORTED MlirOperation accyMinCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.and: bitwise and.
MLIR_CAPI_EXPORTED MlirOperation accyAndCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.or: bitwise or.
MLIR_CAPI_EXPORTED MlirOperation accyOrCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.xor: bitwise exclusive or.
MLIR_CAPI_EXPORTED MlirOperation accyXorCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.shl: lhs shifted left by rhs.
MLIR_CAPI_EXPORTED MlirOperation accyShlCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.shr: lhs shifted right by rhs.
MLIR_CAPI_EXPORTED MlirOperation accyShrCreate(MlirLocation location, MlirValue lhs, MlirValue rhs);

/// Makes accy.compare: whether lhs stands to rhs as `direction` says, as i1.
MLIR_CAPI_EXPORTED MlirOperation accyCompareCreate(MlirLocation location, AccyCompareDirection direction, MlirValue lhs,
                                                   MlirValue rhs);

/// Makes accy.select: `onTrue` where `predicate`, a scalar or of their shape, is true, else `onFalse`.
MLIR_CAPI_EXPORTED MlirOperation accySelectCreate(MlirLocation location, MlirValue predicate, MlirValue onTrue,
                                                  MlirValue onFalse);

/// Makes accy.clamp: min(max(low, operand), high). The bounds may be scalars.
MLIR_CAPI_EXPORTED MlirOperation accyClampCreate(MlirLocation location, MlirValue low, MlirValue operand,
                                                 MlirValue high);

//===----------------------------------------------------------------------===//
// Shape operations
//===----------------------------------------------------------------------===//

/// Makes accy.broadcast to the given tensor type: the operand's dimension i becomes `dims[i]`; `numDims` is its rank.
MLIR_CAPI_EXPORTED MlirOperation accyBroadcastCreate(MlirLocation location, MlirValue operand, MlirType type,
                                                     intptr_t numDims, int64_t const *dims);

/// Makes accy.reshape to the given tensor type of as many elements.
MLIR_CAPI_EXPORTED MlirOperation accyReshapeCreate(MlirLocation location, MlirValue operand, MlirType type);

/// Makes accy.transpose: result dimension i is the operand's `permutation[i]`; `numDims` is its rank.
MLIR_CAPI_EXPORTED MlirOperation accyTransposeCreate(MlirLocation location, MlirValue operand, intptr_t numDims,
                                                     int64_t const *permutation);

/// Makes accy.slice: the elements from `start` in steps of `strides` below `limit`; `numDims` is the operand's rank.
MLIR_CAPI_EXPORTED MlirOperation accySliceCreate(MlirLocation location, MlirValue operand, intptr_t numDims,
                                                 int64_t const *start, int64_t const *limit, int64_t const *strides);

/// Makes accy.pad: the scalar `padding` around the operand and between its neighbours; `numDims` is the operand's rank.
/// Negative `low` and `high` crop.
MLIR_CAPI_EXPORTED MlirOperation accyPadCreate(MlirLocation location, MlirValue operand, MlirValue padding,
                                               intptr_t numDims, int64_t const *low, int64_t const *high,
                                               int64_t const *interior);

/// Makes accy.concatenate: at least one operand, one after the other along dimension `dim`.
MLIR_CAPI_EXPORTED MlirOperation accyConcatenateCreate(MlirLocation location, intptr_t numOperands,
                                                       MlirValue const *operands, int64_t dim);

/// Makes accy.reverse: the dimensions `dims` in opposite order.
MLIR_CAPI_EXPORTED MlirOperation accyReverseCreate(MlirLocation location, MlirValue operand, intptr_t numDims,
                                                   int64_t const *dims);

/// Makes accy.gather: the operand's elements at `indices`, a tensor of integers, along dimension `dim`, which the
/// dimensions of `indices` replace. Indices beyond the ends count as the nearest end.
MLIR_CAPI_EXPORTED MlirOperation accyGatherCreate(MlirLocation location, MlirValue operand, MlirValue indices,
                                                  int64_t dim);

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Makes accy.reduce: the dimensions `dims` folded away by `kind`.
MLIR_CAPI_EXPORTED MlirOperation accyReduceCreate(MlirLocation location, MlirValue operand, AccyReduceKind kind,
                                                  intptr_t numDims, int64_t const *dims);

/// Makes accy.dot_general: sums of products over the contracting dimensions. The sums have elements of `accumulate`;
/// null: none is given, see docs/spec.md. The result has elements of `elementType`: the operands' or `accumulate`.
MLIR_CAPI_EXPORTED MlirOperation accyDotGeneralCreate(MlirLocation location, MlirValue lhs, MlirValue rhs,
                                                      AccyDotDimensions dimensions, MlirType accumulate,
                                                      MlirType elementType);

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

/// Makes accy.kernel_call: the result, of the given tensor type, of a kernel of the caller's registry.
MLIR_CAPI_EXPORTED MlirOperation accyKernelCallCreate(MlirLocation location, MlirType type, intptr_t numOperands,
                                                      MlirValue const *operands, AccyKernelCallOptions options);

/// Makes accy.return. Whether the operands are the function's results is checked when the function is verified.
MLIR_CAPI_EXPORTED MlirOperation accyReturnCreate(MlirLocation location, intptr_t numOperands,
                                                  MlirValue const *operands);

#ifdef __cplusplus
}
#endif

#endif // ACCY_C_DIALECTS_H

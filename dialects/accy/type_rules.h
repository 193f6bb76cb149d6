// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operand types and attributes fit an operation, and what its result type is then: the numbered constraints of
// docs/spec.md. The parser, the builders and the verifier share these rules.

#ifndef ACCY_DIALECTS_ACCY_TYPE_RULES_H
#define ACCY_DIALECTS_ACCY_TYPE_RULES_H

#include "dialects/accy/ops.h"

/// Tensors have at most this many dimensions.
#define ACCY_MAX_RANK 8

//===----------------------------------------------------------------------===//
// What a rule reads
//===----------------------------------------------------------------------===//

/// An operation before its result type is known. Attributes have the kinds that the operation's table says, or are
/// absent where that is allowed.
typedef struct AccyOpInputs {
  MlirLocation location;
  const AccyOpDefinition *definition;
  intptr_t numOperands;
  const MlirType *operands;
  intptr_t numAttributes;
  const MlirNamedAttribute *attributes;
} AccyOpInputs;

/// A list of integers from an attribute. `count` may exceed ACCY_MAX_RANK; then only the first values are kept.
typedef struct AccyIntegers {
  intptr_t count;
  int64_t values[ACCY_MAX_RANK];
} AccyIntegers;

/// A ranked tensor type taken apart.
typedef struct AccyShape {
  intptr_t rank;
  int64_t extents[ACCY_MAX_RANK];
  MlirType element;
} AccyShape;

/// The attribute, or null.
MlirAttribute accyInputsGetAttribute(const AccyOpInputs *inputs, const char *name);
/// The i64 array; empty when it is absent.
AccyIntegers accyInputsGetIntegers(const AccyOpInputs *inputs, const char *name);
/// The integer; 0 when it is absent.
int64_t accyInputsGetInteger(const AccyOpInputs *inputs, const char *name);
/// The string; empty when it is absent.
MlirStringRef accyInputsGetString(const AccyOpInputs *inputs, const char *name);

/// Takes apart a tensor type that fits the general constraints, and puts one together.
AccyShape accyShapeGet(MlirType type);
MlirType accyShapeToType(const AccyShape *shape);
bool accyShapeHasSameExtents(const AccyShape *left, const AccyShape *right);
bool accyShapeIsScalar(const AccyShape *shape);
/// Product of the extents, which does not overflow for types that fit the general constraints.
int64_t accyShapeGetNumElements(const AccyShape *shape);

/// Bytes of one element in memory; i1 takes a byte. The type must be a supported element type.
int64_t accyElementTypeGetBytes(MlirType type);

//===----------------------------------------------------------------------===//
// What a rule reports
//===----------------------------------------------------------------------===//

/// Reports `'accy.NAME' op (CONSTRAINT) MESSAGE` and returns failure.
MlirLogicalResult accyReject(const AccyOpInputs *inputs, const char *constraint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Likewise, ending in `, but has 'LEFT' and 'RIGHT'`.
MlirLogicalResult accyRejectTypes(const AccyOpInputs *inputs, const char *constraint, const char *rule, MlirType left,
                                  MlirType right);

/// Rejects unless the dimensions are different and each is at least 0 and below `rank`. `what` names the attribute.
MlirLogicalResult accyCheckDimensions(const AccyOpInputs *inputs, const char *constraint, const char *what,
                                      const AccyIntegers *dimensions, intptr_t rank);

//===----------------------------------------------------------------------===//
// The rules: one row a class of operations
//===----------------------------------------------------------------------===//

typedef struct AccyTypeRule {
  /// The result type, where it follows from operands and attributes; null type when they do not fit.
  MlirType (*infer)(const AccyOpInputs *inputs);
  /// The constraint that the result type is the inferred one.
  const char *resultConstraint;
  /// Where other result types fit too, or nothing follows: whether the result type fits. Null: it is the inferred one.
  MlirLogicalResult (*check)(const AccyOpInputs *inputs, MlirType result);
} AccyTypeRule;

// rules_nullary.c
extern const AccyTypeRule accyConstantRule, accyIotaRule;
// rules_elementwise.c
extern const AccyTypeRule accyUnaryRule, accyConvertRule, accyBinaryRule, accyCompareRule, accySelectRule,
    accyClampRule;
// rules_shape.c
extern const AccyTypeRule accyBroadcastRule, accyReshapeRule, accyTransposeRule, accySliceRule, accyPadRule,
    accyConcatenateRule, accyReverseRule, accyGatherRule;
// rules_contraction.c
extern const AccyTypeRule accyReduceRule, accyDotGeneralRule;
// rules_kernel_call.c
extern const AccyTypeRule accyKernelCallRule;

/// Whether the type fits the general constraints.
bool accyTypeIsSupported(MlirType type);

/// The general constraints on one type; `what` and `index` name the operand or result. The index is left out when
/// negative.
MlirLogicalResult accyCheckType(const AccyOpInputs *inputs, const char *what, intptr_t index, MlirType type);

/// The result type that follows from the inputs; null type, with an error reported, when they do not fit or nothing
/// follows.
MlirType accyInferResult(const AccyOpInputs *inputs);

/// All constraints on operands, attributes and the result type (null: the operation has no result).
MlirLogicalResult accyCheckInputsAndResult(const AccyOpInputs *inputs, MlirType result);

#endif // ACCY_DIALECTS_ACCY_TYPE_RULES_H

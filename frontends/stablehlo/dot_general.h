// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building accy.dot_general for StableHLO operations that are sums of products.

#ifndef ACCY_FRONTENDS_STABLEHLO_DOT_GENERAL_H
#define ACCY_FRONTENDS_STABLEHLO_DOT_GENERAL_H

#include "mlir-c/IR.h"

/// Dimensions that a dot_general pairs up; i64 arrays.
typedef struct AccyStablehloDotDimensions {
  MlirAttribute lhs_batch, rhs_batch, lhs_contract, rhs_contract;
} AccyStablehloDotDimensions;

/// Builds accy.dot_general of the operands, before the operation whose `precision_config` it meets. Where the elements
/// of the type, the result's, are wider than the operands', sums are kept in these; where they are narrower, sums are
/// rounded at the end. Reports an error at the operation for other element types and precisions.
MlirLogicalResult accyStablehloBuildDotGeneral(MlirOperation op, const MlirValue operands[static 2], MlirType type,
                                               const AccyStablehloDotDimensions *dimensions, MlirValue *outValue);

#endif // ACCY_FRONTENDS_STABLEHLO_DOT_GENERAL_H

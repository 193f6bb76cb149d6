// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a kernel as intrinsics of LLVM's NVPTX; see intrinsics.h.

#include "lowering/cuda_ptx/intrinsics.h"

#include "lowering/fast_math.h"
#include "lowering/insert.h"
#include "support/ir.h"

// An operation whose operands and result have one floating-point type, and its intrinsics; on f32 also the one for an
// operation that may be approximated, null: no other.
typedef struct IntrinsicRow {
  const char *operation, *f32, *f64, *approximateF32;
} IntrinsicRow;

static const IntrinsicRow rows[] = {
    {"arith.maxnumf", "llvm.maxnum.f32", "llvm.maxnum.f64", NULL},
    {"arith.minnumf", "llvm.minnum.f32", "llvm.minnum.f64", NULL},
    {"math.absf", "llvm.fabs.f32", "llvm.fabs.f64", NULL},
    {"math.fma", "llvm.fma.f32", "llvm.fma.f64", NULL},
    {"math.sqrt", "llvm.nvvm.sqrt.rn.f", "llvm.nvvm.sqrt.rn.d", "llvm.nvvm.sqrt.approx.f"},
};
enum { MaxOperands = 3 };

static MlirValue insert_intrinsic(MlirOperation anchor, const char *intrinsic, intptr_t numOperands,
                                  const MlirValue *operands) {
  MlirContext context = mlirOperationGetContext(anchor);
  MlirType type = mlirValueGetType(operands[0]);
  int32_t segments[] = {(int32_t)numOperands, 0};
  MlirNamedAttribute attributes[] = {
      accyNamed("intrin", accyStringAttribute(context, intrinsic)),
      accyNamed("op_bundle_sizes", mlirDenseI32ArrayGet(context, 0, NULL)),
      accyNamed("operandSegmentSizes", mlirDenseI32ArrayGet(context, 2, segments)),
  };
  return accyInsertBefore(anchor, &(AccyOpSpec){.name = "llvm.call_intrinsic",
                                                .numOperands = numOperands,
                                                .operands = operands,
                                                .numResults = 1,
                                                .results = &type,
                                                .numAttributes = 3,
                                                .attributes = attributes});
}

// The operation's value by the row's intrinsic; an f16 goes through f32.
static MlirValue insert_replacement(MlirOperation op, const IntrinsicRow *row) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(op));
  bool isNarrow = mlirFloatTypeGetWidth(type) < 32;
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  MlirValue operands[MaxOperands];
  for (intptr_t i = 0; i < numOperands; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (isNarrow)
      operands[i] = accyInsertConversion(op, "arith.extf", operands[i], f32);
  }
  bool isApproximate = row->approximateF32 && accyAllowsApproximation(op);
  const char *intrinsic = mlirTypeIsAF64(type) ? row->f64 : isApproximate ? row->approximateF32 : row->f32;
  MlirValue result = insert_intrinsic(op, intrinsic, numOperands, operands);
  return isNarrow ? accyInsertConversion(op, "arith.truncf", result, type) : result;
}

static MlirWalkResult replace(MlirOperation op, void *userData) {
  (void)userData;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (!accyOperationIs(op, rows[i].operation))
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), insert_replacement(op, &rows[i]));
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

void accyNvptxReplaceMath(MlirOperation root) {
  mlirOperationWalk(root, replace, NULL, MlirWalkPostOrder);
}

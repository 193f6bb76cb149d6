// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// The math operations of a kernel as intrinsics of LLVM's NVPTX; see intrinsics.h.

#include "lowering/cuda_ptx/intrinsics.h"

#include "support/ir.h"

// Rows: an operation on a type becomes the intrinsic, which takes one operand.
typedef struct IntrinsicRow {
  const char *operation;
  bool (*matches)(MlirType type);
  const char *intrinsic;
} IntrinsicRow;

static const IntrinsicRow rows[] = {
    {"math.absf", mlirTypeIsAF16, "llvm.fabs.f16"},       {"math.absf", mlirTypeIsABF16, "llvm.fabs.bf16"},
    {"math.absf", mlirTypeIsAF32, "llvm.fabs.f32"},       {"math.absf", mlirTypeIsAF64, "llvm.fabs.f64"},
    {"math.sqrt", mlirTypeIsAF32, "llvm.nvvm.sqrt.rn.f"}, {"math.sqrt", mlirTypeIsAF64, "llvm.nvvm.sqrt.rn.d"},
};

static const char *find_intrinsic(const char *operation, MlirType type) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (accyTextEquals(accyText(rows[i].operation), operation) && rows[i].matches(type))
      return rows[i].intrinsic;
  return NULL;
}

static MlirValue insert_unary(MlirOperation anchor, const char *name, MlirValue operand, MlirType type,
                              const char *intrinsic) {
  MlirContext context = mlirOperationGetContext(anchor);
  MlirNamedAttribute attributes[3];
  intptr_t count = 0;
  if (intrinsic) {
    int32_t segments[] = {1, 0};
    attributes[count++] = accyNamed("intrin", accyStringAttribute(context, intrinsic));
    attributes[count++] = accyNamed("op_bundle_sizes", mlirDenseI32ArrayGet(context, 0, NULL));
    attributes[count++] = accyNamed("operandSegmentSizes", mlirDenseI32ArrayGet(context, 2, segments));
  }
  MlirOperation op = accyCreateOperation(&(AccyOpSpec){.name = name,
                                                       .location = mlirOperationGetLocation(anchor),
                                                       .numOperands = 1,
                                                       .operands = &operand,
                                                       .numResults = 1,
                                                       .results = &type,
                                                       .numAttributes = count,
                                                       .attributes = attributes});
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(anchor), anchor, op);
  return mlirOperationGetResult(op, 0);
}

static MlirWalkResult replace(MlirOperation op, void *userData) {
  (void)userData;
  const char *name = accyOperationIs(op, "math.sqrt")   ? "math.sqrt"
                     : accyOperationIs(op, "math.absf") ? "math.absf"
                                                        : NULL;
  if (!name)
    return MlirWalkResultAdvance;
  MlirValue operand = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(operand);
  const char *intrinsic = find_intrinsic(name, type);
  MlirValue result;
  if (intrinsic) {
    result = insert_unary(op, "llvm.call_intrinsic", operand, type, intrinsic);
  } else {
    MlirType wide = mlirF32TypeGet(mlirOperationGetContext(op));
    result = insert_unary(op, "arith.extf", operand, wide, NULL);
    result = insert_unary(op, "llvm.call_intrinsic", result, wide, find_intrinsic(name, wide));
    result = insert_unary(op, "arith.truncf", result, type, NULL);
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), result);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void accyNvptxReplaceMath(MlirOperation root) {
  mlirOperationWalk(root, replace, NULL, MlirWalkPostOrder);
}

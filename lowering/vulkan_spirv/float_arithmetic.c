// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See float_arithmetic.h.

#include "lowering/vulkan_spirv/float_arithmetic.h"

#include "lowering/fast_math.h"
#include "lowering/insert.h"

enum { MaxOperands = 2 };

static const struct {
  const char *name, *replacement;
} rows[] = {
    {"arith.addf", "spirv.FAdd"},    {"arith.divf", "spirv.FDiv"}, {"arith.mulf", "spirv.FMul"},
    {"arith.negf", "spirv.FNegate"}, {"arith.subf", "spirv.FSub"},
};

static MlirValue insert_replacement(MlirOperation op, const char *name) {
  MlirValue operands[MaxOperands];
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < numOperands; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirNamedAttribute forbids = accyNamed("no_contraction", mlirUnitAttrGet(mlirOperationGetContext(op)));
  return accyInsertBefore(op, &(AccyOpSpec){.name = name,
                                            .numOperands = numOperands,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &type,
                                            .numAttributes = accyAllowsContraction(op) ? 0 : 1,
                                            .attributes = &forbids});
}

static MlirWalkResult convert(MlirOperation op, void *userData) {
  (void)userData;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (!accyOperationIs(op, rows[i].name))
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), insert_replacement(op, rows[i].replacement));
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

void accySpirvConvertFloatArithmetic(MlirOperation kernel) {
  mlirOperationWalk(kernel, convert, NULL, MlirWalkPostOrder);
}

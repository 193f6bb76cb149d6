// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See program.h.

#include "passes/program.h"

#include "dialects/accy/ops.h"
#include "dialects/choir/ops.h"
#include "support/ir.h"

void accyProgramDependentDialects(MlirDialectRegistry registry) {
  accyDialectRegistryInsert(registry, accyDialectGetRow());
  accyDialectRegistryInsert(registry, choirDialectGetRow());
}

MlirLogicalResult accyForEachProgram(MlirOperation module, MlirLogicalResult (*visit)(MlirOperation, void *),
                                     void *userData) {
  MlirOperation next;
  for (MlirOperation program = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(module, 0)), "choir.program");
       !mlirOperationIsNull(program); program = next) {
    next = accyFindNext(mlirOperationGetNextInBlock(program), "choir.program");
    if (mlirLogicalResultIsFailure(visit(program, userData)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

// A visitor of slots, behind one pointer.
typedef struct SlotVisitor {
  MlirLogicalResult (*visit)(MlirOperation slot);
} SlotVisitor;

static MlirLogicalResult visit_slots(MlirOperation program, void *userData) {
  const SlotVisitor *visitor = userData;
  ACCY_FOR_EACH(slot, accyGetBlock(program, 0), "choir.slot") {
    if (mlirLogicalResultIsFailure(visitor->visit(slot)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyForEachSlot(MlirOperation module, MlirLogicalResult (*visit)(MlirOperation slot)) {
  SlotVisitor visitor = {visit};
  return accyForEachProgram(module, visit_slots, &visitor);
}

static MlirOperation find_in_block(MlirBlock block, const char *opName, MlirStringRef symbol) {
  if (mlirBlockIsNull(block))
    return (MlirOperation){NULL};
  ACCY_FOR_EACH(op, block, opName) {
    if (mlirStringRefEqual(accyGetString(op, "sym_name"), symbol))
      return op;
  }
  return (MlirOperation){NULL};
}

MlirOperation accyProgramFindSymbol(MlirOperation program, const char *opName, MlirStringRef symbol) {
  return find_in_block(accyGetBlock(program, 0), opName, symbol);
}

MlirOperation accyProgramFindKernelFunction(MlirOperation program, MlirStringRef name) {
  MlirOperation kernels = accyProgramFindSymbol(program, "gpu.module", accyText("kernels"));
  if (mlirOperationIsNull(kernels))
    return kernels;
  return find_in_block(accyGetBlock(kernels, 0), "gpu.func", name);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether all threads of a threadgroup reach each barrier; see uniformity.h.
//
// Values are *varying* when they may differ between the threads of a threadgroup, blocks *divergent* when only some of
// these may run them. What loops carry is taken for uniform at first; passes over the kernel go on until none finds
// another varying value.

#include "lowering/uniformity.h"

#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "support/ir.h"
#include "support/pointer_map.h"

// An scf.for's operands: lower bound, upper bound, step, then initial values.
enum { NumBounds = 3 };

typedef struct Analysis {
  const AccyLoweringRequest *request;
  AccyPointerMap varying;
  bool hasChanged, isLast, failed;
} Analysis;

static void visit_block(Analysis *analysis, MlirBlock block, bool isDivergent);

static bool is_varying(const Analysis *analysis, MlirValue value) {
  return accyPointerMapGet(&analysis->varying, value.ptr, 0) != 0;
}

// Ends the analysis, whose failure has been reported.
static void fail(Analysis *analysis, MlirLogicalResult reported) {
  (void)reported;
  analysis->failed = true;
}

static void join(Analysis *analysis, MlirValue value, bool isVarying) {
  if (!isVarying || is_varying(analysis, value))
    return;
  analysis->hasChanged = true;
  if (!accyPointerMapSet(&analysis->varying, value.ptr, 1))
    fail(analysis, accyLoweringError(analysis->request, "out of memory [OutOfMemory]"));
}

static bool has_varying_operand(const Analysis *analysis, MlirOperation op, intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    if (is_varying(analysis, mlirOperationGetOperand(op, i)))
      return true;
  return false;
}

static MlirValue yielded(MlirBlock block, intptr_t index) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(block), index);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void visit_if(Analysis *analysis, MlirOperation op, bool isDivergent) {
  bool isVarying = is_varying(analysis, mlirOperationGetOperand(op, 0));
  for (intptr_t region = 0; region < 2; ++region) {
    MlirBlock block = accyGetBlock(op, region);
    if (mlirBlockIsNull(block))
      continue;
    visit_block(analysis, block, isDivergent || isVarying);
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      join(analysis, mlirOperationGetResult(op, i), isVarying || is_varying(analysis, yielded(block, i)));
  }
}

static void visit_for(Analysis *analysis, MlirOperation op, bool isDivergent) {
  MlirBlock body = accyGetBlock(op, 0);
  bool isVarying = has_varying_operand(analysis, op, NumBounds);
  join(analysis, mlirBlockGetArgument(body, 0), isVarying);
  visit_block(analysis, body, isDivergent || isVarying);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    bool isCarriedVarying = isVarying || is_varying(analysis, mlirOperationGetOperand(op, NumBounds + i)) ||
                            is_varying(analysis, yielded(body, i));
    join(analysis, mlirBlockGetArgument(body, i + 1), isCarriedVarying);
    join(analysis, mlirOperationGetResult(op, i), isCarriedVarying);
  }
}

static void visit_while(Analysis *analysis, MlirOperation op, bool isDivergent) {
  MlirBlock before = accyGetBlock(op, 0), after = accyGetBlock(op, 1);
  bool isVarying = is_varying(analysis, yielded(before, 0));
  visit_block(analysis, before, isDivergent || isVarying);
  visit_block(analysis, after, isDivergent || isVarying);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(before); ++i)
    join(analysis, mlirBlockGetArgument(before, i),
         isVarying || is_varying(analysis, mlirOperationGetOperand(op, i)) || is_varying(analysis, yielded(after, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    bool isHandedOnVarying = isVarying || is_varying(analysis, yielded(before, i + 1));
    join(analysis, mlirBlockGetArgument(after, i), isHandedOnVarying);
    join(analysis, mlirOperationGetResult(op, i), isHandedOnVarying);
  }
}

static void visit_barrier(Analysis *analysis, MlirOperation op, bool isDivergent) {
  if (!analysis->isLast || !isDivergent || analysis->failed)
    return;
  fail(analysis, accyLoweringOpError(analysis->request, op,
                                     "whether it is reached may differ between the threads of a threadgroup: put it "
                                     "where that depends on constants, block_id and buffers that are only read alone "
                                     "[InvalidArtifact]"));
}

static bool is_threadgroup_memory(MlirValue memory) {
  return !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(mlirValueGetType(memory)));
}

// Whether the operation gives varying results of uniform operands.
static bool is_source(MlirOperation op) {
  if (accyOperationIs(op, "gpu.thread_id"))
    return true;
  if (!accyOperationIs(op, "memref.load"))
    return false;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  return accyKernelWritesBuffer(memory) || is_threadgroup_memory(memory);
}

static void visit_operation(Analysis *analysis, MlirOperation op, bool isDivergent) {
  static const struct {
    const char *name;
    void (*visit)(Analysis *analysis, MlirOperation op, bool isDivergent);
  } rows[] = {{"scf.if", visit_if}, {"scf.for", visit_for}, {"scf.while", visit_while}, {"gpu.barrier", visit_barrier}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (accyOperationIs(op, rows[i].name)) {
      rows[i].visit(analysis, op, isDivergent);
      return;
    }
  bool isVarying = is_source(op) || has_varying_operand(analysis, op, mlirOperationGetNumOperands(op));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    join(analysis, mlirOperationGetResult(op, i), isVarying);
}

static void visit_block(Analysis *analysis, MlirBlock block, bool isDivergent) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    visit_operation(analysis, op, isDivergent);
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

MlirLogicalResult accyCheckBarriers(const AccyLoweringRequest *request) {
  Analysis analysis = {.request = request};
  MlirBlock body = accyKernelGetBody(request->kernel);
  do {
    analysis.hasChanged = false;
    visit_block(&analysis, body, false);
  } while (analysis.hasChanged && !analysis.failed);
  analysis.isLast = true;
  if (!analysis.failed)
    visit_block(&analysis, body, false);
  accyPointerMapDestroy(&analysis.varying);
  return analysis.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

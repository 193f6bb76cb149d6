// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See in_place.h.

#include "passes/in_place.h"

#include "dialects/accy/ops.h"
#include "support/ir.h"
#include "support/pointer_map.h"

//===----------------------------------------------------------------------===//
// How a body reads its inputs
//===----------------------------------------------------------------------===//

// At which elements of an input a value's element is computed from, as bits: that of its own index, those that a fold
// of its row takes, and any other.
enum { AtSameIndex = 1, InFoldOfRow = 2, AtOthers = 4 };

// In a row pipeline an element is computed from folds of its own row only, and the threads that share a row have read
// all of it before one of them knows what it folds to.
static int64_t reads_of(const AccyPointerMap *reads, MlirOperation op, bool isRowPipeline) {
  AccyOpcode opcode = accyOpGetOpcode(op);
  int64_t at = 0;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    at |= accyPointerMapGet(reads, mlirOperationGetOperand(op, i).ptr, 0);
  if (at == 0 || accyOpIsElementwise(op))
    return at;
  bool foldsRow = opcode == AccyOp_reduce && (at & AtOthers) == 0;
  bool handsFoldOn = (opcode == AccyOp_broadcast || opcode == AccyOp_reshape) && at == InFoldOfRow;
  return isRowPipeline && (foldsRow || handsFoldOn) ? InFoldOfRow : AtOthers;
}

static bool follow_input(MlirBlock body, MlirValue input, bool isRowPipeline, AccyPointerMap *reads) {
  bool done = accyPointerMapSet(reads, input.ptr, AtSameIndex);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); done && !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op)) {
    int64_t at = reads_of(reads, op, isRowPipeline);
    for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n && at != 0; ++i)
      done = done && accyPointerMapSet(reads, mlirOperationGetResult(op, i).ptr, at);
  }
  return done;
}

// Whether the output can be written where the input lies: each of its elements takes of the input the element at its
// own index, and else none that another thread may have written over. Also false when memory runs out.
static bool reads_in_place(MlirBlock body, MlirValue input, bool isRowPipeline) {
  AccyPointerMap reads = {0};
  MlirValue result = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  bool done = follow_input(body, input, isRowPipeline, &reads);
  int64_t at = accyPointerMapGet(&reads, result.ptr, 0);
  accyPointerMapDestroy(&reads);
  return done && at != 0 && (at & AtOthers) == 0;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static MlirOperation slot_of(MlirOperation launch, intptr_t operand) {
  return mlirOpResultGetOwner(mlirOperationGetOperand(launch, operand));
}

// Whether every other operation that uses the slot comes before the launch, or, if not `before`, after it; the launch
// itself must use it once.
static bool is_used_only(MlirOperation slot, MlirOperation launch, bool before) {
  int here = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(slot, 0)); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(user, launch))
      ++here;
    else if (mlirOperationIsBeforeInBlock(user, launch) != before)
      return false;
  }
  return here == 1;
}

static bool same_entry(MlirOperation a, MlirOperation b, const char *record, const char *entry) {
  MlirAttribute left = accyDictionaryGet(accyGetAttribute(a, record), entry);
  return !mlirAttributeIsNull(left) && mlirAttributeEqual(left, accyDictionaryGet(accyGetAttribute(b, record), entry));
}

// Whether the output's slot can take the memory of the input's.
static bool can_share(MlirOperation input, MlirOperation output, MlirOperation launch) {
  return accyTextEquals(accyGetString(input, "role"), "temporary") && same_entry(input, output, "memory", "space") &&
         same_entry(input, output, "layout", "kind") && same_entry(input, output, "layout", "strides") &&
         same_entry(input, output, "layout", "minor_to_major") && is_used_only(input, launch, true) &&
         is_used_only(output, launch, false);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

int64_t accyFindInPlaceInput(MlirOperation kernel, MlirOperation launch) {
  MlirBlock body = accyGetBlock(kernel, 0);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  intptr_t inputs = mlirOperationGetNumOperands(launch) - 1;
  bool isRowPipeline = accyTextEquals(accyGetString(kernel, "kind"), "row_pipeline");
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue input = mlirBlockGetArgument(body, i);
    if (mlirTypeEqual(mlirValueGetType(input), type) &&
        can_share(slot_of(launch, i), slot_of(launch, inputs), launch) && reads_in_place(body, input, isRowPipeline))
      return i;
  }
  return -1;
}

void accyKernelSetAliasedInput(MlirOperation kernel, MlirOperation function, int64_t input) {
  MlirAttribute number = accyI64Attribute(mlirOperationGetContext(kernel), input);
  accySetAttribute(kernel, "aliased_input", number);
  accySetAttribute(function, "choir.aliased_input", number);
}

MlirLogicalResult accyKernelGetAliasedInput(MlirOperation kernel, MlirOperation launch, int64_t *outInput) {
  *outInput = -1;
  if (mlirAttributeIsNull(accyGetAttribute(kernel, "aliased_input")))
    return mlirLogicalResultSuccess();
  *outInput = accyGetInteger(kernel, "aliased_input", -1);
  if (*outInput >= 0 && *outInput < mlirOperationGetNumOperands(launch) - 1)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(kernel, "has an 'aliased_input' that is no number of one of its %ld inputs [InvalidArtifact]",
                         (long)(mlirOperationGetNumOperands(launch) - 1));
}

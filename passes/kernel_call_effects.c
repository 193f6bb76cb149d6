// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel_call_effects.h.

#include "passes/kernel_call_effects.h"

#include "accy-c/Dialects.h"
#include "passes/kernel_call.h"
#include "support/ir.h"

// The first use of the operand's value other than this one that is in the call or after it; null when there is none.
static MlirOperation find_later_user(MlirOperation call, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(call, operand);
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool isThis = mlirOperationEqual(user, call) && (intptr_t)mlirOpOperandGetOperandNumber(use) == operand;
    if (!isThis && !mlirOperationIsBeforeInBlock(user, call))
      return user;
  }
  return (MlirOperation){NULL};
}

static MlirLogicalResult check_written(MlirOperation call, intptr_t operand) {
  MlirOperation user = find_later_user(call, operand);
  if (mlirOperationIsNull(user))
    return mlirLogicalResultSuccess();
  if (mlirOperationEqual(user, call))
    return accyEmitOpError(call,
                           "writes its operand %ld, which is another operand of it, too: give it two tensors "
                           "[UnsupportedOperation]",
                           (long)operand);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(user));
  return accyEmitOpError(call,
                         "writes its operand %ld, which '%.*s' uses afterwards: use the call's result there, with "
                         "alias = %ld if it is to be what the kernel wrote [UnsupportedOperation]",
                         (long)operand, (int)name.length, name.data, (long)operand);
}

static bool is_read_only(MlirValue value) {
  return mlirValueIsABlockArgument(value) || accyValueIsResultOf(value, "accy.constant");
}

static void copy_operand(MlirOperation call, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(call, operand);
  MlirOperation copy = accyReshapeCreate(mlirOperationGetLocation(call), value, mlirValueGetType(value));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, copy);
  mlirOperationSetOperand(call, operand, mlirOperationGetResult(copy, 0));
}

static MlirLogicalResult prepare_call(MlirOperation call) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(call); i < n; ++i) {
    if (!accyKernelCallWrites(call, i))
      continue;
    if (mlirLogicalResultIsFailure(check_written(call, i)))
      return mlirLogicalResultFailure();
    if (is_read_only(mlirOperationGetOperand(call, i)))
      copy_operand(call, i);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult accyPrepareKernelCalls(MlirBlock block) {
  ACCY_FOR_EACH(call, block, "accy.kernel_call") {
    if (mlirLogicalResultIsFailure(prepare_call(call)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of a program need against what its target has; see legality.h.

#include "passes/legality.h"

#include "passes/legality_numbers.h"
#include "passes/legality_sizes.h"
#include "support/ir.h"

static MlirLogicalResult check_value(MlirOperation op, MlirType type, const AccyProgramTarget *target,
                                     AccyRequirements *needs) {
  if (mlirLogicalResultIsFailure(accyRequireDtype(op, mlirShapedTypeGetElementType(type), target, &needs->dtypes)) ||
      mlirLogicalResultIsFailure(accyCheckElements(op, type, target)))
    return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check_operand(MlirOperation op, MlirValue operand, const AccyProgramTarget *target,
                                       AccyRequirements *needs) {
  MlirType type = mlirValueGetType(operand);
  if (mlirLogicalResultIsFailure(check_value(op, type, target, needs)) ||
      mlirLogicalResultIsFailure(accyRequireArithmetic(op, type, target, &needs->features)))
    return mlirLogicalResultFailure();
  return mlirValueIsABlockArgument(operand) ? accyCheckBuffer(op, type, target) : mlirLogicalResultSuccess();
}

static MlirLogicalResult check_operation(MlirOperation op, MlirValue yielded, const AccyProgramTarget *target,
                                         AccyMathLibrary library, AccyRequirements *needs) {
  accyNoteFeatures(op, target, &needs->features);
  if (mlirLogicalResultIsFailure(accyRequireFunction(op, library)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (mlirLogicalResultIsFailure(check_operand(op, mlirOperationGetOperand(op, i), target, needs)))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (mlirLogicalResultIsFailure(check_value(op, type, target, needs)) ||
        (mlirValueEqual(result, yielded) && mlirLogicalResultIsFailure(accyCheckBuffer(op, type, target))))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

// Errors name operations of the user's: none of them is the one that yields. Only what hands an input on, as a kernel
// that came as text may, has no other.
static MlirLogicalResult check_body(MlirOperation kernel, MlirValue yielded, const AccyProgramTarget *target,
                                    AccyMathLibrary library, AccyRequirements *needs) {
  MlirBlock body = accyGetBlock(kernel, 0);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(check_operation(op, yielded, target, library, needs)))
      return mlirLogicalResultFailure();
  return mlirValueIsABlockArgument(yielded) ? check_operand(kernel, yielded, target, needs)
                                            : mlirLogicalResultSuccess();
}

static MlirLogicalResult check_buffers(MlirOperation kernel, MlirValue yielded, const AccyProgramTarget *target) {
  MlirStringRef kind = accyGetString(kernel, "kind");
  MlirOperation root = mlirValueIsAOpResult(yielded) ? mlirOpResultGetOwner(yielded) : kernel;
  bool canSplit = target->profile.capabilities.bindings.max_buffers >= ACCY_FEWEST_BUFFERS_TO_SPLIT;
  const char *advice = accyTextEquals(kind, "kernel_call") ? "call a kernel that takes fewer"
                       : canSplit                          ? "run accy-split-work-items before accy-outline-kernels"
                                                           : "fewer than five are not enough for every operation";
  return accyCheckBufferCount(root, accyCountBindings(accyGetBlock(kernel, 0), kind), target, advice);
}

MlirLogicalResult accyCheckKernel(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                                  AccyRequirements *outNeeds) {
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(accyGetBlock(kernel, 0)), 0);
  *outNeeds = (AccyRequirements){0};
  if (mlirLogicalResultIsFailure(check_body(kernel, yielded, target, library, outNeeds)))
    return mlirLogicalResultFailure();
  return check_buffers(kernel, yielded, target);
}

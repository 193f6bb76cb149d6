// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See legality_strategy.h. How long loops are, their kernel knows when it is built: it is, and thrown away.

#include "passes/legality_strategy.h"

#include "lowering/loop_steps.h"
#include "passes/kernel_work.h"
#include "passes/work_item.h"
#include "support/ir.h"

// The operation that is the reason for the kernel's loops.
static MlirOperation find_reason(MlirOperation kernel) {
  static const char *const names[] = {"accy.dot_general", "accy.reduce", "accy.rem", "accy.pow"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    MlirOperation op = accyFindNext(mlirBlockGetFirstOperation(accyGetBlock(kernel, 0)), names[i]);
    if (!mlirOperationIsNull(op))
      return op;
  }
  return kernel;
}

static MlirLogicalResult check_steps(const AccyKernelWork *work, const AccyStrategy *strategy, const char *target,
                                     uint32_t most) {
  AccyKernelFunction function = accyKernelFunctionCreate(work);
  bool isBuilt = strategy->build(&function, work);
  uint64_t steps = isBuilt ? accyKernelCountLoopSteps(function.op) : 0;
  accyKernelFunctionDestroy(&function);
  if (!isBuilt)
    return mlirLogicalResultFailure();
  if (steps <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(find_reason(work->kernel),
                         "takes %llu steps in the loops of a thread; on target '%s' loops end after %u: fold or "
                         "contract less at once, or choose a profile without this limit [CapabilityMismatch]",
                         (unsigned long long)steps, target, most);
}

MlirLogicalResult accyCheckStrategy(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                                    const AccyStrategyChoice *choice) {
  uint32_t most = target->profile.capabilities.max_loop_steps;
  if ((most == 0 && !choice->forced) || accyTextEquals(accyGetString(kernel, "kind"), "kernel_call"))
    return mlirLogicalResultSuccess();
  AccyKernelWork work = accyKernelWorkCreate(kernel, target, library);
  const AccyStrategy *strategy = accyStrategyChoiceFor(choice, &work);
  if (!strategy)
    return mlirLogicalResultFailure();
  return most == 0 ? mlirLogicalResultSuccess() : check_steps(&work, strategy, target->name, most);
}

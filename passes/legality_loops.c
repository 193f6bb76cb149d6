// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See legality_loops.h. How long loops are, their kernel knows when it is built: it is, and thrown away.

#include "passes/legality_loops.h"

#include "kernels/strategy.h"
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

// The steps of the kernel's best strategy; false after an error.
static bool count_steps(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                        uint64_t *outSteps) {
  AccyKernelWork work = accyKernelWorkCreate(kernel, target, library);
  const AccyStrategy *strategy = accyStrategyChoose(&work, /*onlyGeneric=*/false);
  if (!strategy) {
    accyEmitOpError(kernel, "has no strategy that fits it [UnsupportedOperation]");
    return false;
  }
  AccyKernelFunction function = accyKernelFunctionCreate(&work);
  bool isBuilt = strategy->build(&function, &work);
  if (isBuilt)
    *outSteps = accyKernelCountLoopSteps(function.op);
  accyKernelFunctionDestroy(&function);
  return isBuilt;
}

MlirLogicalResult accyCheckLoops(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library) {
  uint32_t most = target->profile.capabilities.max_loop_steps;
  uint64_t steps;
  if (most == 0 || accyTextEquals(accyGetString(kernel, "kind"), "kernel_call"))
    return mlirLogicalResultSuccess();
  if (!count_steps(kernel, target, library, &steps))
    return mlirLogicalResultFailure();
  if (steps <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(find_reason(kernel),
                         "takes %llu steps in the loops of a thread; on target '%s' loops end after %u: fold or "
                         "contract less at once, or choose a profile without this limit [CapabilityMismatch]",
                         (unsigned long long)steps, target->name, most);
}

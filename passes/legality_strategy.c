// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See legality_strategy.h. How long loops are, and how a grid is folded, a kernel knows when it is built: where that
// matters it is, and thrown away.

#include "passes/legality_strategy.h"

#include "lowering/loop_steps.h"
#include "passes/kernel_work.h"
#include "passes/launch_request.h"
#include "passes/work_item.h"
#include "support/ir.h"

// A kernel and what is to become of it.
typedef struct StrategyCheck {
  const AccyProgramTarget *target;
  AccyKernelWork work;
  const AccyStrategy *strategy;
  AccyKernelKind kind;
  AccyResources resources;
} StrategyCheck;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

// The product or the reduction, else what makes the kernel's result.
static MlirOperation find_root(const AccyKernelWork *work) {
  static const char *const names[] = {"accy.dot_general", "accy.reduce"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    MlirOperation op = accyWorkItemFindAnchor(work->body, names[i]);
    if (!mlirOperationIsNull(op))
      return op;
  }
  return mlirValueIsAOpResult(work->result) ? mlirOpResultGetOwner(work->result) : work->kernel;
}

// The launch of one thread an element.
static AccyLaunchRequest request_launch(const StrategyCheck *check) {
  AccyLaunchRequest request = {.target = check->work.target,
                               .format = check->work.format,
                               .resources = &check->resources,
                               .shape = AccyLaunchShapeGeneric};
  MlirOperation root = find_root(&check->work);
  AccyDotShape dot;
  AccyReductionShape reduction;
  if (accyOperationIs(root, "accy.dot_general") && accyReadDotShape(root, &dot))
    accyLaunchRequestSetDot(&request, &dot);
  else if (accyOperationIs(root, "accy.reduce") && accyReadReductionShape(root, &reduction))
    accyLaunchRequestSetReduction(&request, &reduction);
  return request;
}

// Whether the target has a grid for one thread an element without folding it: it has one then for any strategy. Those
// of rows fit only where the target has their grid.
static bool has_usual_launch(const StrategyCheck *check) {
  AccyLaunchRequest request = request_launch(check);
  AccyLaunchResources launch;
  return check->kind == AccyKernelKindRowPipeline || accyLaunchResourcesPlan(&request, &launch, NULL);
}

static MlirLogicalResult check_launch(const StrategyCheck *check, MlirOperation function) {
  AccyLaunchRequest request = request_launch(check);
  AccyLaunchResources launch;
  AccyStatus status;
  request.needs_whole_subgroups = check->strategy->subgroupOperations != 0;
  if (mlirLogicalResultIsFailure(accyLaunchRequestAddFunction(&request, function, check->kind)))
    return mlirLogicalResultFailure();
  return accyLaunchResourcesPlan(&request, &launch, &status)
             ? mlirLogicalResultSuccess()
             : accyEmitStatus(find_root(&check->work), check->target, &status);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

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

static MlirLogicalResult check_steps(const StrategyCheck *check, MlirOperation function) {
  uint32_t most = check->work.target->max_loop_steps;
  uint64_t steps = most == 0 ? 0 : accyKernelCountLoopSteps(function);
  if (steps <= most)
    return mlirLogicalResultSuccess();
  return accyEmitOpError(find_reason(check->work.kernel),
                         "takes %llu steps in the loops of a thread; on target '%s' loops end after %u: fold or "
                         "contract less at once, or choose a profile without this limit [CapabilityMismatch]",
                         (unsigned long long)steps, check->target->name, most);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static MlirLogicalResult check_built(const StrategyCheck *check) {
  AccyKernelFunction function = accyKernelFunctionCreate(&check->work);
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (check->strategy->build(&function, &check->work) && mlirLogicalResultIsSuccess(check_launch(check, function.op)))
    result = check_steps(check, function.op);
  accyKernelFunctionDestroy(&function);
  return result;
}

MlirLogicalResult accyCheckStrategy(MlirOperation kernel, const AccyProgramTarget *target, AccyMathLibrary library,
                                    const AccyStrategyChoice *choice) {
  StrategyCheck check = {.target = target, .work = accyKernelWorkCreate(kernel, target, library)};
  if (accyTextEquals(check.work.kind, "kernel_call"))
    return mlirLogicalResultSuccess();
  check.strategy = accyStrategyChoiceFor(choice, &check.work);
  if (!check.strategy || mlirLogicalResultIsFailure(accyWorkItemComputeResources(kernel, &check.resources)))
    return mlirLogicalResultFailure();
  (void)accyKernelKindParse(check.work.kind.data, check.work.kind.length, &check.kind); // a strategy has known it
  accyResourcesClassify(&check.resources);
  bool isBuilt = target->profile.capabilities.max_loop_steps > 0 || !has_usual_launch(&check);
  return isBuilt ? check_built(&check) : mlirLogicalResultSuccess();
}

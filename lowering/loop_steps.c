// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many steps a thread of a kernel takes in its loops; see loop_steps.h.

#include "lowering/loop_steps.h"

#include "lowering/format.h"
#include "lowering/kernel_form.h"
#include "support/ir.h"

// An scf.for's operands.
enum { LowerBound, UpperBound, Step };

static bool constant_value(MlirValue value, int64_t *outValue) {
  if (!accyValueIsResultOf(value, "arith.constant"))
    return false;
  *outValue = mlirIntegerAttrGetValueInt(accyGetAttribute(mlirOpResultGetOwner(value), "value"));
  return true;
}

static uint64_t saturating_add(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t saturating_multiply(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

// How often the loop's body runs, at most.
static uint64_t count_turns(MlirOperation loop) {
  int64_t lower, upper, step;
  if (accyOperationIs(loop, "scf.while"))
    return (uint64_t)accyGetInteger(loop, "accy.most_steps", 1);
  if (!constant_value(mlirOperationGetOperand(loop, LowerBound), &lower) ||
      !constant_value(mlirOperationGetOperand(loop, UpperBound), &upper) ||
      !constant_value(mlirOperationGetOperand(loop, Step), &step) || step < 1)
    return 1;
  return lower < upper ? ((uint64_t)upper - (uint64_t)lower + (uint64_t)step - 1) / (uint64_t)step : 0;
}

static uint64_t count_steps(MlirBlock block);

// The steps of all regions, of which a loop's run as often as it turns, and one of an scf.if's does. To leave a loop
// takes a step, too.
static uint64_t count_operation(MlirOperation op) {
  uint64_t sum = 0, largest = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    uint64_t steps = mlirBlockIsNull(block) ? 0 : count_steps(block);
    sum = saturating_add(sum, steps);
    largest = steps > largest ? steps : largest;
  }
  if (accyOperationIs(op, "scf.for") || accyOperationIs(op, "scf.while"))
    return saturating_add(saturating_multiply(count_turns(op), saturating_add(sum, 1)), 1);
  return largest;
}

static uint64_t count_steps(MlirBlock block) {
  uint64_t steps = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    steps = saturating_add(steps, count_operation(op));
  return steps;
}

uint64_t accyKernelCountLoopSteps(MlirOperation kernel) {
  return count_steps(accyKernelGetBody(kernel));
}

MlirLogicalResult accyLoopStepsCheck(const AccyLoweringRequest *request) {
  uint32_t most = request->target->capabilities.max_loop_steps;
  if (most == 0)
    return mlirLogicalResultSuccess();
  uint64_t steps = accyKernelCountLoopSteps(request->kernel);
  if (steps <= most)
    return mlirLogicalResultSuccess();
  return accyLoweringError(request,
                           "a thread takes %llu steps in its loops; on the target loops end after %u: fold or contract "
                           "less at once, or choose a profile without this limit [CapabilityMismatch]",
                           (unsigned long long)steps, most);
}

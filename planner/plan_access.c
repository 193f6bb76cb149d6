// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a plan, and setting its function and target. Spec: planner.md, section 4.
#include "planner/plan.h"

#include <string.h>

#include "planner/utf8.h"

bool accyFunctionNameVerify(const char *name, size_t length, AccyStatus *status) {
  if (length == 0 || length >= ACCY_NAME_CAPACITY)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "a function's name has %zu bytes; it may have 1 to %d",
                    length, ACCY_NAME_CAPACITY - 1);
  if (memchr(name, 0, length))
    return accyFail(status, AccyStatusCodeInvalidArtifact,
                    "a function's name holds a NUL byte, which ends a name in C: give it another");
  size_t valid = accyUtf8Span(name, length);
  return valid == length ||
         accyFail(status, AccyStatusCodeInvalidArtifact,
                  "a function's name is not UTF-8 from its byte %zu on, which plan.json is: give it another",
                  valid + 1);
}

bool accyPlanSetFunction(AccyPlan *plan, const char *function, AccyStatus *status) {
  size_t length = strlen(function);
  if (!accyFunctionNameVerify(function, length, status))
    return false;
  memcpy(plan->function, function, length + 1);
  return true;
}

void accyPlanSetTarget(AccyPlan *plan, const AccyTargetProfile *target) {
  plan->target = *target;
}

const char *accyPlanGetFunction(const AccyPlan *plan) {
  return plan->function;
}

const AccyTargetProfile *accyPlanGetTarget(const AccyPlan *plan) {
  return &plan->target;
}

uint32_t accyPlanGetSlotCount(const AccyPlan *plan) {
  return plan->slot_count;
}

const AccySlot *accyPlanGetSlot(const AccyPlan *plan, uint32_t index) {
  return &plan->slots[index];
}

uint32_t accyPlanGetInputCount(const AccyPlan *plan) {
  return plan->input_count;
}

uint32_t accyPlanGetInput(const AccyPlan *plan, uint32_t index) {
  return plan->inputs[index];
}

uint32_t accyPlanGetOutputCount(const AccyPlan *plan) {
  return plan->output_count;
}

uint32_t accyPlanGetOutput(const AccyPlan *plan, uint32_t index) {
  return plan->outputs[index];
}

uint32_t accyPlanGetKernelCount(const AccyPlan *plan) {
  return plan->kernel_count;
}

const AccyKernel *accyPlanGetKernel(const AccyPlan *plan, uint32_t index) {
  return &plan->kernels[index];
}

const AccyMemoryPlan *accyPlanGetMemory(const AccyPlan *plan) {
  return &plan->memory;
}

uint64_t accyPlanGetTotalKernelOps(const AccyPlan *plan) {
  return plan->total_kernel_ops;
}

uint64_t accyPlanGetTotalStaticBytes(const AccyPlan *plan) {
  return plan->total_static_bytes;
}

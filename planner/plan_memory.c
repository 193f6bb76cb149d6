// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a plan: what its kernels touch, as a request to plan memory.
#include "planner/memory_internal.h"

/// The slots that the kernels of a plan touch.
static AccyKernelUse *uses_of(const AccyPlan *plan, AccyArena *scratch) {
  AccyKernelUse *uses = accyArenaAllocateArray(scratch, plan->kernel_count, sizeof(AccyKernelUse));
  for (uint32_t i = 0; uses && i < plan->kernel_count; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    uses[i] = (AccyKernelUse){kernel->input_slots, kernel->input_slot_count, &kernel->output_slot,
                              kernel->output_slot != ACCY_NO_SLOT};
  }
  return uses;
}

/// What kernels ask of the buffers that they touch: a call may count on what every buffer of the target has.
static uint32_t *alignments_of(const AccyPlan *plan, AccyArena *scratch) {
  uint32_t *alignments = accyArenaAllocateArray(scratch, plan->kernel_count, sizeof(uint32_t));
  for (uint32_t i = 0; alignments && i < plan->kernel_count; ++i) {
    if (plan->kernels[i].kind == AccyKernelKindKernelCall)
      alignments[i] = plan->target.capabilities.memory.min_buffer_alignment;
  }
  return alignments;
}

/// The outputs that take the memory of an input.
static AccySlotAlias *aliases_of(const AccyPlan *plan, AccyArena *scratch, uint32_t *out_count) {
  AccySlotAlias *aliases = accyArenaAllocateArray(scratch, plan->kernel_count, sizeof(AccySlotAlias));
  *out_count = 0;
  for (uint32_t i = 0; aliases && i < plan->kernel_count; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    if (kernel->has_aliased_input && kernel->aliased_input < kernel->input_slot_count)
      aliases[(*out_count)++] = (AccySlotAlias){kernel->output_slot, kernel->input_slots[kernel->aliased_input]};
  }
  return aliases;
}

static AccyMemoryRequest request_of(const AccyPlan *plan, const AccyKernelUse *uses) {
  AccyMemoryRequest request = {.slots = plan->slots, .slot_count = plan->slot_count, .kernels = uses};
  request.kernel_count = plan->kernel_count;
  request.outputs = plan->outputs;
  request.output_count = plan->output_count;
  return request;
}

bool accyPlanAssignMemory(AccyPlan *plan, AccyMemoryStrategy strategy, uint32_t minAlignment,
                          const AccyPackOptions *pack, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyKernelUse *uses = uses_of(plan, &scratch);
  AccyMemoryRequest request = request_of(plan, uses);
  request.strategy = strategy;
  request.min_alignment = minAlignment ? minAlignment : accyTargetOffsetAlignment(&plan->target);
  request.preferred_alignment = plan->target.capabilities.memory.min_buffer_alignment;
  if (pack)
    request.pack = *pack;
  request.aliases = aliases_of(plan, &scratch, &request.alias_count);
  uint32_t *alignments = alignments_of(plan, &scratch);
  request.kernel_alignments = alignments;
  bool success = uses && alignments && request.aliases
                     ? accyMemoryPlanMake(&request, &plan->arena, &plan->memory, status)
                     : accyFail(status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
  accyArenaFree(&scratch);
  return success;
}

bool accyPlanFindLifetimes(AccyPlan *plan, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyKernelUse *uses = uses_of(plan, &scratch);
  AccyMemoryRequest request = request_of(plan, uses);
  MemoryPlanner planner = {.request = &request, .arena = &plan->arena, .status = status};
  bool success = uses ? accyMemoryFindLifetimes(&planner)
                      : accyFail(status, AccyStatusCodeOutOfMemory, "no memory to plan memory");
  if (success) {
    plan->memory.lifetimes = planner.plan.lifetimes;
    plan->memory.lifetime_count = planner.plan.lifetime_count;
  }
  accyArenaFree(&planner.scratch);
  accyArenaFree(&scratch);
  return success;
}

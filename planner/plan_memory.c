// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a plan: what its kernels touch, as a request to plan memory.
#include "planner/memory_internal.h"

/// What the kernels of a plan touch.
static AccyKernelAccess *accesses_of(const AccyPlan *plan, AccyArena *scratch) {
  AccyKernelAccess *accesses = accyArenaAllocateArray(scratch, plan->kernel_count, sizeof(AccyKernelAccess));
  for (uint32_t i = 0; accesses && i < plan->kernel_count; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    accesses[i] = (AccyKernelAccess){kernel->input_slots,       kernel->input_slot_count,
                                     kernel->output_slot,       kernel->kind == AccyKernelKindKernelCall,
                                     kernel->has_aliased_input, kernel->aliased_input};
  }
  return accesses;
}

/// The arrays of a request, by kernel.
typedef struct RequestArrays {
  AccyKernelUse *uses;
  AccySlotAlias *aliases;
  uint32_t *alignments;
} RequestArrays;

static bool make_arrays(uint32_t count, AccyArena *scratch, RequestArrays *out) {
  out->uses = accyArenaAllocateArray(scratch, count, sizeof(AccyKernelUse));
  out->aliases = accyArenaAllocateArray(scratch, count, sizeof(AccySlotAlias));
  out->alignments = accyArenaAllocateArray(scratch, count, sizeof(uint32_t));
  return out->uses && out->aliases && out->alignments;
}

static bool make_request(const AccyPlan *plan, const AccyKernelAccess *kernels, uint32_t count, AccyArena *scratch,
                         AccyMemoryRequest *out) {
  RequestArrays arrays;
  *out = (AccyMemoryRequest){.slots = plan->slots, .slot_count = plan->slot_count, .kernel_count = count};
  if (!make_arrays(count, scratch, &arrays))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    const AccyKernelAccess *kernel = &kernels[i];
    arrays.uses[i] =
        (AccyKernelUse){kernel->inputs, kernel->input_count, &kernel->output, kernel->output != ACCY_NO_SLOT};
    if (kernel->is_call) // it may count on what every buffer of the target has
      arrays.alignments[i] = plan->target.capabilities.memory.min_buffer_alignment;
    if (kernel->has_aliased_input && kernel->aliased_input < kernel->input_count)
      arrays.aliases[out->alias_count++] = (AccySlotAlias){kernel->output, kernel->inputs[kernel->aliased_input]};
  }
  out->kernels = arrays.uses;
  out->kernel_alignments = arrays.alignments;
  out->aliases = arrays.aliases;
  out->outputs = plan->outputs;
  out->output_count = plan->output_count;
  return true;
}

bool accyPlanAssignMemoryOf(AccyPlan *plan, const AccyKernelAccess *kernels, uint32_t kernelCount,
                            AccyMemoryStrategy strategy, uint32_t minAlignment, const AccyPackOptions *pack,
                            AccyStatus *status) {
  AccyArena scratch = {0};
  AccyMemoryRequest request;
  bool success = make_request(plan, kernels, kernelCount, &scratch, &request) || accyMemoryOutOfMemory(status);
  request.strategy = strategy;
  request.min_alignment = minAlignment ? minAlignment : accyTargetOffsetAlignment(&plan->target);
  request.preferred_alignment = plan->target.capabilities.memory.min_buffer_alignment;
  if (pack)
    request.pack = *pack;
  success = success && accyMemoryPlanMake(&request, &plan->arena, &plan->memory, status);
  accyArenaFree(&scratch);
  return success;
}

bool accyPlanAssignMemory(AccyPlan *plan, AccyMemoryStrategy strategy, uint32_t minAlignment,
                          const AccyPackOptions *pack, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyKernelAccess *accesses = accesses_of(plan, &scratch);
  bool success = accesses
                     ? accyPlanAssignMemoryOf(plan, accesses, plan->kernel_count, strategy, minAlignment, pack, status)
                     : accyMemoryOutOfMemory(status);
  accyArenaFree(&scratch);
  return success;
}

bool accyPlanFindLifetimes(AccyPlan *plan, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyMemoryRequest request;
  AccyKernelAccess *accesses = accesses_of(plan, &scratch);
  bool success = (accesses && make_request(plan, accesses, plan->kernel_count, &scratch, &request)) ||
                 accyMemoryOutOfMemory(status);
  MemoryPlanner planner = {.request = &request, .arena = &plan->arena, .status = status};
  success = success && accyMemoryFindLifetimes(&planner);
  if (success) {
    plan->memory.lifetimes = planner.plan.lifetimes;
    plan->memory.lifetime_count = planner.plan.lifetime_count;
  }
  accyArenaFree(&planner.scratch);
  accyArenaFree(&scratch);
  return success;
}

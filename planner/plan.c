// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making, filling, copying and freeing plans.
#include "planner/plan.h"
#include "planner/slot.h"

#include <stdlib.h>
#include <string.h>

#include "planner/arithmetic.h"

static bool out_of_memory(AccyStatus *status, const char *what) {
  return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for %s", what);
}

AccyPlan *accyPlanCreate(void) {
  return calloc(1, sizeof(AccyPlan));
}

void accyPlanDestroy(AccyPlan *plan) {
  if (!plan)
    return;
  accyArenaFree(&plan->arena);
  free(plan);
}

/// Makes room for one more element of `size` bytes. Arrays double, so that their total stays linear.
static void *grow(AccyArena *arena, void *array, uint32_t count, size_t size) {
  bool full = (count & (count - 1)) == 0; // 0, 1, 2, 4, …
  if (!full)
    return array;
  void *larger = accyArenaAllocateArray(arena, count ? (size_t)count * 2 : 1, size);
  if (larger && count)
    memcpy(larger, array, count * size);
  return larger;
}

/// Replaces the pointer `field` by a copy in the arena, unless it is null.
#define COPY_ARRAY(arena, field, count)                                                                                \
  (!(field) || ((field) = accyArenaCopyArray(arena, field, count, sizeof(*(field)))) != NULL)

static bool copy_slot_arrays(AccyArena *arena, AccySlot *slot) {
  AccyLayout *layout = &slot->layout;
  return COPY_ARRAY(arena, layout->dims, layout->rank) && COPY_ARRAY(arena, layout->strides, layout->rank) &&
         COPY_ARRAY(arena, layout->minor_to_major, layout->rank) && COPY_ARRAY(arena, slot->constant, slot->bytes);
}

bool accyPlanAddSlot(AccyPlan *plan, const AccySlot *slot, AccyStatus *status) {
  if (!accySlotCheckWords(slot, status))
    return false;
  AccySlot copy = *slot;
  AccySlot *slots = grow(&plan->arena, plan->slots, plan->slot_count, sizeof(AccySlot));
  if (!slots || !copy_slot_arrays(&plan->arena, &copy))
    return out_of_memory(status, "a slot");
  plan->slots = slots;
  plan->slots[plan->slot_count++] = copy;
  return true;
}

static bool copy_kernel_arrays(AccyArena *arena, AccyKernel *kernel) {
  AccyPayload *payload = &kernel->artifact.payload;
  if (payload->ownership == AccyPayloadOwnershipOwned && payload->data) {
    payload->data = accyArenaCopyArray(arena, payload->data, payload->bytes, 1);
    if (!payload->data)
      return false;
  }
  return COPY_ARRAY(arena, kernel->input_slots, kernel->input_slot_count) &&
         COPY_ARRAY(arena, kernel->runtime_scalars, kernel->runtime_scalar_count) &&
         COPY_ARRAY(arena, kernel->static_arguments, kernel->static_argument_count);
}

void accyPlanAddTotals(AccyPlan *plan, const AccyResources *resources) {
  plan->total_kernel_ops = accySaturatingAdd(plan->total_kernel_ops, resources->op_count);
  plan->total_static_bytes = accySaturatingAdd(plan->total_static_bytes, resources->static_total_bytes);
}

bool accyPlanAddKernel(AccyPlan *plan, const AccyKernel *kernel, AccyStatus *status) {
  AccyKernel copy = *kernel;
  AccyKernel *kernels = grow(&plan->arena, plan->kernels, plan->kernel_count, sizeof(AccyKernel));
  if (!kernels || !copy_kernel_arrays(&plan->arena, &copy))
    return out_of_memory(status, "a kernel");
  plan->kernels = kernels;
  plan->kernels[plan->kernel_count++] = copy;
  accyPlanAddTotals(plan, &copy.resources);
  return true;
}

bool accyPlanSetInputs(AccyPlan *plan, AccyStatus *status) {
  uint32_t *inputs = accyArenaAllocateArray(&plan->arena, plan->slot_count, sizeof(uint32_t));
  if (!inputs)
    return out_of_memory(status, "the inputs");
  plan->inputs = inputs;
  plan->input_count = 0;
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (plan->slots[i].roles & ACCY_BIT(AccyRoleInput))
      plan->inputs[plan->input_count++] = plan->slots[i].id;
  }
  return true;
}

bool accyPlanSetOutputs(AccyPlan *plan, const uint32_t *slots, uint32_t count, AccyStatus *status) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!accyPlanFindSlot(plan, slots[i]))
      return accyFail(status, AccyStatusCodeUnsupportedOperation, "returned value %u has no slot", i);
  }
  uint32_t *outputs = accyArenaCopyArray(&plan->arena, slots, count, sizeof(uint32_t));
  if (!outputs)
    return out_of_memory(status, "the outputs");
  plan->outputs = outputs;
  plan->output_count = count;
  return true;
}

const AccySlot *accyPlanFindSlot(const AccyPlan *plan, uint32_t id) {
  if (id < plan->slot_count && plan->slots[id].id == id) // the usual case: ids count up from 0
    return &plan->slots[id];
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (plan->slots[i].id == id)
      return &plan->slots[i];
  }
  return NULL;
}

static bool copy_memory_arrays(AccyArena *arena, AccyMemoryPlan *memory) {
  return COPY_ARRAY(arena, memory->lifetimes, memory->lifetime_count) &&
         COPY_ARRAY(arena, memory->allocations, memory->allocation_count) &&
         COPY_ARRAY(arena, memory->assignments, memory->assignment_count) &&
         COPY_ARRAY(arena, memory->arenas, memory->arena_count);
}

static bool copy_records(const AccyPlan *plan, AccyPlan *copy, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (!accyPlanAddSlot(copy, &plan->slots[i], status))
      return false;
  }
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    const AccyKernel *kernel = &plan->kernels[i];
    if (kernel->artifact.payload.ownership == AccyPayloadOwnershipExternal)
      return accyFail(status, AccyStatusCodeInvalidArtifact,
                      "kernel %s: a payload that is owned elsewhere cannot be copied", kernel->artifact.entry);
    if (!accyPlanAddKernel(copy, kernel, status))
      return false;
  }
  copy->memory = plan->memory;
  copy->inputs = plan->inputs;
  copy->input_count = plan->input_count;
  copy->outputs = plan->outputs;
  copy->output_count = plan->output_count;
  if (!copy_memory_arrays(&copy->arena, &copy->memory) || !COPY_ARRAY(&copy->arena, copy->inputs, copy->input_count) ||
      !COPY_ARRAY(&copy->arena, copy->outputs, copy->output_count))
    return out_of_memory(status, "a copy of a plan");
  return true;
}

bool accyPlanCopy(const AccyPlan *plan, AccyPlan **outCopy, AccyStatus *status) {
  AccyPlan *copy = accyPlanCreate();
  if (!copy)
    return out_of_memory(status, "a copy of a plan");
  memcpy(copy->function, plan->function, sizeof(copy->function));
  copy->target = plan->target;
  if (!copy_records(plan, copy, status)) {
    accyPlanDestroy(copy);
    return false;
  }
  *outCopy = copy;
  return true;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// A plan as the text of plan.json, keys in the order of planner.md, section 10.

#include "bundle/bundle.h"
#include "bundle/names.h"
#include "bundle/plan_fields.h"
#include "planner/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Adds the item, or deletes it and reports that memory ran out.
static bool add(cJSON *object, const char *key, cJSON *item, AccyStatus *status) {
  if (item && (key ? cJSON_AddItemToObject(object, key, item) : cJSON_AddItemToArray(object, item)))
    return true;
  cJSON_Delete(item);
  return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for plan.json");
}

static cJSON *add_object(cJSON *parent, const char *key, AccyStatus *status) {
  cJSON *object = cJSON_CreateObject();
  return add(parent, key, object, status) ? object : NULL;
}

static cJSON *add_array(cJSON *parent, const char *key, AccyStatus *status) {
  cJSON *array = cJSON_CreateArray();
  return add(parent, key, array, status) ? array : NULL;
}

static bool add_ids(cJSON *parent, const char *key, const uint32_t *ids, uint32_t count, AccyStatus *status) {
  cJSON *array = add_array(parent, key, status);
  for (uint32_t i = 0; array && i < count; ++i)
    if (!add(array, NULL, cJSON_CreateNumber(ids[i]), status))
      return false;
  return array != NULL;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static bool add_slot(cJSON *array, const AccySlot *slot, AccyStatus *status) {
  cJSON *object = add_object(array, NULL, status);
  uint32_t rank = slot->layout.rank;
  AccyJsonSlot text = {.slot = *slot, .dimCount = rank, .strideCount = rank, .orderCount = rank};
  if (!object || !accyJsonWrite(object, &accyJsonSlotFields, &text, status))
    return false;
  char name[ACCY_FILE_NAME_CAPACITY];
  accyConstantFileName(slot, name);
  return add(object, "constant", slot->constant ? cJSON_CreateString(name) : cJSON_CreateNull(), status);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool add_payload(cJSON *kernelObject, const AccyKernel *kernel, AccyStatus *status) {
  const AccyPayload *payload = &kernel->artifact.payload;
  cJSON *object = add_object(kernelObject, "payload", status);
  char name[ACCY_FILE_NAME_CAPACITY];
  accyPayloadFileName(kernel, name);
  return object && add(object, "kind", cJSON_CreateString(accyPayloadKindName(payload->kind)), status) &&
         add(object, "path", cJSON_CreateString(name), status) &&
         add(object, "bytes", cJSON_CreateNumber((double)payload->bytes), status);
}

// A scalar as {"u32": n}. The bits are written as an unsigned integer for integers and as the value for floats; 64-bit
// patterns that a JSON number cannot hold are written as "0x…".
static cJSON *scalar_object(const AccyScalar *scalar) {
  cJSON *object = cJSON_CreateObject();
  char text[32];
  snprintf(text, sizeof text, "0x%llx", (unsigned long long)scalar->bits);
  bool exact = scalar->kind == AccyScalarKindU32 || scalar->kind == AccyScalarKindI32;
  cJSON *value = !exact                              ? cJSON_CreateString(text)
                 : scalar->kind == AccyScalarKindU32 ? cJSON_CreateNumber((double)scalar->bits)
                                                     : cJSON_CreateNumber((double)(int32_t)(uint32_t)scalar->bits);
  if (object && value && cJSON_AddItemToObject(object, accyScalarKindName(scalar->kind), value))
    return object;
  cJSON_Delete(value);
  cJSON_Delete(object);
  return NULL;
}

static bool add_argument(cJSON *array, const AccyArgument *argument, AccyStatus *status) {
  cJSON *object = add_object(array, NULL, status);
  if (!object)
    return false;
  switch (argument->kind) {
  case AccyArgumentBuffer:
    return add(object, "buffer", cJSON_CreateNumber(argument->slot), status);
  case AccyArgumentCountBuffer:
    return add(object, "count_buffer", cJSON_CreateNumber(argument->count), status);
  case AccyArgumentCount:
    return add(object, "count", cJSON_CreateNumber(argument->count), status);
  case AccyArgumentRuntimeScalar:
    return add(object, "scalar", scalar_object(&argument->scalar), status) &&
           add(object, "runtime", cJSON_CreateTrue(), status);
  case AccyArgumentStaticScalar:
    return add(object, "scalar", scalar_object(&argument->scalar), status);
  }
  return false;
}

static bool add_arguments(cJSON *kernelObject, const AccyKernel *kernel, AccyStatus *status) {
  cJSON *array = add_array(kernelObject, "arguments", status);
  for (uint32_t i = 0, n = accyKernelArgumentCount(kernel); array && i < n; ++i) {
    AccyArgument argument = accyKernelArgument(kernel, i);
    if (!add_argument(array, &argument, status))
      return false;
  }
  return array != NULL;
}

static bool add_tile(cJSON *parent, const AccyTile *tile, AccyStatus *status) {
  if (tile->kind == AccyTileKindNone)
    return add(parent, "tile", cJSON_CreateNull(), status);
  cJSON *object = add_object(parent, "tile", status);
  return object && accyJsonWrite(object, &accyJsonTileFields, tile, status);
}

static bool add_candidates(cJSON *kernelObject, const AccyLaunchResources *launch, AccyStatus *status) {
  cJSON *array = add_array(kernelObject, "candidates", status);
  for (uint32_t i = 0; array && i < launch->candidate_count; ++i) {
    cJSON *object = add_object(array, NULL, status);
    if (!object || !accyJsonWrite(object, &accyJsonCandidateFields, &launch->candidates[i], status) ||
        !add_tile(object, &launch->candidates[i].tile, status))
      return false;
  }
  return array != NULL;
}

static cJSON *fill_value(const AccyFill *fill) {
  return fill->present ? cJSON_CreateNumber(fill->pattern) : cJSON_CreateNull();
}

static cJSON *hash_value(uint64_t hash) {
  char text[32];
  snprintf(text, sizeof text, "0x%016llx", (unsigned long long)hash);
  return cJSON_CreateString(text);
}

static bool add_kernel(cJSON *array, const AccyKernel *kernel, AccyStatus *status) {
  cJSON *object = add_object(array, NULL, status);
  return object && accyJsonWrite(object, &accyJsonKernelHeadFields, kernel, status) &&
         add_payload(object, kernel, status) && add_arguments(object, kernel, status) &&
         accyJsonWrite(object, &accyJsonKernelMidFields, kernel, status) &&
         add_tile(object, &kernel->launch.tile, status) && add_candidates(object, &kernel->launch, status) &&
         add(object, "output_fill", fill_value(&kernel->output_fill), status) &&
         add(object, "scratch_fill", fill_value(&kernel->scratch_fill), status) &&
         add(object, "body_fingerprint", hash_value(kernel->body_fingerprint), status);
}

//===----------------------------------------------------------------------===//
// Memory and the whole
//===----------------------------------------------------------------------===//

static bool add_memory(cJSON *root, const AccyMemoryPlan *memory, AccyStatus *status) {
  cJSON *object = add_object(root, "memory", status);
  if (!object || !add(object, "strategy", cJSON_CreateString(accyMemoryStrategyName(memory->strategy)), status))
    return false;
  cJSON *allocations = add_array(object, "allocations", status);
  for (uint32_t i = 0; allocations && i < memory->allocation_count; ++i) {
    cJSON *allocation = add_object(allocations, NULL, status);
    if (!allocation || !accyJsonWrite(allocation, &accyJsonAllocationFields, &memory->allocations[i], status))
      return false;
  }
  cJSON *assignments = allocations ? add_array(object, "assignments", status) : NULL;
  for (uint32_t i = 0; assignments && i < memory->assignment_count; ++i) {
    cJSON *assignment = add_object(assignments, NULL, status);
    if (!assignment || !accyJsonWrite(assignment, &accyJsonAssignmentFields, &memory->assignments[i], status))
      return false;
  }
  return assignments && accyJsonWrite(object, &accyJsonMemoryFields, memory, status);
}

static bool add_plan(cJSON *root, const AccyPlan *plan, AccyStatus *status) {
  const AccyTargetCapabilities *target = &plan->target.capabilities;
  if (!add(root, "version", cJSON_CreateNumber(ACCY_PLAN_VERSION), status) ||
      !add(root, "backend", cJSON_CreateString(accyBackendName(target->backend)), status) ||
      !add(root, "format", cJSON_CreateString(accyFormatName(plan->target.format)), status))
    return false;
  cJSON *profile = add_object(root, "target", status);
  if (!profile || !accyJsonWrite(profile, &accyJsonTargetFields, target, status) ||
      !add(root, "function", cJSON_CreateString(plan->function), status))
    return false;
  cJSON *slots = add_array(root, "slots", status);
  for (uint32_t i = 0; slots && i < plan->slot_count; ++i)
    if (!add_slot(slots, &plan->slots[i], status))
      return false;
  if (!slots || !add_ids(root, "inputs", plan->inputs, plan->input_count, status) ||
      !add_ids(root, "outputs", plan->outputs, plan->output_count, status))
    return false;
  cJSON *kernels = add_array(root, "kernels", status);
  for (uint32_t i = 0; kernels && i < plan->kernel_count; ++i)
    if (!add_kernel(kernels, &plan->kernels[i], status))
      return false;
  return kernels && add_memory(root, &plan->memory, status);
}

bool accyPlanPrintJson(const AccyPlan *plan, char **outText, AccyStatus *status) {
  cJSON *root = cJSON_CreateObject();
  if (!root)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for plan.json");
  char *text = add_plan(root, plan, status) ? cJSON_Print(root) : NULL;
  bool added = text != NULL;
  cJSON_Delete(root);
  if (!added)
    return false;
  size_t length = strlen(text);
  char *ended = realloc(text, length + 2);
  if (!ended) {
    free(text);
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for plan.json");
  }
  memcpy(ended + length, "\n", 2);
  *outText = ended;
  return true;
}

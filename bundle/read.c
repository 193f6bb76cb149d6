// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a bundle: plan.json, its files, and what follows from both.
#include <string.h>

#include "accy-c/Bundle.h"
#include "bundle/files.h"
#include "bundle/plan_form.h"
#include "planner/fingerprint.h"
#include "planner/id_index.h"
#include "planner/memory.h"
#include "planner/plan.h"

static bool check_path(const char *path, const char *list, uint32_t index, const char *key, AccyStatus *status) {
  if (bundlePathIsInside(path))
    return true;
  return accyFail(status, AccyStatusCodeInvalidArtifact,
                  "plan.json: $.%s[%u].%s is '%.64s', which does not name a file inside the bundle", list, index, key,
                  path);
}

static bool read_constants(AccyPlan *plan, const BundlePaths *paths, const char *folder, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    AccySlot *slot = &plan->slots[i];
    const void *data;
    uint64_t bytes;
    if (paths->constants[i][0] == 0)
      continue;
    if (!check_path(paths->constants[i], "slots", i, "constant", status) ||
        !bundleReadFile(&plan->arena, folder, paths->constants[i], &slot->bytes, &data, &bytes, status))
      return false;
    slot->constant = data;
  }
  return true;
}

static bool read_payloads(AccyPlan *plan, const BundlePaths *paths, const char *folder, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    AccyPayload *payload = &plan->kernels[i].artifact.payload;
    uint64_t bytes;
    if (!check_path(paths->payloads[i], "kernels", i, "payload.path", status) ||
        !bundleReadFile(&plan->arena, folder, paths->payloads[i], &payload->bytes, &payload->data, &bytes, status))
      return false;
  }
  return true;
}

/// The layout fingerprint of the slot of that id; 0 where there is none, which is left to accyPlanVerify.
static uint64_t fingerprint_of(const AccyPlan *plan, const AccyIdIndex *slots, uint32_t id) {
  uint32_t position = accyIdIndexFind(slots, id);
  return position == ACCY_NO_POSITION ? 0 : plan->slots[position].layout_fingerprint;
}

/// Sets what a kernel's slots say of it.
static bool complete_kernel(AccyPlan *plan, const AccyIdIndex *slots, AccyKernel *kernel, AccyStatus *status) {
  AccyArena scratch = {0};
  uint64_t *fingerprints = accyArenaAllocateArray(&scratch, kernel->input_slot_count, sizeof(uint64_t));
  if (!fingerprints)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  for (uint32_t i = 0; i < kernel->input_slot_count; ++i)
    fingerprints[i] = fingerprint_of(plan, slots, kernel->input_slots[i]);
  if (kernel->output_slot != ACCY_NO_SLOT) {
    kernel->output_layout_fingerprint = fingerprint_of(plan, slots, kernel->output_slot);
    kernel->input_layout_fingerprint = accyInputLayoutsFingerprint(fingerprints, kernel->input_slot_count);
  }
  accyArenaFree(&scratch);
  accyKernelCountScalars(kernel);
  accyPlanAddTotals(plan, &kernel->resources);
  return true;
}

static bool complete_kernels(AccyPlan *plan, AccyStatus *status) {
  AccyArena scratch = {0};
  AccyIdIndex slots;
  bool success = accyIndexSlots(plan->slots, plan->slot_count, &scratch, &slots, status);
  for (uint32_t i = 0; success && i < plan->kernel_count; ++i)
    success = complete_kernel(plan, &slots, &plan->kernels[i], status);
  accyArenaFree(&scratch);
  return success;
}

static bool complete_plan(AccyPlan *plan, AccyStatus *status) {
  return complete_kernels(plan, status) && accyPlanVerify(plan, status) && accyPlanFindLifetimes(plan, status);
}

static bool read_plan(AccyPlan *plan, const char *folder, AccyStatus *status) {
  const void *text;
  uint64_t length;
  cJSON *json = NULL;
  BundlePaths paths = {0};
  if (!bundleReadFile(&plan->arena, folder, "plan.json", NULL, &text, &length, status) ||
      !jsonParseDocument("plan.json", text, length, &json, status))
    return false;
  JsonCodec root = {.reading = true, .json = json, .arena = &plan->arena, .status = status};
  bool described = planForm(&root, plan, &paths);
  cJSON_Delete(json);
  return described && read_constants(plan, &paths, folder, status) && read_payloads(plan, &paths, folder, status) &&
         complete_plan(plan, status);
}

bool accyBundleRead(const char *folder, AccyPlan **outPlan, AccyStatus *status) {
  AccyPlan *plan = accyPlanCreate();
  if (!plan)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  if (!read_plan(plan, folder, status)) {
    accyPlanDestroy(plan);
    return false;
  }
  *outPlan = plan;
  return true;
}

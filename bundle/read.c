// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a bundle: plan.json, its files, and what follows from both.
#include <string.h>

#include "accy-c/Bundle.h"
#include "bundle/files.h"
#include "bundle/plan_form.h"
#include "planner/fingerprint.h"
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

/// Sets what a kernel's slots say of it. A slot that is not there is left to accyPlanVerify.
static bool complete_kernel(AccyPlan *plan, AccyKernel *kernel, AccyStatus *status) {
  AccyArena scratch = {0};
  uint64_t *fingerprints = accyArenaAllocateArray(&scratch, kernel->input_slot_count, sizeof(uint64_t));
  if (!fingerprints)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a plan");
  for (uint32_t i = 0; i < kernel->input_slot_count; ++i) {
    const AccySlot *slot = accyPlanFindSlot(plan, kernel->input_slots[i]);
    fingerprints[i] = slot ? slot->layout_fingerprint : 0;
  }
  const AccySlot *output = accyPlanFindSlot(plan, kernel->output_slot);
  if (output) {
    kernel->output_layout_fingerprint = output->layout_fingerprint;
    kernel->input_layout_fingerprint = accyInputLayoutsFingerprint(fingerprints, kernel->input_slot_count);
  }
  accyArenaFree(&scratch);
  accyKernelCountScalars(kernel);
  plan->total_kernel_ops += kernel->resources.op_count;
  plan->total_static_bytes += kernel->resources.static_total_bytes;
  return true;
}

static bool complete_plan(AccyPlan *plan, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    if (!complete_kernel(plan, &plan->kernels[i], status))
      return false;
  }
  return accyPlanVerify(plan, status) && accyPlanFindLifetimes(plan, status);
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

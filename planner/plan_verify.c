// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a plan holds together. Spec: planner.md, sections 1 (payloads), 3 and 4.
#include "planner/plan_verify.h"

#include <string.h>

#include "planner/fingerprint.h"
#include "planner/slot.h"

static bool invalid(AccyStatus *status, const AccyKernel *kernel, const char *why) {
  return accyFail(status, AccyStatusCodeInvalidArtifact, "kernel %u (%s): %s", kernel->id, kernel->artifact.entry, why);
}

static bool verify_contract(const AccyArtifact *artifact, const AccyContract *contract, const char **why) {
  const AccyPayload *payload = &artifact->payload;
  *why = NULL;
  if (artifact->entry[0] == 0)
    *why = "the entry name is empty";
  else if (strncmp(artifact->entry, contract->entry, ACCY_NAME_CAPACITY) != 0)
    *why = "contract and artifact name different entries";
  else if ((size_t)artifact->format >= AccyFormatCount || artifact->format != contract->format)
    *why = "contract and artifact are of different formats";
  else if (artifact->argument_count != contract->argument_count)
    *why = "contract and artifact count different arguments";
  else if (payload->kind != accyFormatPayloadKind(artifact->format))
    *why = "the payload is not of the kind that its format takes";
  else if (!payload->data || payload->bytes == 0)
    *why = "the payload is empty";
  else if (payload->kind == AccyPayloadKindWordsU32 && payload->bytes % 4)
    *why = "the payload is no whole number of words";
  else if (payload->kind != contract->payload_kind || payload->bytes != contract->payload_bytes)
    *why = "contract and artifact have different payloads";
  return *why == NULL;
}

static bool verify_geometry(const AccyGeometry *geometry) {
  for (int i = 0; i < 3; ++i) {
    if (geometry->grid[i] == 0 || geometry->threadgroup[i] == 0)
      return false;
  }
  return true;
}

static bool verify_launch(const AccyKernel *kernel, AccyStatus *status) {
  const AccyLaunchResources *launch = &kernel->launch;
  if (launch->candidate_count == 0 || launch->candidate_count > ACCY_MAX_CANDIDATES)
    return invalid(status, kernel, "it has no launch candidate, or more than 8");
  if (!verify_geometry(&launch->geometry))
    return invalid(status, kernel, "its launch has an extent of 0");
  for (uint32_t i = 0; i < launch->candidate_count; ++i) {
    if (!verify_geometry(&launch->candidates[i].geometry))
      return invalid(status, kernel, "a launch candidate has an extent of 0");
  }
  return true;
}

static const AccySlot *slot_of(const AccyPlan *plan, const AccyIdIndex *slots, uint32_t id) {
  uint32_t position = accyIdIndexFind(slots, id);
  return position == ACCY_NO_POSITION ? NULL : &plan->slots[position];
}

static bool verify_layout_fingerprints(const AccyPlan *plan, const AccyIdIndex *slots, const AccyKernel *kernel,
                                       AccyStatus *status) {
  const AccySlot *output = slot_of(plan, slots, kernel->output_slot);
  if (kernel->output_layout_fingerprint != output->layout_fingerprint)
    return invalid(status, kernel, "its output-layout fingerprint is not that of its output slot");
  AccyArena scratch = {0};
  uint64_t *fingerprints = accyArenaAllocateArray(&scratch, kernel->input_slot_count, sizeof(uint64_t));
  if (!fingerprints)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory to verify a plan");
  for (uint32_t i = 0; i < kernel->input_slot_count; ++i)
    fingerprints[i] = slot_of(plan, slots, kernel->input_slots[i])->layout_fingerprint;
  uint64_t expected = accyInputLayoutsFingerprint(fingerprints, kernel->input_slot_count);
  accyArenaFree(&scratch);
  if (kernel->input_layout_fingerprint != expected)
    return invalid(status, kernel, "its input-layout fingerprint is not that of its input slots");
  return true;
}

static bool verify_slots_of(const AccyPlan *plan, const AccyIdIndex *slots, const AccyKernel *kernel,
                            AccyStatus *status) {
  for (uint32_t i = 0; i < kernel->input_slot_count; ++i) {
    if (!slot_of(plan, slots, kernel->input_slots[i]))
      return invalid(status, kernel, "it reads a slot that the plan does not have");
  }
  if (kernel->output_slot == ACCY_NO_SLOT)
    return true; // a standalone kernel
  if (!slot_of(plan, slots, kernel->output_slot))
    return invalid(status, kernel, "it writes a slot that the plan does not have");
  return verify_layout_fingerprints(plan, slots, kernel, status);
}

static bool are_scalars(const AccyScalar *scalars, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    if ((size_t)scalars[i].kind >= AccyScalarKindCount)
      return false;
  return true;
}

static bool is_tile(const AccyTile *tile) {
  return tile->kind == AccyTileKindNone ||
         ((size_t)tile->kind < AccyTileKindCount && (size_t)tile->reduction_kind < AccyReductionKindCount &&
          (size_t)tile->input_dtype < AccyDtypeCount && (size_t)tile->output_dtype < AccyDtypeCount);
}

/// Whether the kernel's enumerations have names.
static bool verify_words(const AccyKernel *kernel, AccyStatus *status) {
  const AccyLaunchResources *launch = &kernel->launch;
  const AccyContract *contract = &kernel->contract;
  if ((size_t)kernel->kind >= AccyKernelKindCount || (size_t)contract->source >= AccyKernelSourceCount ||
      (size_t)contract->launch_kind >= AccyLaunchKindCount ||
      (size_t)kernel->count_argument >= AccyCountArgumentCount ||
      (size_t)kernel->artifact.payload.ownership >= AccyPayloadOwnershipCount ||
      (size_t)launch->resource_class >= AccyResourceClassCount)
    return invalid(status, kernel, "its kind, source, launch kind, count argument, payload or class is unknown");
  if (!are_scalars(kernel->runtime_scalars, kernel->runtime_scalar_count) ||
      !are_scalars(kernel->static_arguments, kernel->static_argument_count))
    return invalid(status, kernel, "a scalar is of an unknown kind");
  bool known = is_tile(&launch->tile);
  for (uint32_t i = 0; i < launch->candidate_count && i < ACCY_MAX_CANDIDATES; ++i)
    known = known && is_tile(&launch->candidates[i].tile);
  return known || invalid(status, kernel, "a tile has an unknown kind or dtype");
}

static bool verify_kernel(const AccyPlan *plan, const AccyIdIndex *slots, const AccyKernel *kernel,
                          AccyStatus *status) {
  const char *why;
  if (!verify_contract(&kernel->artifact, &kernel->contract, &why))
    return invalid(status, kernel, why);
  if (!verify_words(kernel, status))
    return false;
  if (kernel->artifact.backend != plan->target.capabilities.backend || kernel->artifact.format != plan->target.format)
    return invalid(status, kernel, "it is made for another backend or format than the plan");
  uint32_t known = accyKernelArgumentCount(kernel);
  bool is_standalone = kernel->output_slot == ACCY_NO_SLOT; // its caller knows its buffers; the plan does not
  if (is_standalone ? kernel->contract.argument_count < known : kernel->contract.argument_count != known)
    return invalid(status, kernel, "its argument count is not that of its slots, count and scalars");
  if (kernel->count_argument != AccyCountArgumentNone && kernel->element_count > UINT32_MAX)
    return invalid(status, kernel, "its element count passes the 32 bits of its count argument");
  if (kernel->has_aliased_input && kernel->aliased_input >= kernel->input_slot_count)
    return invalid(status, kernel, "its output takes the buffer of an input that it does not have");
  if (kernel->has_aliased_input && kernel->output_slot == ACCY_NO_SLOT)
    return invalid(status, kernel, "an output takes the buffer of an input, but it writes no slot");
  return verify_slots_of(plan, slots, kernel, status) && verify_launch(kernel, status);
}

static bool verify_ids(const AccyPlan *plan, const AccyIdIndex *slots, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (accyIdIndexFind(slots, plan->slots[i].id) != i)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "two slots have the id %u", plan->slots[i].id);
  }
  for (uint32_t i = 0; i < plan->input_count; ++i) {
    const AccySlot *slot = slot_of(plan, slots, plan->inputs[i]);
    if (!slot || !(slot->roles & ACCY_BIT(AccyRoleInput)))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "input %u is slot %u, which is no input slot", i,
                      plan->inputs[i]);
  }
  for (uint32_t i = 0; i < plan->output_count; ++i) {
    if (!slot_of(plan, slots, plan->outputs[i]))
      return accyFail(status, AccyStatusCodeInvalidArtifact, "output %u is slot %u, which is not there", i,
                      plan->outputs[i]);
  }
  return true;
}

static bool verify_records(const AccyPlan *plan, AccyArena *scratch, AccyStatus *status) {
  AccyIdIndex slots;
  if (!accyIndexSlots(plan->slots, plan->slot_count, scratch, &slots, status) || !verify_ids(plan, &slots, status))
    return false;
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    if (!verify_kernel(plan, &slots, &plan->kernels[i], status))
      return false;
  }
  return accyPlanVerifyMemory(plan, &slots, scratch, status);
}

bool accyPlanVerify(const AccyPlan *plan, AccyStatus *status) {
  if ((size_t)plan->target.capabilities.backend >= AccyBackendCount || (size_t)plan->target.format >= AccyFormatCount)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "the plan is made for an unknown backend or format");
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (!accySlotVerify(&plan->slots[i], plan->slots[i].bytes, status))
      return false;
  }
  AccyArena scratch = {0};
  bool success = verify_records(plan, &scratch, status);
  accyArenaFree(&scratch);
  return success;
}

bool accyStandaloneKernel(const AccyArtifact *artifact, const AccyLaunchResources *launch, const AccyContract *contract,
                          const AccyScalar *runtimeScalars, uint32_t runtimeScalarCount,
                          const AccyScalar *staticArguments, uint32_t staticArgumentCount, AccyKernel *outKernel,
                          AccyStatus *status) {
  const char *why;
  if (!verify_contract(artifact, contract, &why))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "standalone kernel %s: %s", artifact->entry, why);
  AccyKernel kernel = {.contract = *contract, .artifact = *artifact, .launch = *launch, .output_slot = ACCY_NO_SLOT};
  kernel.contract.source = AccyKernelSourceChoirKernel;
  kernel.kind = AccyKernelKindKernelCall;
  kernel.element_count = launch->element_count;
  kernel.runtime_scalars = (AccyScalar *)runtimeScalars;
  kernel.runtime_scalar_count = runtimeScalarCount;
  kernel.static_arguments = (AccyScalar *)staticArguments;
  kernel.static_argument_count = staticArgumentCount;
  if (!verify_words(&kernel, status))
    return false;
  *outKernel = kernel;
  return true;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of a kernel: artifact, requirements, resources and launch.
#include "bundle/plan_form.h"
#include "bundle/spirv.h"

#include <stdio.h>
#include <string.h>

bool geometryForm(JsonCodec *parent, const char *key, AccyGeometry *geometry) {
  JsonCodec object;
  return jsonObject(parent, key, &object) && jsonU32Fixed(&object, "grid", geometry->grid, 3) &&
         jsonU32Fixed(&object, "threadgroup", geometry->threadgroup, 3) &&
         jsonU32(&object, "shared_bytes", &geometry->shared_bytes) && jsonEnd(&object);
}

bool tileForm(JsonCodec *parent, const char *key, AccyTile *tile) {
  JsonCodec object;
  bool present = tile->kind != AccyTileKindNone;
  if (!jsonObjectOrNull(parent, key, &present, &object))
    return false;
  if (!present)
    return true;
  return jsonTileKind(&object, "kind", &tile->kind) && jsonU64(&object, "m", &tile->m) &&
         jsonU64(&object, "n", &tile->n) && jsonU64(&object, "k", &tile->k) &&
         jsonU64(&object, "batch", &tile->batch) && jsonDtype(&object, "input_dtype", &tile->input_dtype) &&
         jsonDtype(&object, "output_dtype", &tile->output_dtype) &&
         jsonU32(&object, "input_tile_bytes", &tile->input_tile_bytes) &&
         jsonU32(&object, "output_tile_bytes", &tile->output_tile_bytes) &&
         jsonU32(&object, "scratch_memory_bytes", &tile->scratch_memory_bytes) &&
         jsonReductionKind(&object, "reduction_kind", &tile->reduction_kind) &&
         jsonU32(&object, "reduction_rank", &tile->reduction_rank) &&
         jsonU32(&object, "reduction_axis", &tile->reduction_axis) &&
         jsonU64(&object, "reduction_extent", &tile->reduction_extent) && jsonEnd(&object);
}

static bool resources_form(JsonCodec *parent, AccyResources *resources) {
  JsonCodec object;
  return jsonObject(parent, "resources", &object) &&
         jsonU64(&object, "static_read_bytes", &resources->static_read_bytes) &&
         jsonU64(&object, "static_write_bytes", &resources->static_write_bytes) &&
         jsonU64(&object, "static_total_bytes", &resources->static_total_bytes) &&
         jsonBool(&object, "static_bytes_complete", &resources->static_bytes_complete) &&
         jsonU32(&object, "op_count", &resources->op_count) &&
         jsonU32(&object, "external_input_value_count", &resources->external_input_value_count) &&
         jsonU32(&object, "external_operand_count", &resources->external_operand_count) &&
         jsonU32(&object, "chain_operand_count", &resources->chain_operand_count) &&
         jsonU64(&object, "element_count", &resources->element_count) &&
         jsonU32(&object, "element_size", &resources->element_size) &&
         jsonU64(&object, "estimated_element_ops", &resources->estimated_element_ops) &&
         jsonU64(&object, "ops_per_kib", &resources->ops_per_kib) && jsonEnd(&object);
}

/// What a SPIR-V payload asks of a device. It follows from the payload, so that what is read is checked for its form
/// and left; the key is there for payloads that are whole SPIR-V only.
static bool spirv_form(JsonCodec *parent, const AccyKernel *kernel) {
  AccySpirvFacts facts = {0};
  const char *capabilities[AccySpirvMaxFacts];
  char numbers[AccySpirvMaxFacts][12];
  const AccyPayload *payload = &kernel->artifact.payload;
  bool present = parent->reading ? jsonHas(parent, "spirv")
                                 : payload->kind == AccyPayloadKindWordsU32 &&
                                       accySpirvReadFacts(payload->data, payload->bytes, &facts);
  if (!present)
    return true;
  for (uint32_t i = 0; i < facts.capabilityCount; ++i) {
    snprintf(numbers[i], sizeof numbers[i], "%u", facts.capabilities[i]);
    const char *name = accySpirvCapabilityName(facts.capabilities[i]);
    capabilities[i] = name ? name : numbers[i];
  }
  JsonCodec object;
  return jsonObject(parent, "spirv", &object) && jsonText(&object, "version", facts.version, sizeof facts.version) &&
         jsonTexts(&object, "capabilities", capabilities, &facts.capabilityCount, AccySpirvMaxFacts) &&
         jsonTexts(&object, "extensions", facts.extensions, &facts.extensionCount, AccySpirvMaxFacts) &&
         jsonEnd(&object);
}

static bool payload_form(JsonCodec *parent, AccyKernel *kernel, char path[BUNDLE_PATH_CAPACITY]) {
  JsonCodec object;
  AccyPayload *payload = &kernel->artifact.payload;
  if (!jsonObject(parent, "payload", &object) || !jsonPayloadKind(&object, "kind", &payload->kind) ||
      !jsonText(&object, "path", path, BUNDLE_PATH_CAPACITY) || !jsonU64(&object, "bytes", &payload->bytes) ||
      !spirv_form(&object, kernel) || !jsonEnd(&object))
    return false;
  kernel->contract.payload_kind = payload->kind;
  kernel->contract.payload_bytes = payload->bytes;
  return true;
}

bool requiredForm(JsonCodec *parent, AccyRequirements *required) {
  JsonCodec object;
  return jsonObject(parent, "required", &object) && jsonDtypeSet(&object, "dtypes", &required->dtypes) &&
         jsonFeatureSet(&object, "features", &required->features) &&
         jsonSubgroupOperationSet(&object, "subgroup", &required->subgroup_operations) && jsonEnd(&object);
}

static bool candidate_form(JsonCodec *object, AccyLaunchCandidate *candidate) {
  return geometryForm(object, "geometry", &candidate->geometry) && jsonU64(object, "score", &candidate->score) &&
         jsonU64(object, "est_bytes", &candidate->est_bytes) && jsonU64(object, "est_ops", &candidate->est_ops) &&
         tileForm(object, "tile", &candidate->tile) && jsonEnd(object);
}

static bool candidates_form(JsonCodec *kernel_object, AccyLaunchResources *launch) {
  JsonCodec array, element;
  if (!jsonArray(kernel_object, "candidates", &launch->candidate_count, &array))
    return false;
  if (launch->candidate_count == 0 || launch->candidate_count > ACCY_MAX_CANDIDATES)
    return jsonFail(kernel_object, "candidates", "has %u elements; it must have 1 to %d", launch->candidate_count,
                    ACCY_MAX_CANDIDATES);
  for (uint32_t i = 0; i < launch->candidate_count; ++i) {
    if (!jsonElementObject(&array, i, &element) || !candidate_form(&element, &launch->candidates[i]))
      return false;
  }
  return true;
}

static bool launch_form(JsonCodec *object, AccyLaunchResources *launch) {
  bool has_subgroup = launch->subgroup_size != 0;
  return geometryForm(object, "geometry", &launch->geometry) &&
         jsonResourceClass(object, "class", &launch->resource_class) &&
         jsonU32OrNull(object, "subgroup_size", &has_subgroup, &launch->subgroup_size) &&
         jsonBool(object, "subgroup_aligned", &launch->subgroup_aligned) &&
         jsonBool(object, "fixed_threadgroup", &launch->fixed_threadgroup) && tileForm(object, "tile", &launch->tile) &&
         candidates_form(object, launch);
}

static bool grid_axis_form(JsonCodec *object, AccyGridAxis *axis) {
  axis->derived = object->reading ? jsonHas(object, "divisor") : axis->derived;
  if (axis->derived)
    return jsonU32(object, "scalar_index", &axis->scalar_index) && jsonU32(object, "divisor", &axis->divisor) &&
           jsonEnd(object);
  return jsonU32(object, "extent", &axis->extent) && jsonEnd(object);
}

bool kernelCallLaunchForm(JsonCodec *parent, const char *key, AccyKernelCallLaunch *launch) {
  JsonCodec object, array, element;
  uint32_t count = 3;
  if (!jsonObject(parent, key, &object) || !jsonArray(&object, "grid", &count, &array))
    return false;
  if (count != 3)
    return jsonFail(&object, "grid", "has %u elements; it must have 3", count);
  for (uint32_t i = 0; i < 3; ++i) {
    if (!jsonElementObject(&array, i, &element) || !grid_axis_form(&element, &launch->grid[i]))
      return false;
  }
  return jsonU32Fixed(&object, "threadgroup", launch->threadgroup, 3) &&
         jsonU32(&object, "shared_bytes", &launch->shared_bytes) && jsonEnd(&object);
}

/// The launch of a kernel call whose grid follows from its runtime scalars; the key is there for such kernels only.
static bool derived_launch_form(JsonCodec *parent, AccyKernel *kernel) {
  if (parent->reading)
    kernel->has_kernel_call_launch = jsonHas(parent, "kernel_call_launch");
  return !kernel->has_kernel_call_launch ||
         kernelCallLaunchForm(parent, "kernel_call_launch", &kernel->kernel_call_launch);
}

/// The input whose buffer the output takes; the key is there for such kernels only.
static bool aliased_input_form(JsonCodec *object, AccyKernel *kernel) {
  if (object->reading)
    kernel->has_aliased_input = jsonHas(object, "aliased_input");
  return !kernel->has_aliased_input || jsonU32(object, "aliased_input", &kernel->aliased_input);
}

static bool output_form(JsonCodec *object, AccyKernel *kernel) {
  bool has_output = kernel->output_slot != ACCY_NO_SLOT;
  if (!jsonU32OrNull(object, "output", &has_output, &kernel->output_slot))
    return false;
  if (!has_output)
    kernel->output_slot = ACCY_NO_SLOT;
  return true;
}

/// Fields that plan.json says once and a kernel holds twice.
static void repeat_fields(AccyKernel *kernel) {
  AccyContract *contract = &kernel->contract;
  AccyArtifact *artifact = &kernel->artifact;
  AccyLaunchResources *launch = &kernel->launch;
  memcpy(artifact->entry, contract->entry, sizeof(artifact->entry));
  contract->format = artifact->format;
  artifact->argument_count = contract->argument_count;
  artifact->diagnostic_id = kernel->id;
  launch->format = artifact->format;
  launch->element_count = kernel->element_count;
  launch->ops_per_kib = kernel->resources.ops_per_kib;
  launch->static_bytes_complete = kernel->resources.static_bytes_complete;
  launch->est_bytes = launch->candidates[0].est_bytes;
  launch->est_ops = launch->candidates[0].est_ops;
  kernel->resources.resource_class = launch->resource_class;
}

bool kernelForm(JsonCodec *object, AccyKernel *kernel, char path[BUNDLE_PATH_CAPACITY]) {
  AccyContract *contract = &kernel->contract;
  bool described =
      jsonU32(object, "id", &kernel->id) && jsonU32(object, "work_item", &kernel->work_item) &&
      jsonKernelKind(object, "kind", &kernel->kind) && jsonKernelSource(object, "source", &contract->source) &&
      jsonLaunchKind(object, "launch_kind", &contract->launch_kind) &&
      jsonText(object, "entry", contract->entry, sizeof(contract->entry)) && payload_form(object, kernel, path) &&
      argumentsForm(object, kernel) && jsonU32(object, "argument_count", &contract->argument_count) &&
      jsonU64(object, "element_count", &kernel->element_count) &&
      jsonCountArgument(object, "count_argument", &kernel->count_argument) &&
      requiredForm(object, &contract->required) &&
      jsonU32Array(object, "inputs", &kernel->input_slots, &kernel->input_slot_count) && output_form(object, kernel) &&
      resources_form(object, &kernel->resources) && launch_form(object, &kernel->launch) &&
      jsonU32OrNull(object, "output_fill", &kernel->output_fill.present, &kernel->output_fill.pattern) &&
      jsonU32OrNull(object, "scratch_fill", &kernel->scratch_fill.present, &kernel->scratch_fill.pattern) &&
      jsonBits(object, "body_fingerprint", &kernel->body_fingerprint) && derived_launch_form(object, kernel) &&
      aliased_input_form(object, kernel) && jsonEnd(object);
  if (described && object->reading)
    repeat_fields(kernel);
  return described && argumentsAgree(object, kernel);
}

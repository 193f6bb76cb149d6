// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of the whole plan, of slots, targets and memory plans.
#include "bundle/plan_form.h"

#include <string.h>

bool formMakeRoom(const JsonCodec *codec, void **array, uint32_t count, size_t size) {
  if (!codec->reading)
    return true;
  *array = accyArenaAllocateArray(codec->arena, count, size);
  return *array || accyFail(codec->status, AccyStatusCodeOutOfMemory, "no memory for a plan");
}

static bool target_memory(JsonCodec *parent, AccyTargetMemory *memory) {
  JsonCodec object;
  return jsonObject(parent, "memory", &object) &&
         jsonU32(&object, "shared_bytes_per_threadgroup", &memory->shared_bytes_per_threadgroup) &&
         jsonU32(&object, "constant_bytes", &memory->constant_bytes) &&
         jsonU32(&object, "min_buffer_alignment", &memory->min_buffer_alignment) &&
         jsonBool(&object, "unified", &memory->unified) && jsonBool(&object, "host_visible", &memory->host_visible) &&
         jsonEnd(&object);
}

static bool target_subgroup(JsonCodec *parent, AccyTargetSubgroup *subgroup) {
  JsonCodec object;
  return jsonObject(parent, "subgroup", &object) && jsonBool(&object, "supported", &subgroup->supported) &&
         jsonU32(&object, "size_min", &subgroup->size_min) && jsonU32(&object, "size_max", &subgroup->size_max) &&
         jsonSubgroupOperationSet(&object, "operations", &subgroup->operations) && jsonEnd(&object);
}

static bool target_threadgroup(JsonCodec *parent, AccyTargetThreadgroup *threadgroup) {
  JsonCodec object;
  return jsonObject(parent, "threadgroup", &object) && jsonU32(&object, "max_threads", &threadgroup->max_threads) &&
         jsonU32Fixed(&object, "max_threads_per_dim", threadgroup->max_threads_per_dim, 3) &&
         jsonU32Fixed(&object, "max_grid_per_dim", threadgroup->max_grid_per_dim, 3) &&
         jsonU32Fixed(&object, "max_blocks", threadgroup->max_blocks, 3) &&
         jsonU32(&object, "shared_memory_bytes", &threadgroup->shared_memory_bytes) && jsonEnd(&object);
}

static bool target_bindings(JsonCodec *parent, AccyTargetBindings *bindings) {
  JsonCodec object;
  return jsonObject(parent, "bindings", &object) && jsonU32(&object, "max_buffers", &bindings->max_buffers) &&
         jsonU64(&object, "max_buffer_bytes", &bindings->max_buffer_bytes) && jsonEnd(&object);
}

/// Left out where there is no limit.
static bool loop_limit(JsonCodec *object, AccyTargetCapabilities *target) {
  bool has_limit = object->reading ? jsonHas(object, "max_loop_steps") : target->max_loop_steps != 0;
  return !has_limit || jsonU32(object, "max_loop_steps", &target->max_loop_steps);
}

bool targetForm(JsonCodec *parent, const char *key, AccyTargetCapabilities *target) {
  JsonCodec object;
  return jsonObject(parent, key, &object) && jsonText(&object, "family", target->family, sizeof(target->family)) &&
         jsonText(&object, "name", target->name, sizeof(target->name)) &&
         jsonText(&object, "architecture", target->architecture, sizeof(target->architecture)) &&
         target_memory(&object, &target->memory) && target_subgroup(&object, &target->subgroup) &&
         target_threadgroup(&object, &target->threadgroup) && target_bindings(&object, &target->bindings) &&
         loop_limit(&object, target) && jsonDtypeSet(&object, "dtypes", &target->dtypes) &&
         jsonLayoutSupportSet(&object, "layouts", &target->layouts) &&
         jsonRuntimeFeatureSet(&object, "runtime", &target->runtime) &&
         jsonFeatureSet(&object, "features", &target->features) &&
         jsonFormatSet(&object, "formats", &target->formats) && jsonEnd(&object);
}

/// elements and bytes: numbers, or null when the size is dynamic.
static bool slot_size(JsonCodec *object, AccySlot *slot) {
  bool has_elements = slot->has_static_size, has_bytes = slot->has_static_size;
  if (!jsonU64OrNull(object, "elements", &has_elements, &slot->elements) ||
      !jsonU64OrNull(object, "bytes", &has_bytes, &slot->bytes))
    return false;
  if (has_elements != has_bytes)
    return jsonFail(object, "bytes", "and elements must both be numbers or both be null");
  slot->has_static_size = has_bytes;
  return true;
}

/// The rank of a slot that is read is the number of its dims.
static bool read_rank(const JsonCodec *object, AccyLayout *layout) {
  cJSON *dims = cJSON_GetObjectItemCaseSensitive(object->json, "dims");
  if (object->reading)
    layout->rank = cJSON_IsArray(dims) ? (uint32_t)cJSON_GetArraySize(dims) : 0;
  return layout->rank <= ACCY_SLOT_MAX_RANK ||
         jsonFail(object, "dims", "has more than %d dimensions", ACCY_SLOT_MAX_RANK);
}

static bool slot_order(JsonCodec *object, AccyLayout *layout) {
  uint32_t count = layout->rank;
  if (!jsonU32Array(object, "minor_to_major", &layout->minor_to_major, &count))
    return false;
  return count == layout->rank ||
         jsonFail(object, "minor_to_major", "has %u elements; it must have %u", count, layout->rank);
}

/// The empty path of a slot is that of one without a constant.
static bool constant_path(JsonCodec *object, char path[BUNDLE_PATH_CAPACITY]) {
  bool has_path = path[0] != 0;
  if (!jsonTextOrNull(object, "constant", &has_path, path, BUNDLE_PATH_CAPACITY))
    return false;
  return !has_path || path[0] || jsonFail(object, "constant", "is empty, which does not name a file inside the bundle");
}

bool slotForm(JsonCodec *object, AccySlot *slot, char path[BUNDLE_PATH_CAPACITY]) {
  AccyLayout *layout = &slot->layout;
  return jsonU32(object, "id", &slot->id) && jsonRoleSet(object, "role", &slot->roles) &&
         jsonDtype(object, "dtype", &slot->dtype) && jsonSpace(object, "space", &slot->space) &&
         jsonAccess(object, "access", &slot->access) && jsonTransfer(object, "transfer", &slot->transfer) &&
         jsonLayoutKind(object, "layout", &layout->kind) && read_rank(object, layout) &&
         jsonExtents(object, "dims", &layout->dims, layout->rank, false) &&
         jsonExtents(object, "strides", &layout->strides, layout->rank, true) && slot_order(object, layout) &&
         slot_size(object, slot) && jsonU32(object, "alignment", &layout->alignment) &&
         jsonBool(object, "contiguous", &layout->contiguous) && jsonBool(object, "static", &layout->static_layout) &&
         jsonBits(object, "fingerprint", &slot->layout_fingerprint) && constant_path(object, path) && jsonEnd(object);
}

static bool allocation_form(JsonCodec *object, AccyAllocation *allocation) {
  return jsonU32(object, "id", &allocation->id) && jsonSpace(object, "space", &allocation->space) &&
         jsonU64(object, "offset", &allocation->offset) && jsonU64(object, "bytes", &allocation->bytes) &&
         jsonU32(object, "alignment", &allocation->alignment) && jsonEnd(object);
}

static bool assignment_form(JsonCodec *object, AccyAssignment *assignment) {
  return jsonU32(object, "slot", &assignment->slot) && jsonU32(object, "allocation", &assignment->allocation) &&
         jsonEnd(object);
}

static bool allocations_form(JsonCodec *parent, AccyMemoryPlan *memory) {
  JsonCodec array, element;
  if (!jsonArray(parent, "allocations", &memory->allocation_count, &array) ||
      !formMakeRoom(parent, (void **)&memory->allocations, memory->allocation_count, sizeof(AccyAllocation)))
    return false;
  for (uint32_t i = 0; i < memory->allocation_count; ++i) {
    if (!jsonElementObject(&array, i, &element) || !allocation_form(&element, &memory->allocations[i]))
      return false;
  }
  return true;
}

static bool assignments_form(JsonCodec *parent, AccyMemoryPlan *memory) {
  JsonCodec array, element;
  if (!jsonArray(parent, "assignments", &memory->assignment_count, &array) ||
      !formMakeRoom(parent, (void **)&memory->assignments, memory->assignment_count, sizeof(AccyAssignment)))
    return false;
  for (uint32_t i = 0; i < memory->assignment_count; ++i) {
    if (!jsonElementObject(&array, i, &element) || !assignment_form(&element, &memory->assignments[i]))
      return false;
  }
  return true;
}

static bool arena_form(JsonCodec *object, AccyArenaUse *arena) {
  return jsonSpace(object, "space", &arena->space) && jsonU64(object, "arena_bytes", &arena->arena_bytes) &&
         jsonU64(object, "peak_bytes", &arena->peak_bytes) && jsonU64(object, "least_bytes", &arena->least_bytes) &&
         jsonEnd(object);
}

/// Absent from plans that older writers made.
static bool arenas_form(JsonCodec *parent, AccyMemoryPlan *memory) {
  JsonCodec array, element;
  if (parent->reading && !jsonHas(parent, "arenas"))
    return true;
  if (!jsonArray(parent, "arenas", &memory->arena_count, &array) ||
      !formMakeRoom(parent, (void **)&memory->arenas, memory->arena_count, sizeof(AccyArenaUse)))
    return false;
  for (uint32_t i = 0; i < memory->arena_count; ++i) {
    if (!jsonElementObject(&array, i, &element) || !arena_form(&element, &memory->arenas[i]))
      return false;
  }
  return true;
}

bool memoryForm(JsonCodec *parent, const char *key, AccyMemoryPlan *memory) {
  JsonCodec object;
  return jsonObject(parent, key, &object) && jsonMemoryStrategy(&object, "strategy", &memory->strategy) &&
         allocations_form(&object, memory) && assignments_form(&object, memory) &&
         jsonU64(&object, "total_bytes", &memory->total_static_slot_bytes) &&
         jsonU64(&object, "allocated_bytes", &memory->allocated_static_bytes) &&
         jsonU64(&object, "peak_bytes", &memory->peak_static_live_bytes) && arenas_form(&object, memory) &&
         jsonEnd(&object);
}

static bool slots_form(JsonCodec *root, AccyPlan *plan, BundlePaths *paths) {
  JsonCodec array, element;
  if (!jsonArray(root, "slots", &plan->slot_count, &array) ||
      !formMakeRoom(root, (void **)&plan->slots, plan->slot_count, sizeof(AccySlot)) ||
      !formMakeRoom(root, (void **)&paths->constants, plan->slot_count, BUNDLE_PATH_CAPACITY))
    return false;
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (!jsonElementObject(&array, i, &element) || !slotForm(&element, &plan->slots[i], paths->constants[i]))
      return false;
  }
  return true;
}

static bool kernels_form(JsonCodec *root, AccyPlan *plan, BundlePaths *paths) {
  JsonCodec array, element;
  if (!jsonArray(root, "kernels", &plan->kernel_count, &array) ||
      !formMakeRoom(root, (void **)&plan->kernels, plan->kernel_count, sizeof(AccyKernel)) ||
      !formMakeRoom(root, (void **)&paths->payloads, plan->kernel_count, BUNDLE_PATH_CAPACITY))
    return false;
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    plan->kernels[i].artifact.backend = plan->target.capabilities.backend;
    plan->kernels[i].artifact.format = plan->target.format;
    if (!jsonElementObject(&array, i, &element) || !kernelForm(&element, &plan->kernels[i], paths->payloads[i]))
      return false;
  }
  return true;
}

static bool version_form(JsonCodec *root) {
  uint32_t version = ACCY_PLAN_VERSION;
  if (!jsonU32(root, "version", &version))
    return false;
  return version == ACCY_PLAN_VERSION ||
         jsonFail(root, "version", "is %u; this reader knows version %d only", version, ACCY_PLAN_VERSION);
}

bool planForm(JsonCodec *root, AccyPlan *plan, BundlePaths *paths) {
  return version_form(root) && jsonBackend(root, "backend", &plan->target.capabilities.backend) &&
         jsonFormat(root, "format", &plan->target.format) && targetForm(root, "target", &plan->target.capabilities) &&
         jsonText(root, "function", plan->function, sizeof(plan->function)) && slots_form(root, plan, paths) &&
         jsonU32Array(root, "inputs", &plan->inputs, &plan->input_count) &&
         jsonU32Array(root, "outputs", &plan->outputs, &plan->output_count) && kernels_form(root, plan, paths) &&
         memoryForm(root, "memory", &plan->memory) && jsonEnd(root);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registries of kernels as JSON files. Spec: planner.md, section 5.
#include "accy-c/KernelCall.h"

#include <string.h>

#include "bundle/files.h"
#include "bundle/plan_form.h"

/// A registry being read.
typedef struct RegistryReader {
  AccyKernelTable *table;
  const char *folder;
  const char *path;
  AccyStatus *status;
} RegistryReader;

// ---- The form of an entry -------------------------------------------------------------------------------------------

/// A text in the arena.
static bool name_form(JsonCodec *object, const char *key, const char **out) {
  char text[ACCY_NAME_CAPACITY];
  if (!jsonText(object, key, text, sizeof(text)))
    return false;
  *out = accyArenaCopyArray(object->arena, text, strlen(text) + 1, 1);
  return *out || accyFail(object->status, AccyStatusCodeOutOfMemory, "no memory for a kernel registry");
}

static bool payload_form(JsonCodec *parent, const RegistryReader *reader, AccyKernelCallEntry *entry) {
  JsonCodec object;
  char path[BUNDLE_PATH_CAPACITY];
  AccyPayload *payload = &entry->payload;
  if (!jsonObject(parent, "payload", &object) || !jsonPayloadKind(&object, "kind", &payload->kind) ||
      !jsonText(&object, "path", path, sizeof(path)) || !jsonEnd(&object))
    return false;
  if (!bundlePathIsInside(path))
    return jsonFail(&object, "path", "is '%.64s', which names no file in the folder of the registry", path);
  if (!bundleReadFile(object.arena, reader->folder, path, NULL, &payload->data, &payload->bytes, object.status))
    return false;
  if (payload->kind == AccyPayloadKindText && memchr(payload->data, 0, payload->bytes))
    return jsonFail(&object, "path", "is '%.64s', which holds a NUL byte and so is no text", path);
  return true;
}

static bool static_arguments_form(JsonCodec *parent, AccyKernelCallEntry *entry) {
  JsonCodec array, element;
  AccyScalar *scalars;
  if (!jsonArray(parent, "static_arguments", &entry->static_argument_count, &array) ||
      !formMakeRoom(parent, (void **)&scalars, entry->static_argument_count, sizeof(AccyScalar)))
    return false;
  entry->static_arguments = scalars;
  for (uint32_t i = 0; i < entry->static_argument_count; ++i) {
    if (!jsonElementObject(&array, i, &element) || !scalarForm(&element, &scalars[i]))
      return false;
  }
  return true;
}

/// The key push_constant_bytes, which may be left out.
static bool push_constants_form(JsonCodec *parent, AccyKernelCallEntry *entry) {
  return !jsonHas(parent, "push_constant_bytes") || jsonU32(parent, "push_constant_bytes", &entry->push_constant_bytes);
}

/// The keys shape_family_fingerprint and shape_profile, either of which may be left out.
static bool shape_form(JsonCodec *parent, AccyKernelCallEntry *entry) {
  entry->has_shape_family = jsonHas(parent, "shape_family_fingerprint");
  if (entry->has_shape_family && !jsonBits(parent, "shape_family_fingerprint", &entry->shape_family_fingerprint))
    return false;
  if (!jsonHas(parent, "shape_profile"))
    return true;
  JsonCodec object;
  AccyShapeProfile *profile = accyArenaAllocateArray(parent->arena, 1, sizeof(AccyShapeProfile));
  if (!profile)
    return accyFail(parent->status, AccyStatusCodeOutOfMemory, "no memory for a kernel registry");
  entry->shape_profile = profile;
  return jsonObject(parent, "shape_profile", &object) &&
         jsonU32(&object, "dimension_count", &profile->dimension_count) &&
         jsonU32(&object, "scalar_index", &profile->scalar_index) &&
         jsonBits(&object, "fingerprint", &profile->fingerprint) && jsonEnd(&object);
}

static bool entry_form(JsonCodec *object, const RegistryReader *reader, AccyKernelCallEntry *entry) {
  return name_form(object, "target", &entry->target) && jsonU32(object, "version", &entry->version) &&
         jsonFormat(object, "format", &entry->format) && name_form(object, "entry", &entry->entry) &&
         jsonU32(object, "argument_count", &entry->argument_count) && requiredForm(object, &entry->required) &&
         push_constants_form(object, entry) && payload_form(object, reader, entry) &&
         kernelCallLaunchForm(object, "launch", &entry->launch) &&
         jsonCountArgument(object, "count_argument", &entry->count_argument) &&
         jsonU32(object, "runtime_scalar_count", &entry->runtime_scalar_count) &&
         static_arguments_form(object, entry) && shape_form(object, entry) && jsonEnd(object);
}

// ---- The file -------------------------------------------------------------------------------------------------------

static bool add_entry(const JsonCodec *object, const RegistryReader *reader, const AccyKernelCallEntry *entry) {
  AccyStatus reason;
  if (accyKernelTableAdd(reader->table, entry, &reason))
    return true;
  if (reason.code != AccyStatusCodeInvalidArtifact)
    return accyFail(object->status, reason.code, "%s", reason.message);
  return jsonFail(object, NULL, "cannot be registered: %s", reason.message);
}

static bool registry_form(JsonCodec *root, const RegistryReader *reader) {
  JsonCodec array, element;
  uint32_t version, count;
  if (!jsonU32(root, "version", &version))
    return false;
  if (version != ACCY_REGISTRY_VERSION)
    return jsonFail(root, "version", "is %u; this reader knows version %d only", version, ACCY_REGISTRY_VERSION);
  if (!jsonArray(root, "entries", &count, &array))
    return false;
  for (uint32_t i = 0; i < count; ++i) {
    AccyKernelCallEntry entry = {0};
    if (!jsonElementObject(&array, i, &element) || !entry_form(&element, reader, &entry) ||
        !add_entry(&element, reader, &entry))
      return false;
  }
  return jsonEnd(root);
}

static bool read_registry(RegistryReader *reader, AccyArena *arena) {
  const void *text;
  uint64_t length;
  cJSON *json;
  if (!bundleReadDocument(arena, reader->path, &reader->folder, &text, &length, reader->status) ||
      !jsonParseDocument(reader->path, text, length, &json, reader->status))
    return false;
  JsonCodec root = {.reading = true, .json = json, .document = reader->path, .arena = arena, .status = reader->status};
  bool described = registry_form(&root, reader);
  cJSON_Delete(json);
  return described;
}

bool accyKernelTableReadJson(AccyKernelTable *table, const char *path, AccyStatus *status) {
  AccyArena arena = {0};
  RegistryReader reader = {.table = table, .path = path, .status = status};
  bool read = read_registry(&reader, &arena);
  accyArenaFree(&arena);
  return read;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See registry.h.
#include "bundle/registry.h"

#include <stdlib.h>
#include <string.h>

#include "bundle/files.h"
#include "bundle/plan_form.h"

struct AccyRegistryFile {
  AccyArena arena;
  AccyKernelCallEntry *entries;
  uint32_t count;
};

/// A registry being read.
typedef struct RegistryReader {
  AccyRegistryFile *file;
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
  return accyPayloadCheck(entry->format, payload, object.status);
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
         payload_form(object, reader, entry) && kernelCallLaunchForm(object, "launch", &entry->launch) &&
         jsonCountArgument(object, "count_argument", &entry->count_argument) &&
         jsonU32(object, "runtime_scalar_count", &entry->runtime_scalar_count) &&
         static_arguments_form(object, entry) && shape_form(object, entry) && jsonEnd(object) &&
         accyKernelCallEntryVerify(entry, object->status);
}

// ---- The file -------------------------------------------------------------------------------------------------------

static const AccyKernelCallEntry *find_entry(const AccyRegistryFile *file, uint32_t count, const char *target,
                                             uint32_t version, AccyFormat format) {
  for (uint32_t i = 0; i < count; ++i) {
    const AccyKernelCallEntry *entry = &file->entries[i];
    if (entry->version == version && entry->format == format && strcmp(entry->target, target) == 0)
      return entry;
  }
  return NULL;
}

static bool registry_form(JsonCodec *root, const RegistryReader *reader) {
  JsonCodec array, element;
  AccyRegistryFile *file = reader->file;
  uint32_t version;
  if (!jsonU32(root, "version", &version))
    return false;
  if (version != ACCY_REGISTRY_VERSION)
    return jsonFail(root, "version", "is %u; this reader knows version %d only", version, ACCY_REGISTRY_VERSION);
  if (!jsonArray(root, "entries", &file->count, &array) ||
      !formMakeRoom(root, (void **)&file->entries, file->count, sizeof(AccyKernelCallEntry)))
    return false;
  for (uint32_t i = 0; i < file->count; ++i) {
    AccyKernelCallEntry *entry = &file->entries[i];
    if (!jsonElementObject(&array, i, &element) || !entry_form(&element, reader, entry))
      return false;
    if (find_entry(file, i, entry->target, entry->version, entry->format))
      return jsonFail(&element, NULL, "repeats '%s' version %u for %s", entry->target, entry->version,
                      accyFormatName(entry->format));
  }
  return jsonEnd(root);
}

static bool read_registry(RegistryReader *reader) {
  const void *text;
  uint64_t length;
  cJSON *json;
  AccyArena *arena = &reader->file->arena;
  if (!bundleReadDocument(arena, reader->path, &reader->folder, &text, &length, reader->status) ||
      !jsonParseDocument(reader->path, text, length, &json, reader->status))
    return false;
  JsonCodec root = {.reading = true, .json = json, .document = reader->path, .arena = arena, .status = reader->status};
  bool described = registry_form(&root, reader);
  cJSON_Delete(json);
  return described;
}

bool accyRegistryFileRead(const char *path, AccyRegistryFile **outFile, AccyStatus *status) {
  AccyRegistryFile *file = calloc(1, sizeof(*file));
  RegistryReader reader = {.file = file, .path = path, .status = status};
  if (!file)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a kernel registry");
  if (!read_registry(&reader)) {
    accyRegistryFileDestroy(file);
    return false;
  }
  *outFile = file;
  return true;
}

void accyRegistryFileDestroy(AccyRegistryFile *file) {
  if (!file)
    return;
  accyArenaFree(&file->arena);
  free(file);
}

static const AccyKernelCallEntry *look_up(void *context, const char *target, uint32_t version, AccyFormat format) {
  const AccyRegistryFile *file = context;
  return find_entry(file, file->count, target, version, format);
}

AccyKernelRegistry accyRegistryFileGetRegistry(const AccyRegistryFile *file) {
  return (AccyKernelRegistry){.lookup = look_up, .context = (void *)file};
}

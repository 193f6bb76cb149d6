// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See previous.h.
#define _XOPEN_SOURCE 700
#include "bundle/previous.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bundle/json_codec.h"

/// The names being collected.
typedef struct NameList {
  AccyArena *arena;
  const char **names;
  uint32_t count;
} NameList;

static bool add_name(NameList *list, const cJSON *name) {
  if (!cJSON_IsString(name) || !bundlePathIsInside(name->valuestring) || strchr(name->valuestring, '/'))
    return true;
  const char *copy = accyArenaCopyArray(list->arena, name->valuestring, strlen(name->valuestring) + 1, 1);
  if (copy)
    list->names[list->count++] = copy;
  return copy;
}

static bool add_names(NameList *list, const cJSON *slots, const cJSON *kernels) {
  const cJSON *element;
  cJSON_ArrayForEach(element, slots) {
    if (!add_name(list, cJSON_GetObjectItemCaseSensitive(element, "constant")))
      return false;
  }
  cJSON_ArrayForEach(element, kernels) {
    const cJSON *payload = cJSON_GetObjectItemCaseSensitive(element, "payload");
    if (!add_name(list, cJSON_GetObjectItemCaseSensitive(payload, "path")))
      return false;
  }
  return true;
}

bool bundlePreviousFiles(AccyArena *arena, const char *folder, const char ***outNames, uint32_t *outCount,
                         AccyStatus *status) {
  const void *text;
  uint64_t length;
  cJSON *json = NULL;
  AccyStatus reason;
  *outNames = NULL;
  *outCount = 0;
  if (!bundleReadFile(arena, folder, "plan.json", NULL, &text, &length, &reason) ||
      !jsonParseDocument("plan.json", text, length, &json, &reason)) // not a bundle that could be told from other files
    return reason.code != AccyStatusCodeOutOfMemory || accyFail(status, reason.code, "%s", reason.message);
  const cJSON *slots = cJSON_GetObjectItemCaseSensitive(json, "slots");
  const cJSON *kernels = cJSON_GetObjectItemCaseSensitive(json, "kernels");
  uint32_t most = (uint32_t)cJSON_GetArraySize(slots) + (uint32_t)cJSON_GetArraySize(kernels);
  NameList list = {.arena = arena, .names = accyArenaAllocateArray(arena, most, sizeof(char *))};
  bool listed = list.names && add_names(&list, slots, kernels);
  cJSON_Delete(json);
  if (!listed)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the files of a bundle");
  *outNames = list.names;
  *outCount = list.count;
  return true;
}

static bool contains(const char *const *names, uint32_t count, const char *name) {
  for (uint32_t i = 0; i < count; ++i) {
    if (strcmp(names[i], name) == 0)
      return true;
  }
  return false;
}

bool bundleRemoveStale(AccyArena *arena, const char *folder, const char *const *names, uint32_t count,
                       const char *const *kept, uint32_t keptCount, AccyStatus *status) {
  for (uint32_t i = 0; i < count; ++i) {
    if (contains(kept, keptCount, names[i]))
      continue;
    const char *path = bundleJoin(arena, folder, names[i], "");
    if (!path)
      return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the files of a bundle");
    if (unlink(path) != 0 && errno != ENOENT)
      return accyFail(status, AccyStatusCodeInvalidArtifact, "cannot remove %s, which an earlier bundle has left: %s",
                      path, strerror(errno));
  }
  return true;
}

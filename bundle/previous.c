// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See previous.h.
#define _XOPEN_SOURCE 700
#include "bundle/previous.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bundle/c_interface.h"
#include "bundle/json_codec.h"

/// The names being collected.
typedef struct NameList {
  AccyArena *arena;
  const char **names;
  uint32_t count;
} NameList;

static bool add_name(NameList *list, const char *name) {
  const char *copy = accyArenaCopyArray(list->arena, name, strlen(name) + 1, 1);
  if (copy)
    list->names[list->count++] = copy;
  return copy;
}

static bool add_text(NameList *list, const cJSON *name) {
  return !cJSON_IsString(name) || !bundlePathIsInside(name->valuestring) || add_name(list, name->valuestring);
}

static bool add_listed(NameList *list, const cJSON *slots, const cJSON *kernels) {
  const cJSON *element;
  cJSON_ArrayForEach(element, slots) {
    if (!add_text(list, cJSON_GetObjectItemCaseSensitive(element, "constant")))
      return false;
  }
  cJSON_ArrayForEach(element, kernels) {
    const cJSON *payload = cJSON_GetObjectItemCaseSensitive(element, "payload");
    if (!add_text(list, cJSON_GetObjectItemCaseSensitive(payload, "path")))
      return false;
  }
  return true;
}

/// What is there under the name of a file of a C interface. It may be the user's own: what it says of itself tells.
typedef enum CFileOwner { CFileOfNobody, CFileOfAccy, CFileOfUser, CFileUnknown } CFileOwner;

static CFileOwner find_owner(const char *folder, const char *path) {
  AccyArena scratch = {0};
  const void *text;
  uint64_t length;
  AccyStatus reason;
  CFileOwner owner = CFileOfNobody;
  if (bundleReadFile(&scratch, folder, path, NULL, &text, &length, &reason))
    owner = cInterfaceMadeFile(path, text) ? CFileOfAccy : CFileOfUser;
  else if (reason.code == AccyStatusCodeOutOfMemory)
    owner = CFileUnknown;
  accyArenaFree(&scratch);
  return owner;
}

bool bundleCheckCFile(const char *folder, const char *path, AccyStatus *status) {
  CFileOwner owner = find_owner(folder, path);
  if (owner == CFileUnknown)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the files of a bundle");
  return owner != CFileOfUser ||
         accyFail(status, AccyStatusCodeInvalidArtifact,
                  "cannot write %s/%s: a file of that name is there that Accy has not made; give another folder, or "
                  "another name to the function",
                  folder, path);
}

static bool add_if_made(NameList *list, const char *folder, const char *path) {
  CFileOwner owner = find_owner(folder, path);
  return owner == CFileOfAccy ? add_name(list, path) : owner != CFileUnknown;
}

static bool add_c_interface(NameList *list, const char *folder, const cJSON *plan) {
  const char *format = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(plan, "format"));
  const char *function = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(plan, "function"));
  if (!format || strcmp(format, accyFormatName(AccyFormatCpuObject)) != 0 || !function ||
      strlen(function) >= ACCY_NAME_CAPACITY)
    return true;
  CInterface interface;
  cInterfaceNameFiles(function, &interface);
  return add_if_made(list, folder, interface.headerPath) && add_if_made(list, folder, interface.sourcePath);
}

static bool list_files(NameList *list, const char *folder, const cJSON *plan) {
  enum { Others = 3 }; // plan.json and the C interface
  const cJSON *slots = cJSON_GetObjectItemCaseSensitive(plan, "slots");
  const cJSON *kernels = cJSON_GetObjectItemCaseSensitive(plan, "kernels");
  size_t most = (size_t)cJSON_GetArraySize(slots) + (size_t)cJSON_GetArraySize(kernels) + Others;
  list->names = accyArenaAllocateArray(list->arena, most, sizeof(char *));
  return list->names && add_listed(list, slots, kernels) && add_c_interface(list, folder, plan) &&
         add_name(list, "plan.json");
}

bool bundleListFiles(AccyArena *arena, const char *folder, const char *const **outNames, uint32_t *outCount,
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
  NameList list = {.arena = arena};
  bool listed = list_files(&list, folder, json);
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
    if (contains(kept, keptCount, names[i]) || strchr(names[i], '/')) // no bundle of ours has files below its folder
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

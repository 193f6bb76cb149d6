// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target profiles as JSON files; the keys are those of plan.json. Spec: planner.md, sections 2 and 10.
#include "accy-c/Target.h"
#include "bundle/files.h"
#include "bundle/plan_form.h"

static bool profile_form(JsonCodec *root, AccyTargetProfile *profile) {
  AccyTargetCapabilities *target = &profile->capabilities;
  if (!jsonBackend(root, "backend", &target->backend))
    return false;
  if (root->reading)
    profile->format = accyBackendDefaultFormat(target->backend);
  if (!root->reading || jsonHas(root, "format")) {
    if (!jsonFormat(root, "format", &profile->format))
      return false;
  }
  return targetForm(root, "target", target) && jsonEnd(root);
}

static bool read_profile(AccyArena *arena, const char *path, AccyTargetProfile *profile, AccyStatus *status) {
  const char *folder;
  const void *text;
  uint64_t length;
  cJSON *json;
  if (!bundleReadDocument(arena, path, &folder, &text, &length, status) ||
      !jsonParseDocument(path, text, length, &json, status))
    return false;
  JsonCodec root = {.reading = true, .json = json, .document = path, .arena = arena, .status = status};
  bool described = profile_form(&root, profile);
  cJSON_Delete(json);
  return described;
}

bool accyTargetProfileReadJson(const char *path, AccyTargetProfile *outProfile, AccyStatus *status) {
  AccyArena arena = {0};
  AccyTargetProfile profile = {0};
  bool read = read_profile(&arena, path, &profile, status);
  accyArenaFree(&arena);
  AccyStatus reason;
  if (!read)
    return false;
  if (!accyTargetVerify(&profile.capabilities, &reason))
    return accyFail(status, reason.code, "%s: %s", path, reason.message);
  if (!(profile.capabilities.formats & ACCY_BIT(profile.format)))
    return accyFail(status, AccyStatusCodeUnsupportedArtifactFormat, "%s: the target does not make format %s", path,
                    accyFormatName(profile.format));
  *outProfile = profile;
  return true;
}

bool accyTargetProfilePrintJson(const AccyTargetProfile *profile, char **outText, AccyStatus *status) {
  AccyTargetProfile described = *profile; // the form is shared with reading and so takes one that it could change
  JsonCodec root = {.json = cJSON_CreateObject(), .document = "the profile", .status = status};
  bool printed = root.json ? profile_form(&root, &described)
                           : accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a target profile");
  printed = printed && jsonPrintDocument(root.json, outText, status);
  cJSON_Delete(root.json);
  return printed;
}

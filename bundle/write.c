// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing a bundle: names for the files, plan.json, and all of it at once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accy-c/Bundle.h"
#include "bundle/c_interface.h"
#include "bundle/files.h"
#include "bundle/plan_form.h"
#include "bundle/previous.h"
#include "planner/plan.h"

static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static bool is_same_payload(const AccyArtifact *a, const AccyArtifact *b) {
  return a->format == b->format && a->payload.bytes == b->payload.bytes &&
         memcmp(a->payload.data, b->payload.data, a->payload.bytes) == 0;
}

/// ENTRY.EXTENSION, with other characters than a file name should have replaced, and "_2", "_3", … where two kernels
/// would share a file. Kernels of one payload, as of one file of the caller's, have one file.
static void name_payload(const AccyPlan *plan, uint32_t kernel, BundlePaths *paths) {
  const AccyArtifact *artifact = &plan->kernels[kernel].artifact;
  for (uint32_t i = 0; i < kernel; ++i)
    if (is_same_payload(&plan->kernels[i].artifact, artifact)) {
      memcpy(paths->payloads[kernel], paths->payloads[i], BUNDLE_PATH_CAPACITY);
      return;
    }
  char stem[ACCY_NAME_CAPACITY];
  size_t length = strlen(artifact->entry);
  for (size_t i = 0; i < length; ++i)
    stem[i] = is_name_character(artifact->entry[i]) ? artifact->entry[i] : '_';
  stem[length] = 0;
  const char *extension = accyFormatFileExtension(artifact->format);
  bool taken = true;
  for (uint32_t copy = 1; taken; ++copy) {
    if (copy == 1)
      snprintf(paths->payloads[kernel], BUNDLE_PATH_CAPACITY, "%s.%s", stem, extension);
    else
      snprintf(paths->payloads[kernel], BUNDLE_PATH_CAPACITY, "%s_%u.%s", stem, copy, extension);
    taken = false;
    for (uint32_t i = 0; i < kernel && !taken; ++i)
      taken = strcmp(paths->payloads[i], paths->payloads[kernel]) == 0;
  }
}

bool formSharesFile(const BundlePaths *paths, uint32_t kernel) {
  for (uint32_t i = 0; i < kernel; ++i)
    if (strcmp(paths->payloads[i], paths->payloads[kernel]) == 0)
      return true;
  return false;
}

static bool make_paths(const AccyPlan *plan, AccyArena *arena, BundlePaths *paths) {
  paths->constants = accyArenaAllocateArray(arena, plan->slot_count, BUNDLE_PATH_CAPACITY);
  paths->payloads = accyArenaAllocateArray(arena, plan->kernel_count, BUNDLE_PATH_CAPACITY);
  if (!paths->constants || !paths->payloads)
    return false;
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (plan->slots[i].constant)
      snprintf(paths->constants[i], BUNDLE_PATH_CAPACITY, "constant.%u.bin", plan->slots[i].id);
  }
  for (uint32_t i = 0; i < plan->kernel_count; ++i)
    name_payload(plan, i, paths);
  return true;
}

static bool print_document(const AccyPlan *plan, BundlePaths *paths, char **out_text, AccyStatus *status) {
  AccyPlan described = *plan; // the form is shared with reading and so takes a plan that it could change
  JsonCodec root = {.json = cJSON_CreateObject(), .status = status};
  bool success = root.json ? planForm(&root, &described, paths)
                           : accyFail(status, AccyStatusCodeOutOfMemory, "no memory for plan.json");
  success = success && jsonPrintDocument(root.json, out_text, status);
  cJSON_Delete(root.json);
  return success;
}

bool accyPlanPrintJson(const AccyPlan *plan, char **outText, AccyStatus *status) {
  if (!accyPlanVerify(plan, status))
    return false;
  AccyArena scratch = {0};
  BundlePaths paths;
  bool success = make_paths(plan, &scratch, &paths)
                     ? print_document(plan, &paths, outText, status)
                     : accyFail(status, AccyStatusCodeOutOfMemory, "no memory for plan.json");
  accyArenaFree(&scratch);
  return success;
}

static bool call_with_c_interface(const AccyPlan *plan, const BundlePaths *paths, AccyBundleFileCallback callback,
                                  void *userData, AccyStatus *status) {
  CInterface interface;
  if (!cInterfaceIsPossible(plan))
    return true;
  if (!cInterfaceCreate(plan, paths, &interface, status))
    return false;
  bool called = callback(interface.headerPath, interface.header, strlen(interface.header), userData, status) &&
                callback(interface.sourcePath, interface.source, strlen(interface.source), userData, status);
  cInterfaceDestroy(&interface);
  return called;
}

static bool call_with_files(const AccyPlan *plan, const BundlePaths *paths, const char *document,
                            AccyBundleFileCallback callback, void *userData, AccyStatus *status) {
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    const AccySlot *slot = &plan->slots[i];
    if (slot->constant && !callback(paths->constants[i], slot->constant, slot->bytes, userData, status))
      return false;
  }
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    const AccyPayload *payload = &plan->kernels[i].artifact.payload;
    if (!formSharesFile(paths, i) && !callback(paths->payloads[i], payload->data, payload->bytes, userData, status))
      return false;
  }
  return call_with_c_interface(plan, paths, callback, userData, status) &&
         callback("plan.json", document, strlen(document), userData, status);
}

bool accyBundleEnumerateFiles(const AccyPlan *plan, AccyBundleFileCallback callback, void *userData,
                              AccyStatus *status) {
  if (!accyPlanVerify(plan, status))
    return false;
  AccyArena scratch = {0};
  BundlePaths paths;
  char *document = NULL;
  bool success = make_paths(plan, &scratch, &paths) ||
                 accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the files of a bundle");
  success = success && print_document(plan, &paths, &document, status) &&
            call_with_files(plan, &paths, document, callback, userData, status);
  free(document);
  accyArenaFree(&scratch);
  return success;
}

/// Names of payloads and constants tell what they are; those of a C interface are such as people give their files.
static bool is_c_file(const char *path) {
  size_t length = strlen(path);
  return length > 2 && (strcmp(path + length - 2, ".c") == 0 || strcmp(path + length - 2, ".h") == 0);
}

static bool add_file(const char *path, const void *data, uint64_t bytes, void *userData, AccyStatus *status) {
  BundleWriter *writer = userData;
  return (!is_c_file(path) || bundleCheckCFile(writer->folder, path, status)) &&
         bundleWriterAdd(writer, path, data, bytes, status);
}

/// Gives the files their names, and then removes those of the bundle that was in the folder before.
static bool replace_bundle(BundleWriter *writer, const char *const *previous, uint32_t previous_count,
                           AccyStatus *status) {
  return bundleWriterCommit(writer, status) && bundleRemoveStale(&writer->arena, writer->folder, previous,
                                                                 previous_count, writer->paths, writer->count, status);
}

bool accyBundleWrite(const AccyPlan *plan, const char *folder, AccyStatus *status) {
  BundleWriter writer;
  const char *const *previous;
  uint32_t previous_count;
  bool success = bundleWriterStart(&writer, folder, plan->slot_count + plan->kernel_count + 3, status) &&
                 bundleListFiles(&writer.arena, folder, &previous, &previous_count, status) &&
                 accyBundleEnumerateFiles(plan, add_file, &writer, status) &&
                 replace_bundle(&writer, previous, previous_count, status);
  bundleWriterFinish(&writer);
  return success;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// Writing a bundle: every file under a temporary name first, renamed when all are complete, plan.json last.

#include "bundle/bundle.h"
#include "bundle/names.h"
#include "planner/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The files of one bundle, by the names that they end up with.
typedef struct Writer {
  const char *folder;
  char (*names)[ACCY_FILE_NAME_CAPACITY];
  uint32_t count;
} Writer;

static char *path_of(const char *folder, const char *name, const char *ending) {
  size_t size = strlen(folder) + strlen(name) + strlen(ending) + 2;
  char *path = malloc(size);
  if (path)
    snprintf(path, size, "%s/%s%s", folder, name, ending);
  return path;
}

static const char temporary_ending[] = ".partial";

static bool write_bytes(const char *path, const void *data, uint64_t bytes, AccyStatus *status) {
  FILE *file = fopen(path, "wb");
  bool written = file && fwrite(data, 1, bytes, file) == bytes;
  if (file && fclose(file) != 0)
    written = false;
  if (written)
    return true;
  return accyFail(status, AccyStatusCodeInvalidArtifact, "writing '%s' failed: %s", path, strerror(errno));
}

// Writes under the temporary name; the name is noted whether or not that went well, to be removed.
static bool write_file(Writer *writer, const char *name, const void *data, uint64_t bytes, AccyStatus *status) {
  snprintf(writer->names[writer->count++], ACCY_FILE_NAME_CAPACITY, "%s", name);
  char *path = path_of(writer->folder, name, temporary_ending);
  if (!path)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a path");
  bool written = write_bytes(path, data, bytes, status);
  free(path);
  return written;
}

static bool write_files(Writer *writer, const AccyPlan *plan, AccyStatus *status) {
  char name[ACCY_FILE_NAME_CAPACITY];
  for (uint32_t i = 0; i < plan->kernel_count; ++i) {
    const AccyPayload *payload = &plan->kernels[i].artifact.payload;
    accyPayloadFileName(&plan->kernels[i], name);
    if (!write_file(writer, name, payload->data, payload->bytes, status))
      return false;
  }
  for (uint32_t i = 0; i < plan->slot_count; ++i) {
    if (!plan->slots[i].constant)
      continue;
    accyConstantFileName(&plan->slots[i], name);
    if (!write_file(writer, name, plan->slots[i].constant, plan->slots[i].bytes, status))
      return false;
  }
  char *text;
  if (!accyPlanPrintJson(plan, &text, status))
    return false;
  bool written = write_file(writer, "plan.json", text, strlen(text), status);
  free(text);
  return written;
}

static bool rename_file(const Writer *writer, const char *name, AccyStatus *status) {
  char *from = path_of(writer->folder, name, temporary_ending), *to = path_of(writer->folder, name, "");
  bool renamed = from && to && rename(from, to) == 0;
  if (!renamed)
    accyFail(status, AccyStatusCodeInvalidArtifact, "renaming '%s' failed: %s", from ? from : name, strerror(errno));
  free(from);
  free(to);
  return renamed;
}

static void remove_temporaries(const Writer *writer) {
  for (uint32_t i = 0; i < writer->count; ++i) {
    char *path = path_of(writer->folder, writer->names[i], temporary_ending);
    if (path)
      (void)unlink(path);
    free(path);
  }
}

static bool publish(const Writer *writer, AccyStatus *status) {
  for (uint32_t i = 0; i < writer->count; ++i) // plan.json is the last
    if (!rename_file(writer, writer->names[i], status))
      return false;
  return true;
}

bool accyBundleWrite(const AccyPlan *plan, const char *folder, AccyStatus *status) {
  if (!accyPlanVerify(plan, status))
    return false;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "making the folder '%s' failed: %s", folder,
                    strerror(errno));
  Writer writer = {.folder = folder};
  writer.names = calloc((size_t)plan->kernel_count + plan->slot_count + 1, sizeof *writer.names);
  if (!writer.names)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for file names");
  bool written = write_files(&writer, plan, status) && publish(&writer, status);
  if (!written)
    remove_temporaries(&writer);
  free(writer.names);
  return written;
}

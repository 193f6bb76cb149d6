// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception
//
// See file.h.

#define _POSIX_C_SOURCE 200809L
#include "bundle/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A relative path without a step upwards stays inside the folder.
static bool stays_inside(const char *name) {
  if (name[0] == '\0' || name[0] == '/')
    return false;
  for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL) {
    size_t length = strcspn(part, "/");
    if (length == 0 || (length == 2 && strncmp(part, "..", 2) == 0))
      return false;
  }
  return true;
}

static bool fail(const AccyJsonPath *path, const char *name, const char *why, AccyStatus *status) {
  return accyFail(status, AccyStatusCodeInvalidArtifact, "%s: the file '%.200s' %s", path->text, name, why);
}

static bool read_stream(FILE *file, AccyArena *arena, void **outData, uint64_t *outBytes) {
  struct stat status;
  if (fstat(fileno(file), &status) != 0)
    return false;
  if (!S_ISREG(status.st_mode)) {
    errno = EISDIR; // a folder can be opened, and then claims an absurd size
    return false;
  }
  size_t size = (size_t)status.st_size;
  *outData = accyArenaAllocate(arena, size);
  *outBytes = (uint64_t)size;
  return *outData && fread(*outData, 1, size, file) == size;
}

bool accyFileReadAll(const char *folder, const char *name, AccyArena *arena, void **outData, uint64_t *outBytes,
                     const AccyJsonPath *path, AccyStatus *status) {
  if (!stays_inside(name))
    return fail(path, name, "is outside the bundle's folder", status);
  size_t size = strlen(folder) + strlen(name) + 2;
  char *whole = malloc(size);
  if (!whole)
    return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for a path");
  snprintf(whole, size, "%s/%s", folder, name);
  errno = 0;
  FILE *file = fopen(whole, "rb");
  free(whole);
  bool read = file && read_stream(file, arena, outData, outBytes);
  int error = errno;
  if (file)
    fclose(file);
  return read || fail(path, name, error ? strerror(error) : "cannot be read", status);
}

bool accyFileRead(const char *folder, const char *name, uint64_t bytes, AccyArena *arena, void **outData,
                  const AccyJsonPath *path, AccyStatus *status) {
  uint64_t size;
  if (!accyFileReadAll(folder, name, arena, outData, &size, path, status))
    return false;
  if (size == bytes)
    return true;
  return accyFail(status, AccyStatusCodeInvalidArtifact, "%s: the file '%.200s' has %llu bytes; the plan says %llu",
                  path->text, name, (unsigned long long)size, (unsigned long long)bytes);
}

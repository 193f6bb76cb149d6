// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See files.h.
#define _XOPEN_SOURCE 700
#include "bundle/files.h"
#include "bundle/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail_with_errno(AccyStatus *status, const char *what, const char *folder, const char *path) {
  bool is_root = strcmp(folder, "/") == 0, is_here = strcmp(folder, ".") == 0;
  return accyFail(status, AccyStatusCodeInvalidArtifact, "cannot %s %s%s%s: %s", what, is_here ? "" : folder,
                  is_root || is_here ? "" : "/", path, strerror(errno));
}

static bool out_of_memory(AccyStatus *status) {
  return accyFail(status, AccyStatusCodeOutOfMemory, "no memory for the files of a bundle");
}

bool bundlePathIsInside(const char *path) {
  if (path[0] == 0 || strchr(path, '\\'))
    return false;
  while (*path) {
    size_t length = strcspn(path, "/");
    bool is_dot = (length == 1 && path[0] == '.') || (length == 2 && memcmp(path, "..", 2) == 0);
    if (length == 0 || is_dot)
      return false;
    path += length;
    if (*path == '/' && *++path == 0)
      return false;
  }
  return true;
}

char *bundleJoin(AccyArena *arena, const char *folder, const char *path, const char *suffix) {
  size_t length = strlen(folder) + strlen(path) + strlen(suffix) + 2;
  char *text = accyArenaAllocate(arena, length);
  if (text)
    snprintf(text, length, "%s/%s%s", folder, path, suffix);
  return text;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

/// Whether the file that the path leads to, links followed, lies in the folder.
static bool resolves_inside(const char *folder, const char *full_path) {
  char *real_folder = realpath(folder, NULL), *real_file = realpath(full_path, NULL);
  bool inside = false;
  if (real_folder && real_file) {
    size_t length = strlen(real_folder);
    bool is_root = length == 1;
    inside = strncmp(real_file, real_folder, length) == 0 && (is_root || real_file[length] == '/');
  }
  free(real_folder);
  free(real_file);
  return inside;
}

static bool read_open_file(AccyArena *arena, FILE *file, const char *folder, const char *path, const uint64_t *expected,
                           const void **out_data, uint64_t *out_bytes, AccyStatus *status) {
  struct stat facts;
  if (fstat(fileno(file), &facts) != 0)
    return fail_with_errno(status, "read", folder, path);
  if (!S_ISREG(facts.st_mode))
    return accyFail(status, AccyStatusCodeInvalidArtifact, "%s/%s is no regular file", folder, path);
  uint64_t bytes = (uint64_t)facts.st_size;
  if (expected && bytes != *expected)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "%s/%s has %llu bytes; plan.json says %llu", folder, path,
                    (unsigned long long)bytes, (unsigned long long)*expected);
  char *data = bytes < SIZE_MAX ? accyArenaAllocate(arena, bytes + 1) : NULL;
  if (!data)
    return out_of_memory(status);
  if (fread(data, 1, bytes, file) != bytes)
    return accyFail(status, AccyStatusCodeInvalidArtifact, "cannot read all of %s/%s", folder, path);
  *out_data = data;
  *out_bytes = bytes;
  return true;
}

bool bundleReadFile(AccyArena *arena, const char *folder, const char *path, const uint64_t *expected,
                    const void **outData, uint64_t *outBytes, AccyStatus *status) {
  AccyArena scratch = {0};
  char *full_path = bundleJoin(&scratch, folder, path, "");
  if (!full_path)
    return out_of_memory(status);
  bool success = false;
  int descriptor = open(full_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a named pipe must not hang the reader
  FILE *file = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
  if (!file)
    fail_with_errno(status, "open", folder, path);
  else if (!resolves_inside(folder, full_path))
    accyFail(status, AccyStatusCodeInvalidArtifact, "%s/%s is a link that leads out of the bundle", folder, path);
  else
    success = read_open_file(arena, file, folder, path, expected, outData, outBytes, status);
  if (file)
    fclose(file);
  else if (descriptor >= 0)
    close(descriptor);
  accyArenaFree(&scratch);
  return success;
}

bool bundleReadDocument(AccyArena *arena, const char *path, const char **outFolder, const void **outText,
                        uint64_t *outLength, AccyStatus *status) {
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) : 0;
  char *folder = accyArenaAllocate(arena, length + 2); // with its NUL, or that of "/" or "."
  if (!folder)
    return out_of_memory(status);
  memcpy(folder, length ? path : slash ? "/" : ".", length ? length : 1);
  *outFolder = folder;
  return bundleReadFile(arena, folder, slash ? slash + 1 : path, NULL, outText, outLength, status);
}

// ---- Writing --------------------------------------------------------------------------------------------------------

bool bundleWriterStart(BundleWriter *writer, const char *folder, uint32_t capacity, AccyStatus *status) {
  *writer = (BundleWriter){.folder = folder, .capacity = capacity};
  writer->paths = accyArenaAllocateArray(&writer->arena, capacity, sizeof(char *));
  writer->temporaries = accyArenaAllocateArray(&writer->arena, capacity, sizeof(char *));
  if (!writer->paths || !writer->temporaries)
    return out_of_memory(status);
  writer->made_folder = mkdir(folder, 0777) == 0;
  struct stat facts;
  if (writer->made_folder || (errno == EEXIST && stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode)))
    return true;
  return accyFail(status, AccyStatusCodeInvalidArtifact, "cannot make the folder %s: %s", folder, strerror(errno));
}

/// What is there under the name of a file of the bundle that is no file; null when nothing is, or a file.
static const char *what_is_in_the_way(const char *path) {
  struct stat facts;
  if (lstat(path, &facts) != 0 || S_ISREG(facts.st_mode))
    return NULL;
  if (S_ISDIR(facts.st_mode))
    return "a folder";
  if (S_ISLNK(facts.st_mode))
    return "a symbolic link";
  return S_ISFIFO(facts.st_mode) ? "a named pipe" : "a device or a socket";
}

bool bundleWriterAdd(BundleWriter *writer, const char *path, const void *data, uint64_t bytes, AccyStatus *status) {
  const char *full_path = bundleJoin(&writer->arena, writer->folder, path, ""), *temporary;
  const char *copy = accyArenaCopyArray(&writer->arena, path, strlen(path) + 1, 1);
  if (!full_path || !copy)
    return out_of_memory(status);
  const char *obstacle = what_is_in_the_way(full_path);
  if (obstacle)
    return accyFail(status, AccyStatusCodeInvalidArtifact,
                    "cannot write %s: %s has that name; remove it, or give another folder", full_path, obstacle);
  FILE *file = bundleOpenTemporary(&writer->arena, full_path, &temporary);
  if (!file)
    return errno == ENOMEM ? out_of_memory(status) : fail_with_errno(status, "write", writer->folder, path);
  writer->paths[writer->count] = copy;
  writer->temporaries[writer->count++] = temporary; // from here on it is removed on failure
  bool written = fwrite(data, 1, bytes, file) == bytes;
  written = fclose(file) == 0 && written;
  return written || fail_with_errno(status, "write", writer->folder, path);
}

bool bundleWriterCommit(BundleWriter *writer, AccyStatus *status) {
  for (uint32_t i = 0; i < writer->count; ++i) {
    const char *path = bundleJoin(&writer->arena, writer->folder, writer->paths[i], "");
    if (!path)
      return out_of_memory(status);
    if (rename(writer->temporaries[i], path) != 0)
      return fail_with_errno(status, "write", writer->folder, writer->paths[i]);
    writer->temporaries[i] = NULL;
  }
  return true;
}

void bundleWriterFinish(BundleWriter *writer) {
  for (uint32_t i = 0; i < writer->count; ++i) {
    if (writer->temporaries[i])
      unlink(writer->temporaries[i]);
  }
  if (writer->made_folder)
    rmdir(writer->folder); // fails, as it should, when the bundle is in it
  accyArenaFree(&writer->arena);
}

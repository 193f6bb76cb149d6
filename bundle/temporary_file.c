// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See temporary_file.h.
#define _POSIX_C_SOURCE 200809L
#include "bundle/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { Attempts = 100, SuffixCapacity = 48 };

/// How much of `path` the temporary name begins with: all of it, unless the name would be longer than names may be.
static int kept_length(const char *path) {
  const char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash + 1 - path) : 0, name = strlen(path) - folder;
  return (int)(folder + (name < NAME_MAX - SuffixCapacity ? name : NAME_MAX - SuffixCapacity));
}

FILE *bundleOpenTemporary(AccyArena *arena, const char *path, const char **outName) {
  int kept = kept_length(path), descriptor = -1;
  size_t size = (size_t)kept + SuffixCapacity;
  char *name = accyArenaAllocate(arena, size);
  if (!name) {
    errno = ENOMEM;
    return NULL;
  }
  for (int attempt = 0; descriptor < 0 && attempt < Attempts; ++attempt) {
    snprintf(name, size, "%.*s.tmp-%ld-%d", kept, path, (long)getpid(), attempt);
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      return NULL;
  }
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
  if (!file && descriptor >= 0) {
    int reason = errno;
    close(descriptor);
    unlink(name);
    errno = reason;
  }
  *outName = name;
  return file;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See file.h.
#define _XOPEN_SOURCE 700
#include "runtime/file.h"

#include "bundle/temporary_file.h"
#include "runtime/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MaxLinks = 40 }; // as many as Linux follows

static bool fail(const char *path, AccyRuntimeError *error) {
  return accyRuntimeFail(error, "%s: cannot be written: %s", path, strerror(errno));
}

bool accyFileIsStream(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

// Where a link at `path` with that text leads: what is relative is so to the link's folder.
static const char *resolve(AccyArena *arena, const char *path, const char *text) {
  const char *slash = text[0] == '/' ? NULL : strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash + 1 - path) : 0, length = strlen(text);
  char *joined = accyArenaAllocate(arena, folder + length + 1);
  if (joined) {
    memcpy(joined, path, folder);
    memcpy(joined + folder, text, length + 1);
  } else {
    errno = ENOMEM;
  }
  return joined;
}

const char *accyFileFollowLinks(AccyArena *arena, const char *path) {
  char text[PATH_MAX];
  for (int links = 0; path && links <= MaxLinks; ++links) {
    ssize_t length = readlink(path, text, sizeof text - 1);
    if (length < 0)
      return path; // no link, or nothing that could be looked at: opening it says which
    text[length] = 0;
    path = resolve(arena, path, text);
  }
  if (path)
    errno = ELOOP;
  return NULL;
}

static bool write_through(const char *path, AccyFileContents contents, void *userData, AccyRuntimeError *error) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
  if (!file) {
    fail(path, error);
    if (descriptor >= 0)
      close(descriptor);
    return false;
  }
  bool done = contents(file, userData);
  done = fclose(file) == 0 && done;
  return done || fail(path, error);
}

// A file that others may not read must not become one that they may.
static bool keep_permissions(const char *target, FILE *file) {
  struct stat facts;
  return stat(target, &facts) != 0 || fchmod(fileno(file), facts.st_mode & 0777) == 0;
}

static bool replace(AccyArena *arena, const char *target, AccyFileContents contents, void *userData) {
  const char *name;
  FILE *file = bundleOpenTemporary(arena, target, &name);
  if (!file)
    return false;
  bool done = keep_permissions(target, file) && contents(file, userData);
  done = fclose(file) == 0 && done && rename(name, target) == 0;
  if (!done) {
    int reason = errno;
    unlink(name);
    errno = reason;
  }
  return done;
}

bool accyFileReplace(const char *path, AccyFileContents contents, void *userData, AccyRuntimeError *error) {
  if (accyFileIsStream(path))
    return write_through(path, contents, userData, error);
  AccyArena scratch = {0};
  const char *target = accyFileFollowLinks(&scratch, path);
  bool done = (target && replace(&scratch, target, contents, userData)) || fail(path, error);
  accyArenaFree(&scratch);
  return done;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See file.h.
#define _POSIX_C_SOURCE 200809L
#include "runtime/file.h"

#include "runtime/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Opens a new file `PATH.tmp-PID-N` beside the target. `*outName` is the caller's.
static FILE *open_temporary(const char *path, char **outName) {
  size_t size = strlen(path) + 48;
  char *name = malloc(size);
  for (int attempt = 0; name && attempt < 100; ++attempt) {
    snprintf(name, size, "%s.tmp-%ld-%d", path, (long)getpid(), attempt);
    int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST)
      continue;
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (!file)
      break;
    *outName = name;
    return file;
  }
  free(name);
  return NULL;
}

bool accyFileReplace(const char *path, AccyFileContents contents, void *userData, AccyRuntimeError *error) {
  char *name;
  FILE *file = open_temporary(path, &name);
  if (!file)
    return accyRuntimeFail(error, "%s: cannot be written: %s", path, strerror(errno));
  bool done = contents(file, userData);
  done = fclose(file) == 0 && done && rename(name, path) == 0;
  if (!done) {
    accyRuntimeFail(error, "%s: cannot be written: %s", path, strerror(errno));
    unlink(name);
  }
  free(name);
  return done;
}

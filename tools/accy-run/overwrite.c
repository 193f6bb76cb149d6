// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See overwrite.h.
#define _POSIX_C_SOURCE 200809L
#include "tools/accy-run/overwrite.h"

#include "bundle/previous.h"
#include "runtime/error.h"

#include <string.h>
#include <sys/stat.h>

// Whether both lead to one regular file, or are one name of what is yet to be. What a pipe or a device has taken is not
// lost by more of it.
static bool is_same_file(const char *left, const char *right) {
  struct stat a, b;
  bool has_left = stat(left, &a) == 0, has_right = stat(right, &b) == 0;
  if (has_left && has_right)
    return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  return !has_left && !has_right && strcmp(left, right) == 0;
}

static bool fail(const char *option, const char *path, const char *what, AccyRuntimeError *error) {
  return accyRuntimeFail(error, "%s=%s would overwrite %s; name another file", option, path, what);
}

static bool spares_bundle(const char *option, const char *path, const char *folder, AccyRuntimeError *error) {
  AccyArena scratch = {0};
  AccyStatus status;
  const char *const *names;
  uint32_t count;
  bool done = bundleListFiles(&scratch, folder, &names, &count, &status) ||
              accyRuntimeFail(error, "%s: %s [%s]", folder, status.message, accyStatusCodeName(status.code));
  for (uint32_t i = 0; done && i < count; ++i) {
    const char *file = bundleJoin(&scratch, folder, names[i], "");
    if (!file)
      done = accyRuntimeFail(error, "no memory for the names of the bundle's files");
    else if (is_same_file(path, file))
      done = fail(option, path, "a file of the bundle", error);
  }
  accyArenaFree(&scratch);
  return done;
}

static bool spares_files(const char *option, const char *path, const FileList *files, const char *what,
                         AccyRuntimeError *error) {
  for (size_t i = 0; i < files->count; ++i)
    if (is_same_file(path, files->paths[i]))
      return fail(option, path, what, error);
  return true;
}

static bool check_output(const Options *options, size_t index, AccyRuntimeError *error) {
  const char *path = options->outputs.paths[index];
  const FileList earlier = {options->outputs.paths, index};
  return spares_bundle("--output", path, options->folder, error) &&
         spares_files("--output", path, &options->expected, "the file of an --expect", error) &&
         spares_files("--output", path, &earlier, "the file of an earlier --output", error);
}

bool overwriteCheck(const Options *options, AccyRuntimeError *error) {
  for (size_t i = 0; i < options->outputs.count; ++i)
    if (!check_output(options, i, error))
      return false;
  return !options->page ||
         (spares_bundle("--emit-webgpu-page", options->page, options->folder, error) &&
          spares_files("--emit-webgpu-page", options->page, &options->inputs, "the file of an --input", error) &&
          spares_files("--emit-webgpu-page", options->page, &options->expected, "the file of an --expect", error));
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A private temporary folder, of files alone.
#define _GNU_SOURCE
#include "runtime/cpu/folder.h"

#include "runtime/error.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool accyCpuFolderCreate(AccyCpuFolder *outFolder, AccyRuntimeError *error) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent)
    parent = "/tmp";
  int length = snprintf(outFolder->path, sizeof outFolder->path, "%s/accy-run-XXXXXX", parent);
  if (length < 0 || (size_t)length >= sizeof outFolder->path)
    return accyRuntimeFail(error, "the name of the temporary folder is too long");
  if (!mkdtemp(outFolder->path))
    return accyRuntimeFail(error, "no temporary folder can be made in %s: %s", parent, strerror(errno));
  return true;
}

void accyCpuFolderRemove(const AccyCpuFolder *folder) {
  DIR *directory = opendir(folder->path);
  if (directory) {
    for (struct dirent *entry; (entry = readdir(directory));)
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
        unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
  }
  rmdir(folder->path);
}

static FILE *open_file(const AccyCpuFolder *folder, const char *name, const char *mode) {
  char path[ACCY_CPU_FOLDER_PATH_LENGTH + 64];
  snprintf(path, sizeof path, "%s/%s", folder->path, name);
  return fopen(path, mode);
}

FILE *accyCpuFolderCreateFile(const AccyCpuFolder *folder, const char *name, AccyRuntimeError *error) {
  FILE *file = open_file(folder, name, "wbx");
  if (!file)
    accyRuntimeFail(error, "%s/%s: cannot be written: %s", folder->path, name, strerror(errno));
  return file;
}

bool accyCpuFolderCloseFile(FILE *file, const char *name, AccyRuntimeError *error) {
  bool written = !ferror(file);
  if (fclose(file) == 0 && written)
    return true;
  return accyRuntimeFail(error, "temporary file %s cannot be written: %s", name, strerror(errno));
}

void accyCpuFolderReadText(const AccyCpuFolder *folder, const char *name, char *text, size_t size) {
  FILE *file = open_file(folder, name, "rb");
  size_t length = file ? fread(text, 1, size - 1, file) : 0;
  text[length] = '\0';
  if (file)
    fclose(file);
}

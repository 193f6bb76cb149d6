// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A private temporary folder, of files alone.
#ifndef ACCY_RUNTIME_CPU_FOLDER_H
#define ACCY_RUNTIME_CPU_FOLDER_H

#include "accy-c/Runtime.h"

#include <stdio.h>

#define ACCY_CPU_FOLDER_PATH_LENGTH 4096

typedef struct AccyCpuFolder {
  char path[ACCY_CPU_FOLDER_PATH_LENGTH];
} AccyCpuFolder;

/// Makes a folder in $TMPDIR, or else in /tmp, that only this user may enter.
bool accyCpuFolderCreate(AccyCpuFolder *outFolder, AccyRuntimeError *error);

/// Removes the folder and the files in it.
void accyCpuFolderRemove(const AccyCpuFolder *folder);

/// Opens a new file in the folder; null on failure. Closing tells whether all was written.
FILE *accyCpuFolderCreateFile(const AccyCpuFolder *folder, const char *name, AccyRuntimeError *error);
bool accyCpuFolderCloseFile(FILE *file, const char *name, AccyRuntimeError *error);

/// Reads up to `size` - 1 bytes of a file as text; empty when there is none.
void accyCpuFolderReadText(const AccyCpuFolder *folder, const char *name, char *text, size_t size);

#endif

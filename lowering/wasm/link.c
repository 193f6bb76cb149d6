// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See link.h.

#define _POSIX_C_SOURCE 200809L

#include "lowering/wasm/link.h"

#include "lowering/format.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// The files of one link, all in one temporary folder.
typedef struct Workspace {
  char folder[256];
  char object[288], module[288], messages[288];
} Workspace;

static bool create_workspace(Workspace *workspace) {
  const char *parent = getenv("TMPDIR");
  int length = snprintf(workspace->folder, sizeof workspace->folder, "%s/accy-wasm-XXXXXX",
                        parent && *parent ? parent : "/tmp");
  if (length >= (int)sizeof workspace->folder || !mkdtemp(workspace->folder))
    return false;
  snprintf(workspace->object, sizeof workspace->object, "%s/kernel.o", workspace->folder);
  snprintf(workspace->module, sizeof workspace->module, "%s/kernel.wasm", workspace->folder);
  snprintf(workspace->messages, sizeof workspace->messages, "%s/messages", workspace->folder);
  return true;
}

static void remove_workspace(const Workspace *workspace) {
  (void)unlink(workspace->object);
  (void)unlink(workspace->module);
  (void)unlink(workspace->messages);
  (void)rmdir(workspace->folder);
}

static bool write_file(const char *path, const void *data, size_t size) {
  FILE *file = fopen(path, "wb");
  bool written = file && fwrite(data, 1, size, file) == size;
  return (!file || fclose(file) == 0) && written;
}

// The whole file with a zero byte after it; null when it cannot be read. Released by free.
static char *read_file(const char *path, size_t *outSize) {
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  long size = -1;
  if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0)
    data = malloc((size_t)size + 1);
  if (data && fread(data, 1, (size_t)size, file) != (size_t)size) {
    free(data);
    data = NULL;
  }
  if (file)
    fclose(file);
  if (data) {
    data[size] = '\0';
    *outSize = (size_t)size;
  }
  return data;
}

// Starts the linker with its messages going to the file; 0, or the error of the system.
static int spawn(const Workspace *workspace, const char *linker, char *const *arguments, pid_t *outProcess) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error)
    return error;
  error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, workspace->messages,
                                           O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!error)
    error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (!error)
    error = posix_spawnp(outProcess, linker, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static int start_linker(const Workspace *workspace, const char *exportEntry, pid_t *outProcess) {
  const char *candidates[] = {getenv("ACCY_WASM_LD"), "wasm-ld-22", "wasm-ld"};
  int error = ENOENT;
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; ++i) {
    if (!candidates[i] || !*candidates[i])
      continue;
    const char *arguments[] = {candidates[i], "--no-entry",      "--export=__heap_base", exportEntry,      "--strip-all",
                               "-O2",         workspace->object, "-o",                   workspace->module, NULL};
    error = spawn(workspace, candidates[i], (char *const *)arguments, outProcess);
    if (!error || i == 0) // a linker that is asked for by name is not silently done without
      return error;
  }
  return error;
}

static MlirLogicalResult run_linker(const AccyLoweringRequest *request, const Workspace *workspace) {
  char exportEntry[ACCY_NAME_CAPACITY + 16];
  snprintf(exportEntry, sizeof exportEntry, "--export=%.*s", (int)request->entryName.length, request->entryName.data);
  pid_t process;
  int error = start_linker(workspace, exportEntry, &process), status = 0;
  if (error)
    return accyLoweringError(request, "wasm-ld cannot be started: %s; install lld-22, or name it in ACCY_WASM_LD",
                             strerror(error));
  while (waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return mlirLogicalResultSuccess();
  size_t size;
  char *messages = read_file(workspace->messages, &size);
  accyLoweringError(request, "wasm-ld failed: %.400s", messages && size ? messages : "no message");
  free(messages);
  return mlirLogicalResultFailure();
}

MlirLogicalResult accyWasmLink(const AccyLoweringRequest *request, const void *object, size_t size, void **outModule,
                               size_t *outSize) {
  Workspace workspace;
  if (!create_workspace(&workspace))
    return accyLoweringError(request, "a temporary folder cannot be made: %s", strerror(errno));
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (!write_file(workspace.object, object, size))
    accyLoweringError(request, "'%s' cannot be written: %s", workspace.object, strerror(errno));
  else
    result = run_linker(request, &workspace);
  if (mlirLogicalResultIsSuccess(result)) {
    *outModule = read_file(workspace.module, outSize);
    if (!*outModule)
      result = accyLoweringError(request, "'%s' cannot be read", workspace.module);
  }
  remove_workspace(&workspace);
  return result;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See linker.h.

#define _POSIX_C_SOURCE 200809L

#include "lowering/linker.h"

#include "lowering/format.h"
#include "llvm-c/Core.h"

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
  char object[288], output[288], script[288], messages[288];
} Workspace;

static bool create_workspace(Workspace *workspace) {
  const char *parent = getenv("TMPDIR");
  int length =
      snprintf(workspace->folder, sizeof workspace->folder, "%s/accy-link-XXXXXX", parent && *parent ? parent : "/tmp");
  if (length >= (int)sizeof workspace->folder || !mkdtemp(workspace->folder))
    return false;
  snprintf(workspace->object, sizeof workspace->object, "%s/kernel.o", workspace->folder);
  snprintf(workspace->output, sizeof workspace->output, "%s/kernel", workspace->folder);
  snprintf(workspace->script, sizeof workspace->script, "%s/script", workspace->folder);
  snprintf(workspace->messages, sizeof workspace->messages, "%s/messages", workspace->folder);
  return true;
}

static void remove_workspace(const Workspace *workspace) {
  (void)unlink(workspace->object);
  (void)unlink(workspace->output);
  (void)unlink(workspace->script);
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
  error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, workspace->messages, O_WRONLY | O_CREAT | O_TRUNC,
                                           0600);
  if (!error)
    error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (!error)
    error = posix_spawnp(outProcess, linker, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

enum { maxArguments = 24 };

// Starts the linker of that name with its options.
static int start(const Workspace *workspace, const AccyLinker *linker, const char *name, const char *extraOption,
                 pid_t *outProcess) {
  const char *arguments[maxArguments] = {name};
  size_t count = 1;
  for (const char *const *option = linker->options; *option && count < maxArguments - 8; ++option)
    arguments[count++] = *option;
  if (extraOption)
    arguments[count++] = extraOption;
  if (linker->script) {
    arguments[count++] = "-T";
    arguments[count++] = workspace->script;
  }
  arguments[count++] = workspace->object;
  arguments[count++] = "-o";
  arguments[count++] = workspace->output;
  return spawn(workspace, name, (char *const *)arguments, outProcess);
}

static int start_any(const Workspace *workspace, const AccyLinker *linker, const char *extraOption, pid_t *outProcess) {
  const char *chosen = getenv(linker->environment);
  if (chosen && *chosen) // one that is asked for by name is not silently done without
    return start(workspace, linker, chosen, extraOption, outProcess);
  int error = ENOENT;
  for (const char *const *name = linker->names; *name && error; ++name)
    error = start(workspace, linker, *name, extraOption, outProcess);
  return error;
}

static MlirLogicalResult run(const AccyLoweringRequest *request, const Workspace *workspace, const AccyLinker *linker,
                             const char *extraOption) {
  pid_t process;
  int error = start_any(workspace, linker, extraOption, &process), status = 0;
  if (error)
    return accyLoweringError(request, "%s cannot be started: %s; install lld-22, or name it in %s", linker->names[0],
                             strerror(error), linker->environment);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return mlirLogicalResultSuccess();
  size_t size;
  char *messages = read_file(workspace->messages, &size);
  accyLoweringError(request, "%s failed: %.400s", linker->names[0], messages && size ? messages : "no message");
  free(messages);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult link_in(const Workspace *workspace, const AccyLoweringRequest *request,
                                 const AccyLinker *linker, const char *extraOption, LLVMMemoryBufferRef object,
                                 AccyLoweredPayload *outPayload) {
  bool written = write_file(workspace->object, LLVMGetBufferStart(object), LLVMGetBufferSize(object)) &&
                 (!linker->script || write_file(workspace->script, linker->script, strlen(linker->script)));
  if (!written)
    return accyLoweringError(request, "'%s' cannot be written: %s", workspace->folder, strerror(errno));
  if (mlirLogicalResultIsFailure(run(request, workspace, linker, extraOption)))
    return mlirLogicalResultFailure();
  size_t size;
  char *linked = read_file(workspace->output, &size);
  if (!linked)
    return accyLoweringError(request, "'%s' cannot be read", workspace->output);
  MlirLogicalResult result = accyLoweredPayloadFill(request, linked, size, outPayload);
  free(linked);
  return result;
}

MlirLogicalResult accyLinkPayload(const AccyLoweringRequest *request, const AccyLinker *linker, const char *extraOption,
                                  LLVMMemoryBufferRef object, AccyLoweredPayload *outPayload) {
  Workspace workspace;
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (!create_workspace(&workspace)) {
    accyLoweringError(request, "a temporary folder cannot be made: %s", strerror(errno));
  } else {
    result = link_in(&workspace, request, linker, extraOption, object, outPayload);
    remove_workspace(&workspace);
  }
  LLVMDisposeMemoryBuffer(object);
  return result;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running the system's C compiler driver, without a shell.
#define _GNU_SOURCE
#include "runtime/cpu/spawn.h"

#include "runtime/error.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

static const char *const drivers[] = {"cc", "clang-22", "clang", "gcc"};
enum { DriverCount = sizeof drivers / sizeof *drivers };

static const char log_name[] = "driver.log";

static int prepare_actions(posix_spawn_file_actions_t *actions, const AccyCpuFolder *folder) {
  int failure = posix_spawn_file_actions_addchdir_np(actions, folder->path);
  if (!failure)
    failure = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (!failure)
    failure = posix_spawn_file_actions_addopen(actions, 1, log_name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!failure)
    failure = posix_spawn_file_actions_adddup2(actions, 1, 2);
  return failure;
}

// Returns 0 with a started process, or an errno value.
static int start(const AccyCpuFolder *folder, char **arguments, pid_t *outProcess) {
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure)
    return failure;
  failure = prepare_actions(&actions, folder);
  if (!failure)
    failure = posix_spawnp(outProcess, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

static int start_first_found(const AccyCpuFolder *folder, char **arguments, pid_t *outProcess) {
  char *chosen = getenv("ACCY_CC");
  if (chosen && *chosen) {
    arguments[0] = chosen;
    return start(folder, arguments, outProcess);
  }
  int failure = ENOENT;
  for (int i = 0; i < DriverCount && failure == ENOENT; ++i) {
    arguments[0] = (char *)drivers[i];
    failure = start(folder, arguments, outProcess);
  }
  return failure;
}

static bool wait_for(pid_t process, const char *driver, const AccyCpuFolder *folder, AccyRuntimeError *error) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return accyRuntimeFail(error, "%s cannot be waited for: %s", driver, strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return true;
  char log[800];
  accyCpuFolderReadText(folder, log_name, log, sizeof log);
  return accyRuntimeFail(error, "the kernels cannot be linked with %s: %s", driver, *log ? log : "it says nothing");
}

bool accyCpuRunCompilerDriver(const AccyCpuFolder *folder, const char *const *options, AccyRuntimeError *error) {
  size_t count = 0;
  while (options[count])
    ++count;
  char **arguments = calloc(count + 2, sizeof *arguments);
  if (!arguments)
    return accyRuntimeFail(error, "no memory to link the kernels");
  // posix_spawn takes pointers to non-const for history's sake; it writes to none.
  memcpy(arguments + 1, options, count * sizeof *arguments);
  pid_t process;
  int failure = start_first_found(folder, arguments, &process);
  bool done = failure ? accyRuntimeFail(error,
                                        "no C compiler driver to link the kernels with (%s: %s); install cc or set "
                                        "ACCY_CC",
                                        arguments[0], strerror(failure))
                      : wait_for(process, arguments[0], folder, error);
  free(arguments);
  return done;
}

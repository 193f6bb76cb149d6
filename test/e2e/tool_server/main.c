// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a tool over and over, each time in a process of its own that is forked from this one. What takes longest where
// programs are small, loading LLVM and MLIR and binding their symbols, is done once.
//
// A request on the standard input is the number of bytes that follow, and strings that each end in a NUL: the files for
// standard input, output and error, and the arguments, the tool's name first. The answer on the standard output is the
// status as waitpid gives it. Numbers have four bytes, in the order of the machine.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// The tool's own main.
int run_tool(int argc, char **argv);

enum { CannotStart = 127 };

static _Noreturn void fail(const char *what) {
  perror(what);
  _exit(CannotStart);
}

/// Whether all bytes came; the end of the input before the first is the end of the requests.
static bool read_all(void *data, size_t size) {
  for (char *at = data, *end = at + size; at != end;) {
    ssize_t count = read(STDIN_FILENO, at, (size_t)(end - at));
    if (count == 0)
      return false;
    if (count < 0 && errno != EINTR)
      fail("a request cannot be read");
    at += count > 0 ? count : 0;
  }
  return true;
}

static void open_as(int descriptor, const char *path, int flags) {
  int file = open(path, flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0)
    fail(path);
  close(file);
}

static int run_request(char **strings, int count) {
  open_as(STDIN_FILENO, strings[0], O_RDONLY);
  open_as(STDOUT_FILENO, strings[1], O_WRONLY | O_CREAT | O_TRUNC);
  open_as(STDERR_FILENO, strings[2], O_WRONLY | O_CREAT | O_TRUNC);
  return run_tool(count - 3, strings + 3);
}

/// The strings of a request, after which comes NULL.
static char **split(char *text, size_t size, int *count) {
  *count = 0;
  for (size_t i = 0; i < size; ++i)
    *count += text[i] == 0;
  char **strings = calloc((size_t)*count + 1, sizeof *strings);
  if (!strings || *count < 4 || text[size - 1] != 0)
    fail("a request has too few strings");
  for (int i = 0; i < *count; ++i, text += strlen(text) + 1)
    strings[i] = text;
  return strings;
}

static int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      fail("waitpid");
  return status;
}

int main(void) {
  // This process binds all symbols at once; programs that tools start need not.
  unsetenv("LD_BIND_NOW");
  for (uint32_t size; read_all(&size, sizeof size);) {
    char *text = malloc(size + 1);
    if (!text || !read_all(text, size))
      fail("a request is not whole");
    int count;
    char **strings = split(text, size, &count);
    pid_t child = fork();
    if (child < 0)
      fail("fork");
    int32_t status = child == 0 ? run_request(strings, count) : wait_for(child);
    free(strings);
    free(text);
    if (child == 0)
      return status;
    if (write(STDOUT_FILENO, &status, sizeof status) != sizeof status)
      fail("a status cannot be written");
  }
  return EXIT_SUCCESS;
}

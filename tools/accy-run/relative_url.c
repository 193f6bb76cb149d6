// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See relative_url.h.
#define _XOPEN_SOURCE 700
#include "tools/accy-run/relative_url.h"

#include "runtime/error.h"
#include "runtime/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The folder that a file lies in, or would lie in, without links; null with `errno` as the reason.
static char *resolve_folder_of(const char *file) {
  const char *slash = accyFileIsStream(file) ? NULL : strrchr(file, '/');
  if (!slash)
    return realpath(".", NULL);
  char *folder = strndup(file, (size_t)(slash - file) + 1);
  char *path = folder ? realpath(folder, NULL) : NULL;
  free(folder);
  return path;
}

static bool ends_folder(char c) {
  return c == '/' || !c;
}

// How many characters two resolved paths share as whole folders, with the slash after the last one.
static size_t count_shared(const char *left, const char *right) {
  size_t shared = 0;
  for (size_t i = 0;; ++i) {
    if (ends_folder(left[i]) && ends_folder(right[i]))
      shared = left[i] && right[i] ? i + 1 : i;
    if (left[i] != right[i] || !left[i])
      return shared;
  }
}

static bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

static void append_encoded(char **end, const char *path) {
  for (; *path; ++path) {
    if (stands_for_itself(*path))
      *(*end)++ = *path;
    else
      *end += sprintf(*end, "%%%02X", (unsigned char)*path);
  }
}

// The way between two resolved paths; null without memory.
static char *make_url(const char *from, const char *to) {
  size_t shared = count_shared(from, to);
  from += shared, to += shared;
  // A character becomes at most three, each folder of `from` as many, and the start and the end take a few.
  char *url = malloc(3 * (strlen(from) + strlen(to)) + 8), *end = url;
  if (!url)
    return NULL;
  from += *from == '/', to += *to == '/';
  end = stpcpy(end, *from ? "../" : "./");
  for (; *from; ++from)
    if (*from == '/')
      end = stpcpy(end, "../");
  append_encoded(&end, to);
  strcpy(end, *to ? "/" : "");
  return url;
}

bool relativeUrl(const char *page, const char *folder, char **outUrl, AccyRuntimeError *error) {
  char *from = resolve_folder_of(page);
  if (!from)
    return accyRuntimeFail(error, "%s cannot be written: %s", page, strerror(errno));
  char *to = realpath(folder, NULL);
  bool done = to || accyRuntimeFail(error, "%s: %s", folder, strerror(errno));
  if (done) {
    *outUrl = make_url(from, to);
    done = *outUrl || accyRuntimeFail(error, "no memory for a URL");
  }
  free(to);
  free(from);
  return done;
}

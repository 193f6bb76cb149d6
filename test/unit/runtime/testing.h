// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime's tests share: cmocka with the headers it wants before it, and temporary files.
#ifndef ACCY_TEST_UNIT_RUNTIME_TESTING_H
#define ACCY_TEST_UNIT_RUNTIME_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ASSERT_CONTAINS(text, part)                                                                                    \
  do {                                                                                                                 \
    if (!strstr(text, part))                                                                                           \
      fail_msg("\"%s\" does not contain \"%s\"", text, part);                                                          \
  } while (0)

#define ASSERT_OK(call, error)                                                                                         \
  do {                                                                                                                 \
    if (!(call))                                                                                                       \
      fail_msg("%s: %s", #call, (error).message);                                                                      \
  } while (0)

static char test_folder[64];

// Path of a file in the test's folder; good until the fourth call from now.
static inline const char *test_path(const char *name) {
  static char paths[4][256];
  static int next;
  next = (next + 1) % 4;
  snprintf(paths[next], sizeof paths[next], "%s/%s", test_folder, name);
  return paths[next];
}

static inline int make_test_folder(void **state) {
  (void)state;
  strcpy(test_folder, "/tmp/accy-test-XXXXXX");
  return mkdtemp(test_folder) ? 0 : -1;
}

// How many files the test's folder holds, and, on demand, their end.
static inline int count_test_files(bool remove_them) {
  int count = 0;
  DIR *directory = opendir(test_folder);
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    if (*entry->d_name == '.')
      continue;
    ++count;
    if (remove_them)
      unlinkat(dirfd(directory), entry->d_name, 0);
  }
  if (directory)
    closedir(directory);
  return count;
}

static inline int remove_test_folder(void **state) {
  (void)state;
  count_test_files(true);
  return rmdir(test_folder);
}

static inline void write_test_file(const char *path, const void *data, size_t bytes) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, bytes, file), bytes);
  assert_int_equal(fclose(file), 0);
}

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of runtime/file.c: what becomes of each kind of thing that a path may lead to when a file is written there.
#define _GNU_SOURCE
#include "test/unit/runtime/testing.h"

#include "runtime/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

static bool write_new(FILE *file, void *userData) {
  return fputs(userData, file) >= 0;
}

static bool write_half(FILE *file, void *userData) {
  (void)userData;
  fputs("half", file);
  errno = ENOSPC;
  return false;
}

static void replace(const char *path) {
  AccyRuntimeError error;
  ASSERT_OK(accyFileReplace(path, write_new, "new", &error), error);
}

static void expect_failure(const char *path, AccyFileContents contents, const char *part) {
  AccyRuntimeError error;
  assert_false(accyFileReplace(path, contents, "new", &error));
  ASSERT_CONTAINS(error.message, path);
  ASSERT_CONTAINS(error.message, part);
}

static void expect_contents(const char *path, const char *expected) {
  char text[64] = "";
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_true(fread(text, 1, sizeof text - 1, file) <= sizeof text - 1);
  fclose(file);
  assert_string_equal(text, expected);
}

static mode_t type_of(const char *path) {
  struct stat facts;
  assert_int_equal(lstat(path, &facts), 0);
  return facts.st_mode & S_IFMT;
}

static void make_link(const char *to, const char *path) {
  assert_int_equal(symlink(to, path), 0);
}

static int empty_folder(void **state) {
  (void)state;
  count_test_files(true);
  return 0;
}

static void files_are_made_and_replaced(void **state) {
  (void)state;
  const char *path = test_path("x");
  replace(path);
  expect_contents(path, "new");
  write_test_file(path, "a longer old one", 16);
  assert_int_equal(chmod(path, 0600), 0);
  replace(path);
  expect_contents(path, "new");
  struct stat facts;
  assert_int_equal(stat(path, &facts), 0);
  assert_int_equal(facts.st_mode & 0777, 0600); // what was private stays so
  assert_int_equal(count_test_files(false), 1);
}

static void failures_leave_what_was_there(void **state) {
  (void)state;
  const char *path = test_path("x"), *link = test_path("link");
  expect_failure(path, write_half, "No space left");
  assert_int_equal(count_test_files(false), 0);
  write_test_file(path, "old", 3);
  make_link("x", link);
  expect_failure(path, write_half, "No space left");
  expect_failure(link, write_half, "No space left");
  expect_contents(path, "old");
  assert_int_equal(count_test_files(false), 2);
  expect_failure(test_folder, write_new, "cannot be written");
  expect_failure(test_path("absent/x"), write_new, "No such file");
}

static void links_are_followed(void **state) {
  (void)state;
  const char *target = test_path("target"), *near = test_path("near"), *far = test_path("far");
  write_test_file(target, "old", 3);
  make_link("target", near); // relative to its folder, which is not the one that the test runs in
  make_link(near, far);
  replace(far);
  assert_int_equal(type_of(near), S_IFLNK);
  assert_int_equal(type_of(far), S_IFLNK);
  expect_contents(target, "new");
  unlink(target); // what is to be made is made where the links lead
  replace(far);
  assert_int_equal(type_of(far), S_IFLNK);
  expect_contents(target, "new");
  assert_int_equal(count_test_files(false), 3);
}

static void circles_end(void **state) {
  (void)state;
  make_link("b", test_path("a"));
  make_link("a", test_path("b"));
  expect_failure(test_path("a"), write_new, strerror(ELOOP));
  assert_int_equal(count_test_files(false), 2);
}

static void names_may_be_as_long_as_names_are(void **state) {
  (void)state;
  char name[256];
  memset(name, 'x', 255);
  name[255] = 0;
  char path[512];
  snprintf(path, sizeof path, "%s/%s", test_folder, name);
  replace(path);
  expect_contents(path, "new");
}

// A pipe that is written to, and what came out.
static void expect_through_pipe(const char *pipe, const char *path) {
  int end = open(pipe, O_RDWR | O_NONBLOCK); // opened for both, so that neither end waits
  assert_true(end >= 0);
  replace(path);
  char text[16] = "";
  assert_int_equal(read(end, text, sizeof text - 1), 3);
  assert_string_equal(text, "new");
  close(end);
}

static void pipes_are_written_to(void **state) {
  (void)state;
  const char *pipe = test_path("pipe"), *link = test_path("link");
  assert_int_equal(mkfifo(pipe, 0600), 0);
  make_link("pipe", link);
  assert_true(accyFileIsStream(pipe) && accyFileIsStream(link));
  expect_through_pipe(pipe, pipe);
  expect_through_pipe(pipe, link);
  assert_int_equal(type_of(pipe), S_IFIFO);
  assert_int_equal(type_of(link), S_IFLNK);
  assert_int_equal(count_test_files(false), 2);
}

// Nodes of our own: those of the system are not to be tried on.
static bool make_device(const char *path, unsigned minor) {
  if (mknod(path, S_IFCHR | 0600, makedev(1, minor)) != 0)
    return false;
  int descriptor = open(path, O_WRONLY);
  if (descriptor >= 0)
    close(descriptor);
  return descriptor >= 0;
}

static void devices_are_written_to(void **state) {
  (void)state;
  enum { Null = 3, Full = 7 };
  const char *sink = test_path("sink"), *full = test_path("full"), *link = test_path("link");
  if (!make_device(sink, Null) || !make_device(full, Full)) {
    print_message("skipped: device nodes cannot be made here: %s\n", strerror(errno));
    skip();
  }
  make_link("full", link);
  replace(sink);
  expect_failure(full, write_new, "No space left");
  expect_failure(link, write_new, "No space left");
  assert_int_equal(type_of(sink), S_IFCHR);
  assert_int_equal(type_of(full), S_IFCHR);
  assert_int_equal(count_test_files(false), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(files_are_made_and_replaced, empty_folder),
      cmocka_unit_test_setup(failures_leave_what_was_there, empty_folder),
      cmocka_unit_test_setup(links_are_followed, empty_folder),
      cmocka_unit_test_setup(circles_end, empty_folder),
      cmocka_unit_test_setup(names_may_be_as_long_as_names_are, empty_folder),
      cmocka_unit_test_setup(pipes_are_written_to, empty_folder),
      cmocka_unit_test_setup(devices_are_written_to, empty_folder),
  };
  return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See bundle_fixture.h.
#define _XOPEN_SOURCE 700
#include "bundle_fixture.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sample_plan.h"

char bundleParent[] = "/tmp/accy-bundle-test-XXXXXX";
char bundleFolder[64];
char *bundleDocument;

void bundlePath(const char *name, char path[256]) {
  snprintf(path, 256, "%s/%s", bundleFolder, name);
}

void bundleWriteFile(const char *name, const char *data, size_t length) {
  char path[256];
  bundlePath(name, path);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

int bundleSetUp(void **state) {
  (void)state;
  if (!mkdtemp(bundleParent))
    return -1;
  snprintf(bundleFolder, sizeof(bundleFolder), "%s/bundle", bundleParent);
  AccyPlan *plan = makeSamplePlan();
  AccyStatus status = {0};
  bool written = accyBundleWrite(plan, bundleFolder, &status) && accyPlanPrintJson(plan, &bundleDocument, &status);
  accyPlanDestroy(plan);
  if (!written)
    print_error("%s\n", status.message);
  return written ? 0 : -1;
}

static void remove_folder(const char *path) {
  DIR *directory = opendir(path);
  if (!directory)
    return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char name[600];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
    if (remove(name) != 0)
      remove_folder(name);
  }
  closedir(directory);
  rmdir(path);
}

int bundleTearDown(void **state) {
  (void)state;
  free(bundleDocument);
  remove_folder(bundleParent);
  return 0;
}

void bundleRestoreDocument(void) {
  bundleWriteFile("plan.json", bundleDocument, strlen(bundleDocument));
}

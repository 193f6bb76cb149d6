// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What accyBundleRead says of plans: each line of stdin is a plan.json beside the files of the sample plan, or of the
// bundle whose folder is given, which is left with the last of them. Prints a line for each, `ok` or the message, after
// that of the plan that was there. Readers of the format in other languages, and its schema, are compared with it.
#define _XOPEN_SOURCE 700
#include "accy-c/Bundle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sample_plan.h"

static const char *folder;

static void print_verdict(void) {
  AccyPlan *plan;
  AccyStatus status = {0};
  if (accyBundleRead(folder, &plan, &status)) {
    puts("ok");
    accyPlanDestroy(plan);
  } else {
    puts(status.message);
  }
}

static bool write_plan(const char *text) {
  char path[4096];
  snprintf(path, sizeof path, "%s/plan.json", folder);
  FILE *file = fopen(path, "wb");
  return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

static bool read_lines(void) {
  char *line = NULL;
  size_t size = 0;
  bool done = true;
  while (done && getline(&line, &size, stdin) > 0) {
    done = write_plan(line);
    print_verdict();
  }
  free(line);
  return done;
}

static int read_sample(void) {
  char made[] = "/tmp/accy-read-plans-XXXXXX";
  AccyPlan *plan = makeSamplePlan();
  AccyStatus status = {0};
  char command[64];
  folder = mkdtemp(made);
  bool done = folder && accyBundleWrite(plan, folder, &status);
  accyPlanDestroy(plan);
  if (done)
    print_verdict();
  done = done && read_lines();
  snprintf(command, sizeof command, "rm -rf %s", made);
  return system(command) == 0 && done ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return read_sample();
  folder = argv[1];
  print_verdict();
  return read_lines() ? 0 : 1;
}

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accy-docgen: writes a page of docs/generated from the tables that the library itself is built from.

#include "docgen.h"

#include <stdio.h>
#include <string.h>

typedef struct PageRow {
  const char *name;
  void (*write)(void);
} PageRow;

static const PageRow pages[] = {{"ops", accyWriteOpsPage},
                                {"passes", accyWritePassesPage},
                                {"strategies", accyWriteStrategiesPage},
                                {"targets", accyWriteTargetsPage}};

static int explain(void) {
  fprintf(stderr, "usage: accy-docgen PAGE\nWrites docs/generated/PAGE.md to standard output. Pages:");
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; ++i)
    fprintf(stderr, " %s", pages[i].name);
  fprintf(stderr, "\n");
  return 2;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return explain();
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; ++i) {
    if (strcmp(argv[1], pages[i].name) != 0)
      continue;
    pages[i].write();
    if (fflush(stdout) == 0 && !ferror(stdout))
      return 0;
    perror("accy-docgen: standard output");
    return 1;
  }
  fprintf(stderr, "accy-docgen: there is no page '%s'\n", argv[1]);
  return explain();
}

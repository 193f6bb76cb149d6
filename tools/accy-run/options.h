// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of accy-run.
#ifndef ACCY_TOOLS_ACCY_RUN_OPTIONS_H
#define ACCY_TOOLS_ACCY_RUN_OPTIONS_H

#include "accy-c/Runtime.h"

typedef struct FileList {
  const char **paths;
  size_t count;
} FileList;

typedef struct Options {
  const char *folder;
  AccyDeviceChoice choice;
  const char *page; // null: run the bundle here; else the file to write a page to that runs it
  bool embedBundle; // whether the page holds the bundle rather than fetch it
  FileList inputs;
  FileList expected;
  FileList outputs;
  double relativeTolerance;
  double absoluteTolerance;
  size_t benchmarkRuns; // 0: none
  bool help;
} Options;

/// Parses the command line. The paths are those of `argv`; the lists are to be freed with optionsFree.
/// On failure a line on stderr says what is wrong, and nothing is held.
bool optionsParse(int argc, char **argv, Options *outOptions);

void optionsFree(Options *options);

/// Prints the whole manual.
void optionsPrintHelp(void);

#endif

// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of accy-run.
#define _GNU_SOURCE
#include "tools/accy-run/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DefaultBenchmarkRuns = 100, MaxBenchmarkRuns = 1000000 };

static const char help_text[] =
    "usage: accy-run DIR [options]\n"
    "\n"
    "Runs a compiled bundle: DIR holds plan.json and its payload files.\n"
    "\n"
    "  --input=F         a .npy file for the next input; once for each input, in order\n"
    "  --output=F        write the next output to this .npy file; none, or once for each output, in order\n"
    "  --expect=F        compare the next output with this .npy file; none, or once for each output, in order\n"
    "  --rtol=X          relative tolerance of --expect (default 1e-5)\n"
    "  --atol=X          absolute tolerance of --expect (default 1e-8)\n"
    "  --device=NAME     where to run (default: by the plan's format); see below. NAME:HARDWARE chooses among several\n"
    "                    drivers or cards by number, from 0, or by a part of the name, as vulkan:llvmpipe\n"
    "  --validate        let the Khronos validation layer watch device vulkan; what it says makes the run fail\n"
    "  --benchmark[=N]   run N more times (default 100) and print the median and the least time of a run and of each\n"
    "                    kernel\n"
    "  --emit-webgpu-page=F\n"
    "                    instead of running the bundle, write a page to F that runs it, on these inputs, in a browser "
    "and\n"
    "                    compares; for bundles of webgpu_wgsl and webassembly_module. The page fetches the bundle from "
    "where\n"
    "                    DIR is as seen from F, or from URL when it is opened as F?bundle=URL, and so needs a server\n"
    "  --embed-bundle    put the bundle into that page: it needs no other file, and can be opened from the disk\n"
    "  --help            print this text\n"
    "\n"
    "Floating-point outputs agree when |actual - expected| <= atol + rtol * |expected|, when both are NaN, or when "
    "both\n"
    "are the same infinity. Integers must be equal. A uint16 file F with an empty file F.bf16 beside it is bf16.\n";

static const char help_environment[] = "\n"
                                       "Environment: ACCY_CC is the C compiler driver that device cpu links with "
                                       "(default: the first of cc, clang-22, clang\n"
                                       "and gcc that is there); TMPDIR is where it does so (default /tmp). "
                                       "ACCY_CUDA_DRIVER is the driver library of device\n"
                                       "cuda (default libcuda.so.1).\n"
                                       "\n"
                                       "Exit code: 0 all is well; 1 an output differs, or the bundle, a file or the "
                                       "device is at fault; 2 the command line\n"
                                       "is wrong.\n";

void optionsPrintHelp(void) {
  fputs(help_text, stdout);
  fputs("\nDevices:\n", stdout);
  for (size_t i = 0; i < accyDeviceGetCount(); ++i)
    printf("  %-17s %s\n", accyDeviceGetName(i), accyDeviceGetDescription(i));
  fputs(help_environment, stdout);
}

static bool fail(const char *message, const char *value) {
  fprintf(stderr, "accy-run: error: %s%s%s\n", message, value ? ": " : "", value ? value : "");
  return false;
}

static bool parse_tolerance(const char *text, double *out) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value >= 0) || isinf(value))
    return fail("a tolerance is a number that is not negative", text);
  *out = value;
  return true;
}

static bool parse_runs(const char *text, size_t *out) {
  *out = DefaultBenchmarkRuns;
  if (!text)
    return true;
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (end == text || *end || errno || value < 1 || value > MaxBenchmarkRuns)
    return fail("--benchmark takes a number of runs from 1 to 1000000", text);
  *out = (size_t)value;
  return true;
}

// NAME or NAME:HARDWARE.
static bool parse_device(const char *text, AccyDeviceChoice *out) {
  size_t length = strcspn(text, ":");
  for (size_t i = 0; i < accyDeviceGetCount(); ++i) {
    const char *name = accyDeviceGetName(i);
    if (strlen(name) != length || memcmp(name, text, length) != 0)
      continue;
    out->device = name;
    out->hardware = text[length] ? text + length + 1 : NULL;
    return !out->hardware || *out->hardware || fail("--device has no hardware after the colon", text);
  }
  return fail("--device takes cpu, vulkan or cuda", text);
}

static void add(FileList *list, const char *path) {
  list->paths[list->count++] = path;
}

static const struct option option_rows[] = {
    {"input", required_argument, NULL, 'i'},
    {"output", required_argument, NULL, 'o'},
    {"expect", required_argument, NULL, 'e'},
    {"rtol", required_argument, NULL, 'r'},
    {"atol", required_argument, NULL, 'a'},
    {"device", required_argument, NULL, 'd'},
    {"emit-webgpu-page", required_argument, NULL, 'p'},
    {"embed-bundle", no_argument, NULL, 'm'},
    {"validate", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {"benchmark", optional_argument, NULL, 'b'},
    {NULL, 0, NULL, 0},
};

static bool apply(int option, const char *value, const char *word, Options *options) {
  switch (option) {
  case 'i':
    add(&options->inputs, value);
    return true;
  case 'o':
    add(&options->outputs, value);
    return true;
  case 'e':
    add(&options->expected, value);
    return true;
  case 'r':
    return parse_tolerance(value, &options->relativeTolerance);
  case 'a':
    return parse_tolerance(value, &options->absoluteTolerance);
  case 'd':
    return parse_device(value, &options->choice);
  case 'v':
    options->choice.validate = true;
    return true;
  case 'p':
    options->page = value;
    return true;
  case 'm':
    options->embedBundle = true;
    return true;
  case 'b':
    return parse_runs(value, &options->benchmarkRuns);
  case 'h':
    options->help = true;
    return true;
  case ':':
    return fail("this option needs a value", word);
  default:
    return fail("unknown option, see --help", word);
  }
}

static bool parse(int argc, char **argv, Options *options) {
  opterr = 0;
  for (int option; (option = getopt_long(argc, argv, ":", option_rows, NULL)) != -1;)
    if (!apply(option, optarg, argv[optind - 1], options))
      return false;
  if (options->help)
    return true;
  if (optind == argc)
    return fail("no bundle folder is given, see --help", NULL);
  if (optind + 1 < argc)
    return fail("more than one bundle folder is given", argv[optind + 1]);
  options->folder = argv[optind];
  if (options->page && (options->outputs.count || options->choice.device || options->choice.validate))
    return fail("--output, --device and --validate cannot be given with --emit-webgpu-page: the page runs in a browser",
                NULL);
  if (options->embedBundle && !options->page)
    return fail("--embed-bundle is for --emit-webgpu-page, which is not given", NULL);
  return true;
}

bool optionsParse(int argc, char **argv, Options *outOptions) {
  Options options = {.relativeTolerance = 1e-5, .absoluteTolerance = 1e-8};
  FileList *lists[] = {&options.inputs, &options.outputs, &options.expected};
  bool done = true;
  for (size_t i = 0; i < 3 && done; ++i) {
    lists[i]->paths = calloc((size_t)argc + 1, sizeof *lists[i]->paths);
    done = lists[i]->paths || fail("no memory for the command line", NULL);
  }
  if (!done || !parse(argc, argv, &options)) {
    optionsFree(&options);
    return false;
  }
  *outOptions = options;
  return true;
}

void optionsFree(Options *options) {
  free(options->inputs.paths);
  free(options->outputs.paths);
  free(options->expected.paths);
  *options = (Options){0};
}
